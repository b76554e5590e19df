"""Sheets that hostile texts are typed into: one to practise on, and the only question of an exam."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from urllib.parse import quote_plus

from fastapi import FastAPI
from httpx2 import Response

from engine import variants
from engine.answers import cells
from tests.app.exams.sitting import Sat, sit
from tests.app.learner import Form, Learner, Page, new_learner
from tests.app.practice.hostile_cells import hostile
from tests.engine.submissions import BANK

BYTES = 60_000  # of a form, as it is sent
CELL = "cell."
Steps = Mapping[str, Callable[[], Page | Response]]  # what is asked of the application, one after the other


@cache
def sizes() -> Mapping[str, int]:
    """Cells of each question, the largest first; without programs, which nothing of ours reads."""
    drawn = [
        variants.draw(one, 1, one.default_level) for one in BANK.questions.values() if one.kind != "code"
    ]
    found = {one.question.id: sum(len(cells.cells(asked.key)) for asked in one.asked) for one in drawn}
    return dict(sorted(found.items(), key=lambda one: -one[1]))


@cache
def of_forms() -> Sequence[str]:
    """The largest question that has it, for each form of a field."""
    forms = dict[str, str]()
    for name in sizes():
        one = BANK.questions[name]
        for asked in variants.draw(one, 1, one.default_level).asked:
            forms.setdefault(type(asked.step.form).__name__, name)
    return list(dict.fromkeys(forms[form] for form in sorted(forms)))


@dataclass(frozen=True)
class Sheet:
    """A sheet to practise on, with something in each cell."""

    learner: Learner
    page: Page

    @classmethod
    def of(cls, app: FastAPI, question: str) -> "Sheet":
        learner = new_learner(app)
        fresh = learner.open(question, level=BANK.questions[question].default_level)
        zeros: Form = {**fresh.fields, **dict.fromkeys(_names(fresh), "0"), "do": "check"}
        return cls(learner, learner.send(fresh.action, zeros))

    def texts(self, rng: Random) -> dict[str, str]:
        return _texts(rng, _names(self.page))

    def steps(self, texts: Mapping[str, str]) -> Steps:
        filled: Form = {**self.page.fields, **texts, "do": "check"}
        return {"check": partial(self.learner.send, self.page.action, filled, follow=False)}


@dataclass(frozen=True)
class Paper:
    """An exam of one question, at its beginning."""

    sat: Sat
    page: Page

    @classmethod
    def of(cls, app: FastAPI, question: str) -> "Paper":
        sat = sit(app, question)
        return cls(sat, sat.open(1))

    def texts(self, rng: Random) -> dict[str, str]:
        return _texts(rng, [*_names(self.page), *self.page.boxes])

    def steps(self, first: Mapping[str, str], then: Mapping[str, str], by_script: bool) -> Steps:
        """Some texts are saved and then others, by the page's script and by its plain form, or the other way round;
        each time the page shows them. The last ones are handed in, and looked at with their verdicts. Other numbers
        may leave other fields: what has none here is left out."""
        here = {*_names(self.page), *self.page.boxes}
        first, then = (
            {name: text for name, text in texts.items() if name in here} for texts in (first, then)
        )
        ways = (self._by_script, self._by_form) if by_script else (self._by_form, self._by_script)
        return {
            "save": partial(ways[0], first),
            "page": partial(self.sat.open, 1),
            "save others": partial(ways[1], then),
            "page of the others": partial(self.sat.open, 1),
            "before the end": partial(self.sat.get, "/end"),
            "hand in": partial(self.sat.learner.send, f"{self.sat.address}/end", {}, follow=False),
            "review": partial(self.sat.get, "/review"),
        }

    def _by_script(self, texts: Mapping[str, str]) -> Response:
        """Saves with revisions that are newer than those of the form, which are milliseconds."""
        fields = [self.sat.field(1, name.partition(".")[2], text, 2**52) for name, text in texts.items()]
        return self.sat.save(*fields, place=1)

    def _by_form(self, texts: Mapping[str, str]) -> Page:
        typed: Form = {name: text for name, text in texts.items() if name.startswith(CELL)}
        return self.sat.learner.send(f"{self.sat.address}/questions/1", typed | {"do": "save"}, follow=False)


def _names(page: Page) -> list[str]:
    return [name for name in page.fields if name.startswith(CELL)]


def _texts(rng: Random, names: Sequence[str]) -> dict[str, str]:
    return {name: _fitting(hostile(rng), BYTES // len(names)) for name in names}


def _fitting(text: str, most: int) -> str:
    """As much of it as takes so many bytes in a form."""
    while len(quote_plus(text)) > most:
        text = text[: len(text) // 2]
    return text
