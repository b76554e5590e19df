"""Somebody who has done a bit of everything by themselves, and what their pages show."""

import io
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from fastapi import FastAPI

from app.clock import Clock
from app.database.connection import Database
from app.jobs import worker
from app.jobs.store import jobs
from app.personal_data import import_job
from app.personal_data.imports import IMPORT
from engine import asked_lines
from engine.variants import Variant
from tests.app.exams.sitting import of_kind, sit
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Learner, Page, drawn, form_key, key

DATA = "/account/data"
BITS = "bits-per-token"  # has worked examples
OVERVIEWS = (
    "/", "/topics", "/topics?open=2.12", "/map", "/map?family=perplexity", "/mistakes", "/grid", "/progress",
    "/progress.csv", "/cards/today",
)  # fmt: skip
NEVER_THE_SAME = (
    r'name="key" value="[^"]*"',  # of forms that begin something
    r'value="[A-Za-z0-9_-]{22}"',
    r'data-spent="\d+"',  # of strict sheets that are open
)


def work(app: FastAPI, learner: Learner) -> None:
    """Right and wrong answers, hints, an opened chain, solutions, sentences and their own marks, each way of
    practising, a classic mistake made twice, a goal, an exam, the lab."""
    practise_in_each_way(learner)
    set_goal(learner, 40)
    sheet = learner.press(learner.open(COSINE), typed={"dot": "1"})
    sheet = learner.press(sheet, "hint:cosine")
    learner.press(sheet, typed={"norm_u": "3", "cosine": "0.5"})
    learner.press(learner.open(PERPLEXITY, seed=3), typed=RIGHT, sure="60")
    wrong = learner.press(learner.open(PERPLEXITY, seed=8), typed={"perplexity": "2"})
    learner.press(wrong, "chain")
    told = learner.press(learner.open(PERPLEXITY, seed=9), "solution", typed={"nats": "1.2"})
    assert told.status == 200
    for kind in ("choice", "match", "order", "formula"):
        question = of_kind(kind)
        learner.press(learner.open(question, seed=5), "solution", typed={})
    sentences = learner.open(of_kind("text"), seed=1)
    written = learner.press(
        sentences, "solution", typed={"answer": "The gradient vanishes in deep networks."}
    )
    tick(learner, written.address)
    paper = learner.press(learner.open(PERPLEXITY, seed=11), "paper", typed={"nats": "1"})
    tick(learner, paper.address, "bits", "surprisals")
    sheet = learner.press(learner.open(COSINE, seed=4), typed={"dot": "1"})
    learner.press(sheet, "report", sentence="The key is wrong.")
    learner.client.post(
        "/lab/bpe/predictions", data={"predicted": "2", "key": form_key()}, follow_redirects=False
    )
    sat = sit(app, COSINE, PERPLEXITY, of_kind("choice"), of_kind("text"), learner=learner)
    sat.type(1, key(sat.variant(1)))
    sat.type(2, {"nats": ["1.5"]})
    sat.type(4, {"answer": ["Something about attention."]})
    sat.watch.on(minutes=5)
    sat.hand_in()
    app.state.clock = Clock()  # that of the exam stands still
    turn_cards(learner, 3, 1, 2)
    for seed in (21, 22):
        learner.press(learner.open(PERPLEXITY, seed=seed), typed=two_to_the_nats(seed))


def turn_cards(learner: Learner, *grades: int) -> None:
    """Turns a card of today for each grade."""
    for grade in grades:
        learner.send("/cards/today", {**learner.get("/cards/today").fields, "grade": str(grade)})


def two_to_the_nats(seed: int) -> dict[str, list[str]]:
    """A sheet on which somebody raised 2 to a cross-entropy in nats."""
    variant = drawn(PERPLEXITY, seed)
    return {**key(variant), "perplexity": [f"{2 ** variant.exact.reached['nats']:.2f}"]}


def practise_in_each_way(learner: Learner) -> None:
    """A strict sheet, a relaxed one on which an answer was taken back, and worked examples."""
    learner.send("/way", {"way": "strict", "back": "/"})
    learner.press(learner.open(COSINE, seed=31), typed={"dot": "1"})
    take_back(learner)
    learner.send("/way", {"way": "ordinary", "back": "/"})
    for stage in (1, 2):
        sheet = example(learner, stage)
        learner.press(sheet, typed=key(faded(stage)))
    learner.press(example(learner, 3), typed={"perplexity": "777"})


def take_back(learner: Learner) -> Page:
    """A relaxed sheet whose slip of the keys was taken back and mended."""
    learner.send("/way", {"way": "relaxed", "back": "/"})
    wrong = learner.press(learner.open(PERPLEXITY), typed={"nats": "1.21", "perplexity": "3.63"})
    back = learner.press(wrong, "take-back:perplexity")
    return learner.press(back, typed={"perplexity": "3.36"})


def faded(stage: int) -> Variant:
    return asked_lines.example(drawn(BITS), stage)


def example(learner: Learner, stage: int) -> Page:
    return learner.get(f"/practice/{BITS}/examples?seed=7&level=warm-up&stage={stage}")


def set_goal(learner: Learner, days: int) -> str:
    """Sets the day of the exam; returns it."""
    day = (datetime.now(UTC) + timedelta(days=days)).date().isoformat()
    sent = learner.send("/goal", {"exam_on": day})
    assert sent.status == 200, (sent.status, sent.address, sent.text[:3000])
    return day


def tick(learner: Learner, solution: str, *lines: str) -> None:
    """Marks one's own work by the solution: these lines, else the first of those that are there."""
    page = learner.get(f"{solution}?paper=true")
    first = re.search(r'name="line" value="([^"]+)"', page.html)
    assert first, page.text
    learner.client.post(solution, data={"key": form_key(), "line": list(lines or first.groups())})


def downloaded(learner: Learner) -> bytes:
    answer = learner.client.get(f"{DATA}/examformer.zip")
    assert answer.status_code == 200, answer.text
    return answer.content


def told(archive: bytes) -> dict[str, Any]:
    with ZipFile(io.BytesIO(archive)) as opened:
        found: dict[str, Any] = json.loads(opened.read("examformer.json"))
    return found


def pages(learner: Learner, file: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every page that shows what was done, without what is made anew each time."""
    addresses = [*OVERVIEWS, "/exams", "/lab", DATA]
    for one in file["sheets"]:
        if one["exam"] is None:
            addresses += [f"/attempts/{one['name']}", f"/attempts/{one['name']}/solution"]
    for one in file["exams"]:
        place = f"/sittings/{one['name']}"
        addresses += [f"{place}/review", f"{place}/history", f"{place}/lost"]
        addresses += [f"{place}/review?place={asked['place']}" for asked in one["questions"]]
    for one in file["predictions"]:
        addresses.append(f"/lab/{one['demo']}?{one['state']}&run={one['name']}")
    yield from shown(learner, addresses)


def shown(learner: Learner, addresses: Iterable[str] = OVERVIEWS) -> Iterator[tuple[str, str]]:
    """These pages without what is made anew each time."""
    for address in addresses:
        answer = learner.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        yield address, without_keys(answer.text)


def without_keys(text: str) -> str:
    for pattern in NEVER_THE_SAME:
        text = re.sub(pattern, "KEY", text)
    return text


def carry_out(app: FastAPI) -> None:
    """Does the waiting imports, as a worker does in a process of its own."""
    database: Database = app.state.database
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_job, "settings", lambda: app.state.settings)
        patch.setattr(import_job, "_library", lambda: app.state.library)
        while True:
            with database.write() as connection:
                job = jobs.claim(connection, IMPORT.name, "here")
            if job is None:
                return
            worker.carry_out(database, IMPORT, job)


def look_at(app: FastAPI, learner: Learner, content: bytes) -> Page:
    """The page that tells what is in the file."""
    sent = learner.client.post(f"{DATA}/imports", files={"file": ("examformer.zip", content)})
    assert sent.status_code == 200, sent.text
    carry_out(app)
    return learner.get(sent.url.path)


def take_in(app: FastAPI, learner: Learner, content: bytes) -> Page:
    """The page after the import was confirmed and carried out."""
    page = look_at(app, learner, content)
    begun = learner.send(page.address, {"do": "confirm"})
    carry_out(app)
    return learner.get(begun.address)


def packed(file: dict[str, Any]) -> bytes:
    """The archive of a file that a test has changed."""
    return zipped(json.dumps(file).encode())


def zipped(text: bytes) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr("examformer.json", text)
    return made.getvalue()
