"""Writes every page that a GET answers with into a folder, so that what two commits show can be compared.

``python -m tests.app.snapshot before`` at one commit, ``... after`` at the other, then ``diff -r before after``: people
of several kinds in three languages, on the same filled database. Chance is the same in every run, times are left out.
"""

import re
import secrets
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from fastapi import FastAPI

from app.database import migration
from app.web.languages.languages import LANGUAGES
from app.web.rendering import LANGUAGE
from tests.app.accounts.members import Member, member
from tests.app.api.api_client import patient_site
from tests.app.courses.taught_course import assignment, begin, join
from tests.app.exams import course_exam
from tests.app.exams.sitting import begin as mock_exam
from tests.app.exams.sitting import of_kind
from tests.app.learner import COSINE, Learner
from tests.app.populated_site import Campus
from tests.app.web.test_routes import READING

KINDS = "family", "formula", "choice", "order", "match", "text", "code"
DEMOS = (
    "alignment", "attention", "bpe", "cache", "decoding", "depth", "ladder", "metrics", "positions", "precision",
    "scaling", "sentence", "vectors",
)  # fmt: skip
# A stream has no end, and what a worker measures differs from run to run.
NEVER_THE_SAME = "/lab/runs/{name}"
TIMES = (
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?", "TIME"),
    (r"\b\d\d?:\d\d(:\d\d)?\b", "CLOCK"),
    (r"\b\d{4}-\d\d-\d\d\b", "DAY"),
    (r"\b\d+(\.\d+)? (seconds?|minutes?|milliseconds?)\b", "SPAN"),
    (r"(?<=[?&]v=)[0-9a-f]+", "CONTENTS"),
    (r"(?<=&section=&seed=)\d+", "SEED"),  # of a pack of cards, which is shuffled anew
)  # fmt: skip


@dataclass(frozen=True)
class Visitor:
    name: str
    browser: Learner


def main(folder: Path) -> None:
    settle_chance()
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "empty.db"
        migration.upgrade(f"sqlite:///{file}")
        app = patient_site(file, Path(scratch))
        campus = Campus(app)
        ben = member(app, name="Ben")
        join(ben, campus.nlp.code)
        more, visitors = list(filled(app, campus, ben)), people(campus, ben)
        addresses = {route: campus.address(route) for route in READING if NEVER_THE_SAME not in route}
        for language in LANGUAGES:
            for visitor in visitors:
                visitor.browser.client.cookies.set(LANGUAGE, language)
                for name, address in [*addresses.items(), *((f"GET {one}", one) for one in more)]:
                    write(folder / visitor.name / language / file_name(name), visitor.browser, address)
        app.state.database.close()
    sys.stdout.write(f"{sum(1 for one in folder.rglob('*') if one.is_file())} pages in {folder}\n")


def settle_chance() -> None:
    """Tokens, names and seeds come in the same order in every run."""
    chance = Random(24)
    settled = {
        "token_hex": partial(_token, chance, 2),
        "token_urlsafe": partial(_token, chance, 4 / 3),
        "randbelow": chance.randrange,
        "randbits": chance.getrandbits,
        "choice": chance.choice,
    }
    for name, function in settled.items():
        setattr(secrets, name, function)


def _token(chance: Random, letters: float, nbytes: int | None = None) -> str:
    """``letters`` for each byte."""
    return chance.randbytes(nbytes or 32).hex()[: int((nbytes or 32) * letters)]


def people(campus: Campus, ben: Member) -> list[Visitor]:
    """Ada and the guest sit an exam, so most is closed to them."""
    return [
        Visitor("nobody", campus.browser("nobody")),
        Visitor("guest", campus.guest.twin()),
        Visitor("student", ben.learner.twin()),
        Visitor("sitting", campus.nlp.student.learner.twin()),
        Visitor("instructor", campus.nlp.instructor.learner.twin()),
        Visitor("author", campus.instructor.learner.twin()),
        Visitor("administrator", campus.browser("administrator")),
    ]


def filled(app: FastAPI, campus: Campus, ben: Member) -> Iterator[str]:
    """Yields what the routes' places leave out: a sheet of each kind, marked and told; an exam that is over; demos."""
    nlp = campus.nlp
    for kind in KINDS:
        question = of_kind(kind, but=COSINE)
        for one in (campus.guest, ben.learner):
            sheet = one.get(f"/practice/{question}?seed=3")
            yield sheet.address
            yield one.press(sheet, "solution", typed={}).address
    for demo in DEMOS:
        yield f"/lab/{demo}"
    sat = mock_exam(app, ben.learner)
    sat.press(1, typed={})
    sat.hand_in()
    yield from (f"{sat.address}/review", f"{sat.address}/review?place=2", f"{sat.address}/history")
    over = course_exam.exam(nlp, scores="at once", answers="at once", solutions="at once")
    sat = course_exam.sit(app, ben, over)
    sat.press(1, typed={"dot": "3"})
    sat.hand_in()
    yield from (over, f"{sat.address}/review", f"{over}/results", f"{over}/results.csv", f"{over}/live")
    yield f"{over}/results/questions/{COSINE}"
    yield f"{over}/results/questions/{COSINE}/full-points"
    work = assignment(nlp, COSINE, title="Sheet 3")
    begin(ben, work, COSINE)
    yield from (
        work,
        nlp.address,
        f"{nlp.address}/gradebook",
        f"{nlp.address}/gradebook.csv",
        f"{nlp.address}/analytics",
    )
    yield from (
        "/topics?by=model",
        "/solve/attention",
        "/solve/perplexity",
        "/solve/transformer_count",
        "/nowhere",
    )


def write(file: Path, browser: Learner, address: str) -> None:
    """The status, the type, where it leads, and the text; of PDFs and archives only that there is something."""
    answer = browser.client.get(address, follow_redirects=False)
    kind = answer.headers.get("content-type", "")
    text = answer.text if any(one in kind for one in ("text", "json", "xml")) else f"{bool(answer.content)}\n"
    head = f"{answer.status_code} {kind} {answer.headers.get('location', '')}\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(without_times(head + text), "utf-8")


def without_times(text: str) -> str:
    for pattern, placeholder in TIMES:
        text = re.sub(pattern, placeholder, text)
    return text


file_name = partial(re.sub, r"[^\w{}.=-]+", "_")

if __name__ == "__main__":
    main(Path(sys.argv[1]))
