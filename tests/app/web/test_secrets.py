"""While an exam runs, nothing that its learner can reach holds a key, a band, a seed or a telling.

Two ways of looking. What is secret is searched in every answer that the person gets, of any address of the app. And the
keys, bands and seeds that are stored are exchanged for others: whatever is answered must stay the same to a letter.
"""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import update
from starlette.routing import Mount

from app.database.schema import drawn as table
from app.web.rendering import points
from engine.answers.forms import Choice, Positions, Program
from engine.solutions import wording, worked_solution
from engine.variants import Variant
from tests.app.accounts.members import Member, member
from tests.app.api.api_client import Program as Asking
from tests.app.api.api_client import program
from tests.app.exams.sitting import Sat, begin, of_kind, sit
from tests.app.learner import HTMX, Learner, key, new_learner
from tests.every import one_in

KINDS = ("choice", "drawn", "match", "order", "text", "code", "formula", "family")
MORE = ("merge-by-merge", "two-hypotheses-in-the-beam")
LONG = 25  # characters of a sentence that stands nowhere by accident
DRESS = re.compile(  # numbers of every page, which a key may be by chance: an icon's, 4000 letters, the year, a form's
    r'\?v=[0-9a-f]+|content-length: \d+|x-request-id: \w+|maxlength="\d+"|datetime="[^"]*"|'
    r'data-(words|revisions|left|break-left)="[^"]*"|\bForm \d+|20,000 letters|icon-\d+'
)


# What is secret


def seeds(variant: Variant) -> set[str]:
    return {str(variant.seed), f"{variant.seed:x}"}


def numbers(variant: Variant) -> set[str]:
    """The first six digits of every key and every end of a band that has as many; not of thirds and sixths, which
    stand in many places."""
    found = set()
    for part in variant.to_json()["parts"]:
        leaves = [*_leaves(part["key"]), *_leaves(part["bands"])]
        found |= {f"{abs(x):.12g}"[:8] for x in leaves if isinstance(x, float)}
    many = {text for text in found if len(re.sub(r"^[0.]+|\D", "", text)) >= 6}
    return {text for text in many if len(set(re.sub(r"\D", "", text))) > 3} - told(variant)


def shown(variant: Variant) -> set[str]:
    """The keys as they would be typed, where they have three digits, stand nowhere in the question, and are not what a
    line is worth."""
    typed = {text.lstrip("-−") for texts in key(variant).values() for text in texts}
    typed -= {points(asked.points) for asked in variant.asked}
    return {
        text for text in typed if re.fullmatch(r"[\d.]+", text) and len(re.sub(r"\D", "", text)) >= 3
    } - told(variant)


def sentences(variant: Variant) -> set[str]:
    """The sentences about options and mistakes, the rubric with its model answer, and the lines of a program."""
    asked = variant.asked[0]
    family = variant.question.family
    found = {mistake.says for mistake in family.mistakes.values()}
    for step in variant.exact.steps.values():
        found |= {str(why) for why in step.reasons.values()}
        value = variant.exact.reached.get(step.name)
        if isinstance(value, str) and not isinstance(step.form, Choice):
            found |= set(value.splitlines())
    found |= {
        line.note
        for line in worked_solution.tell(variant.exact, [one.name for one in variant.asked])
        if line.note
    }
    if isinstance(asked.step.form, Program):
        found |= {test.says for test in asked.step.form.tests}
        found |= {test.name for test in asked.step.form.tests if test.hidden}
        open_lines = asked.step.form.starter + statement(variant)
        found = {line for line in found if line.strip() not in open_lines}
    cut = {plain(text)[:60] for text in found}
    return {text for text in cut if len(text) >= LONG and text not in statement(variant)}


def statement(variant: Variant) -> str:
    blocks = wording.worded(variant.question.statement, variant.parameters, variant.case)
    options = [
        str(name)
        for one in variant.asked
        if isinstance(one.step.form, Choice)
        for name in one.step.form.names
    ]
    return plain(" ".join([wording.plain_text(blocks), *options, variant.question.title]))


def told(variant: Variant) -> set[str]:
    """The numbers that the question itself tells, also in its formulas and in the tests of a program that are open."""
    texts = [statement(variant), variant.question.statement, str(variant.parameters.to_json())]
    texts += [str(one.step.form.shown.tests) for one in variant.asked if isinstance(one.step.form, Program)]
    return set(re.findall(r"[\d.]*\d", " ".join(texts)))


def plain(text: str) -> str:
    """Words alone: tags, mathematics and white space gone."""
    return " ".join(re.sub(r"\$[^$]*\$|<[^>]*>", " ", html.unescape(text)).split())


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


# What the person can reach


def addresses(app: FastAPI, sat: Sat, question: str, place: int) -> list[str]:
    """Every address of the app that can be read, with this question wherever one is named."""
    values = {
        "name": sat.name, "place": str(place), "question": question, "exam": "full", "section": "2.5",
        "slug": app.state.bank.study.terms[0].slug, "family": "cosine_similarity",
    }  # fmt: skip
    pages = [route for route in app.routes if not isinstance(route, Mount)]
    found = []
    for route in iter_route_contexts(pages):
        if "GET" in (route.methods or ()):
            path = route.path or ""
            names = re.findall(r"{(\w+)}", path)
            found.append(path.format(**{name: values.get(name, "1") for name in names}))
    return found


class Everything:
    """All that the person is answered: texts with headers, by what was asked."""

    def __init__(self, sat: Sat, asking: Asking | None = None) -> None:
        self.sat, self.asking = sat, asking
        self.answers: dict[str, str] = {}

    def look(self, learner: Learner) -> "Everything":
        sat, first = self.sat, self.sat.drawn()[0].question
        for address in addresses(sat.app, sat, first, 1):
            self._ask(learner, address)
        for one in sat.drawn():
            for address in (
                f"{sat.address}/questions/{one.place}", f"/practice/{one.question}",
                f"/practice/{one.question}?seed=1&level={one.variant['level']}",
            ):  # fmt: skip
                self._ask(learner, address)
            self._ask(learner, f"{sat.address}/questions/{one.place}", HTMX)
            if self.asking:
                for sent in ({}, {"with_key": True}, {"seed": 1}):
                    answer = self.asking.post(f"/questions/{one.question}/variants", sent)
                    self.answers[f"API {one.question} {sent}"] = f"{answer.headers} {answer.text}"
        return self

    def type(self) -> "Everything":
        """Wrong answers into every field, by both roads, and what is said of them."""
        for one in self.sat.drawn():
            fields = [
                f"{part['name']}.{n}" for part in one.variant["parts"] for n in range(len(part["bands"]))
            ]
            for revision, text in enumerate(("7.7.7", "1"), 1):
                sent = [self.sat.field(one.place, field, text, revision) for field in fields]
                self.answers[f"save {one.place} {text}"] = self.sat.save(*sent, place=one.place).text
            page = self.sat.learner.send(
                f"{self.sat.address}/questions/{one.place}", {"do": "save", f"cell.{fields[0]}": "2"}
            )
            self.answers[f"form {one.place}"] = page.html
        return self

    def _ask(self, learner: Learner, address: str, headers: Mapping[str, str] = {}) -> None:
        answer = learner.client.get(address, headers=dict(headers), follow_redirects=False)
        told = " ".join(f"{name}: {value}" for name, value in answer.headers.items() if name != "etag")
        status = {200: "OK"}.get(answer.status_code, answer.status_code)
        self.answers[f"{address} {sorted(headers)}"] = DRESS.sub("", f"{status} {told} {answer.text}")

    def holding(self, needles: set[str], whole: bool = False) -> dict[str, list[str]]:
        """The answers that hold any of these, with what they hold; ``whole``: as a number that stands by itself."""
        found = {}
        for asked, answer in self.answers.items():
            text = f"{answer} {plain(answer)}"
            if whole:
                held = [n for n in needles if re.search(rf"(?<![\d.]){re.escape(n)}(?![\d]|\.\d)", text)]
            else:
                held = [n for n in needles if n in text]
            if held:
                found[asked] = held
        return found


@pytest.fixture
def ada(app: FastAPI) -> Member:
    return member(app)


@pytest.fixture(params=one_in(2, ["one of every kind", "the full exam"]))
def sat(request: pytest.FixtureRequest, app: FastAPI, ada: Member) -> Sat:
    if request.param == "the full exam":
        return begin(app, ada.learner, "full", "")
    return sit(app, *(of_kind(kind) for kind in KINDS), *MORE, learner=ada.learner)


def test_nothing_that_can_be_reached_holds_a_key_a_band_a_seed_or_a_telling(
    app: FastAPI, sat: Sat, ada: Member
) -> None:
    found = Everything(sat, program(app, ada)).type().look(ada.learner)
    known = new_learner(app).get("/calculator").html  # an example that everybody sees
    all_of_them = [sat.variant(one.place) for one in sat.drawn()]
    known += " ".join(set.union(*map(told, all_of_them)))  # σ(-2) is a key here and an open test there
    for variant in all_of_them:
        for kind in (seeds, numbers, sentences):
            secret = {text for text in kind(variant) if text not in known}
            assert found.holding(secret) == {}, (variant.question.id, kind.__name__)
    for place, variant in enumerate(all_of_them, 1):
        its_own = f"{sat.address}/questions/{place} "
        own = {asked: told for asked, told in found.answers.items() if asked.startswith(its_own)}
        found_there = Everything(sat)
        found_there.answers = own
        assert len(own) == 2
        assert found_there.holding(shown(variant), whole=True) == {}, variant.question.id

    sat.hand_in()  # and whoever looks in this way finds what can be read afterwards
    after = Everything(sat)
    for attempt in sat.attempts():
        after._ask(ada.learner, f"/attempts/{attempt.name}/solution")
    after._ask(ada.learner, f"{sat.address}/review")
    told_now = {
        kind for variant in all_of_them for kind in (shown, sentences) if after.holding(kind(variant))
    }
    assert told_now == {shown, sentences}
    assert len(set.union(*(seeds(variant) for variant in all_of_them))) == 2 * len(all_of_them)


def other_key(variant: Variant, name: str, leaf: Any, n: int) -> Any:
    """Another value of the same kind for a cell of a key."""
    asked = variant.part(name)
    assert asked
    form = asked.step.form
    if isinstance(form, Positions):
        return [0] if leaf != [0] else [1]
    if isinstance(form, Choice):
        if isinstance(leaf, int):
            return (leaf + 1) % len(form.names)
        return next(option for option in form.names if option != leaf)
    if isinstance(leaf, bool | None):
        return leaf
    if isinstance(leaf, int):
        return leaf + 1 + n
    if isinstance(leaf, float):
        return leaf * 1.37 + 0.11
    if isinstance(leaf, list):
        return [f"{token}x" for token in leaf]
    return leaf if leaf in ("inf", "-inf") else f"another {leaf}"


def exchanged(variant: Variant, kept: Mapping[str, Any]) -> dict[str, Any]:
    parts = [
        dict(part)
        | {"key": [other_key(variant, part["name"], leaf, n) for n, leaf in enumerate(part["key"])]}
        | {
            "bands": [
                band and [x if isinstance(x, str) else x * 2 + 1 for x in band] for band in part["bands"]
            ]
        }
        for part in kept["parts"]
    ]
    return {**kept, "seed": 12345, "parts": parts}


@pytest.mark.sweep  # the test above reads every answer for them
@pytest.mark.parametrize("sat", ["one of every kind"], indirect=True)
def test_with_other_keys_bands_and_seeds_every_answer_stays_the_same_to_a_letter(
    app: FastAPI, sat: Sat, ada: Member
) -> None:
    Everything(sat).type()
    before = Everything(sat).look(ada.learner).answers
    with app.state.database.write() as connection:
        for one in sat.drawn():
            other = exchanged(sat.variant(one.place), one.variant)
            assert other["parts"] != one.variant["parts"]
            connection.execute(update(table).where(table.c.id == one.id).values(variant=other))
    changed = [one.variant for one in sat.drawn()]
    assert {kept["seed"] for kept in changed} == {12345}
    after = Everything(sat).look(ada.learner).answers
    for asked, answer in before.items():
        assert without_chance(after[asked]) == without_chance(answer), asked
    assert len(before) > 60


def without_chance(answer: str) -> str:
    """A key of a form is another one each time, as is the seed that practice begins with."""
    answer = re.sub(r'name="key" value="[\w-]+"', "", answer)
    return re.sub(r"seed=\d+|content-length: \d+", "", answer)
