"""The lab: its demos, what one predicts before a model runs, and numbers of the screen that become an exercise."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.database.connection import Database
from app.identity.store import people
from app.lab import runs
from app.lab.demos import DEMOS
from app.lab.demos.demo import Demo, NoExercise, Run
from app.lab.demos.trained import Trained
from app.lab.runs import NoSuchRun
from app.lab.store import predictions
from app.lab.store.predictions import Prediction, Sketch
from app.practice import opening
from app.web.languages.languages import N_
from engine import variants
from engine.answers.reading import Unreadable, read_number
from engine.bank import Bank
from engine.exams.pools import family_of
from engine.parameters import BadParameters
from engine.questions import Question
from engine.variants import NO_SEED, Undrawable

RECORDED = "recorded"  # the run that is there at once, at the first state of each demo
NOT_WHOLE = N_("It is a whole number.")
NOT_FINITE = N_("Type a number that is not infinite.")
MOST_POINTS = 10**6  # of a run, all at once
STATES: Mapping[str, TypeAdapter[Any]] = {demo.name: TypeAdapter(demo.reads) for demo in DEMOS}


class NoSuchDemo(LookupError):
    """The lab has no demo of this name."""


class NothingAsked(ValueError):
    """At this state there is nothing to predict."""


class NotANumber(ValueError):
    """What was predicted cannot be read; the text says why."""


AnyDemo = Demo[Any]


@dataclass(frozen=True, slots=True)
class Opened:
    """A demo as somebody opens it. ``run`` is the name that their prediction, or their live run, has in addresses;
    ``shown`` says whether they may see what comes: they have predicted it, or it was there already."""

    demo: AnyDemo
    run: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Score:
    """How many of one's predictions in a demo were right, of those whose model has run."""

    demo: type[AnyDemo]
    right: int
    made: int

    @property
    def live(self) -> bool:
        """Whether the demo can run live on this server."""
        return issubclass(self.demo, Trained) and not self.recorded

    @property
    def recorded(self) -> bool:
        """Whether what it takes for a live run is not there: then it shows what was recorded."""
        return runs.lacking(self.demo(self.demo.reads())) is not None


def at(name: str, address: Mapping[str, str]) -> AnyDemo:
    """The demo of this name at the state of that address; what is not of the state is passed over, and what does not
    fit is ``unfit``. Raises NoSuchDemo.
    """
    kind = next((demo for demo in DEMOS if demo.name == name), None)
    if kind is None:
        raise NoSuchDemo(name)
    try:
        return kind(STATES[name].validate_python(dict(address)))
    except ValidationError as error:  # a decimal comma, perhaps
        mended = {field: address[field].replace(",", ".") for field in _wrong(error)}
    try:
        return kind(STATES[name].validate_python({**address, **mended}))
    except ValidationError as error:
        unfit = {field: address[field] for field in _wrong(error)}
        fitting = {field: value for field, value in {**address, **mended}.items() if field not in unfit}
        return kind(STATES[name].validate_python(fitting), unfit=unfit)


def _wrong(error: ValidationError) -> list[str]:
    return [str(one["loc"][0]) for one in error.errors()]


def opened(database: Database, token: str, demo: AnyDemo, name: str) -> Opened:
    """With the prediction, and the live run, that have this name: each only its own person's. What is RECORDED can be
    seen before one has predicted anything.
    """
    if demo.wrong:
        return Opened(demo, "", False)
    if name == RECORDED and not demo.live and demo.knows(type(demo.state)().address):
        return Opened(demo, RECORDED, True)
    run, made = _kept(database, token, name) if name else (None, None)
    if made is None or made.demo != demo.name or not demo.knows(made.state):
        return Opened(demo, "", False)
    return Opened(replace(demo, run=run, made=made if demo.answered(made) else None), name, True)


def _kept(database: Database, token: str, name: str) -> tuple[Run | None, Prediction | None]:
    with database.read() as rows:
        person = people.with_token(rows, token).id
        if person is None:
            return None, None
        if made := predictions.find(rows, person, name):
            return None, made
    try:
        run = runs.look(database, person, name, most=MOST_POINTS)
    except NoSuchRun:
        return None, None
    with database.read() as rows:
        return run, predictions.find(rows, person, run.settings["prediction"])


def predict(database: Database, token: str, key: str, demo: AnyDemo, typed: str, sketch: Sketch = ()) -> str:
    """Keeps what was predicted, with what came; where that takes a live run, puts one into the queue. Returns the name
    for ``opened``: of a form that is sent again, that of the first time, as long as its run is not over.

    Raises NothingAsked, NotANumber, and what ``runs.begin`` raises.
    """
    found = read_number(typed)
    if isinstance(found, Unreadable):
        raise NotANumber(found.message)
    if not isfinite(float(found.value)):
        raise NotANumber(NOT_FINITE)
    asked, name, run = demo.asked, "", ""
    if asked is None:
        raise NothingAsked
    if not asked.least <= found.value <= asked.most:
        raise NotANumber(asked.impossible)
    if asked.whole and found.value != int(found.value):
        raise NotANumber(NOT_WHOLE)
    if isinstance(demo, Trained) and demo.live:
        name = key = secrets.token_urlsafe(12)
        run = runs.begin(database, token, demo, {"prediction": name})
    with database.write() as rows:
        person = opening.person_of(rows, token)
        made = predictions.keep(
            rows, person, key, demo.name, demo.state.address, asked.words, float(found.value), asked.outcome,
            asked.within, name, sketch if run else (),
        )  # fmt: skip
    return run or made


def exercise(database: Database, bank: Bank, token: str, key: str, demo: AnyDemo) -> str:
    """A sheet with the numbers of the screen; returns its name. Raises NoExercise."""
    if demo.hindered:
        raise NoExercise(demo.hindered)
    asked = bank.questions[demo.question]
    try:
        variant = variants.draw(asked, NO_SEED, asked.default_level, demo.numbers)
    except (BadParameters, Undrawable) as error:
        raise NoExercise(str(error)) from error
    with database.write() as rows:
        return opening.stored(rows, token, opening.Fresh(variant), key).name


def of_section(bank: Bank, section: str) -> list[type[AnyDemo]]:
    """The demos that show something of it."""
    return [
        demo for demo in DEMOS if section in {demo.section, *(one.section for one in _questions(bank, demo))}
    ]


def with_numbers_for(bank: Bank, question: Question) -> list[type[AnyDemo]]:
    """The demos that have questions like this one."""
    chain = family_of(question)
    return [demo for demo in DEMOS if chain in {family_of(one) for one in _questions(bank, demo)}]


def _questions(bank: Bank, demo: type[AnyDemo]) -> list[Question]:
    """A demo's, as far as a bank has them."""
    return [bank.questions[name] for name in demo.questions if name in bank.questions]


def scores(database: Database, token: str) -> list[Score]:
    """Of every demo, in the order of the list."""
    with database.read() as rows:
        person = people.with_token(rows, token).id
        mine = predictions.of_person(rows, person) if person else []
    settled = [one for one in mine if one.outcome is not None]
    by_demo = {demo: [one for one in settled if one.demo == demo.name] for demo in DEMOS}
    return [Score(demo, sum(one.right for one in its), len(its)) for demo, its in by_demo.items()]


def made(database: Database, token: str) -> list[Score]:
    """The same of those demos in which one has predicted something."""
    return [one for one in scores(database, token) if one.made]
