"""The lab: its demos, predictions made before a model runs, and exercises made from numbers of the screen."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any
from urllib.parse import parse_qsl, urlencode

from pydantic import TypeAdapter, ValidationError

from app.database.connection import Database
from app.lab import runs
from app.lab.demos import DEMOS
from app.lab.demos.demo import Demo, NoExercise, Run
from app.lab.demos.trained import Trained
from app.lab.runs import NoSuchRun
from app.lab.store import exercises, predictions
from app.lab.store.predictions import Prediction, Sketch
from app.practice import opening
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.answers.reading import Unreadable, read_number
from engine.bank import Bank
from engine.exams.pools import family_of
from engine.parameters import BadParameters
from engine.questions import Question
from engine.variants import Undrawable

RECORDED = "recorded"  # the run shown at once, at the first state of each demo
NOT_WHOLE = N_("It is a whole number.")
NOT_FINITE = N_("Type a number that is not infinite.")
MOST_POINTS = 10**6  # of a run, all at once
STATES: Mapping[str, TypeAdapter[Any]] = {demo.name: TypeAdapter(demo.state_type) for demo in DEMOS}


class NoSuchDemo(LookupError):
    """Raised if the lab has no demo of this name."""


class NothingAsked(ValueError):
    """Raised if there is nothing to predict at this state."""


class NotANumber(ValueError):
    """Raised if a prediction cannot be read; the text says why."""


AnyDemo = Demo[Any]


@dataclass(frozen=True, slots=True)
class Opened:
    """A demo as a visitor opens it. ``run`` is the name of their prediction or live run in addresses.

    ``shown`` is true if they may see the outcome: they have predicted it, or it was shown from the start. ``before`` is
    the result that they had on the screen, while this state has none.
    """

    demo: AnyDemo
    run: str
    shown: bool
    before: "Opened | None" = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way from an exercise to a demo; ``back`` if the exercise was made at that state."""

    demo: type[AnyDemo]
    address: str
    back: bool


@dataclass(frozen=True, slots=True)
class Score:
    """A person's predictions in a demo whose outcome is known: the number ``made``, and how many of them were
    ``right``."""

    demo: type[AnyDemo]
    right: int
    made: int

    @property
    def live(self) -> bool:
        """True if the demo can run live on this server."""
        return issubclass(self.demo, Trained) and not self.recorded

    @property
    def recorded(self) -> bool:
        """True if this server lacks something for a live run, so that the demo shows what was recorded."""
        return runs.lacking(self.demo(self.demo.state_type())) is not None


def at(name: str, address: Mapping[str, str]) -> AnyDemo:
    """Returns the demo of this name at the state of that address. Raises NoSuchDemo.

    Fields that are not of the state are ignored, and values that do not fit are ``unfit``.
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


def opened(context: Context, demo: AnyDemo, name: str, was: str = "") -> Opened:
    """Returns the demo with the prediction and the live run of this name, if they are the person's own.

    RECORDED can be seen without a prediction. Where nothing has come yet, the result before is that of this name, or of
    the one that the run on its way ``was`` begun from.
    """
    here = _opened(context, demo, name)
    if here.shown and not (here.demo.run and not here.demo.run.over):
        return here
    return replace(here, before=_before(context, demo, was or ("" if here.shown else name)))


def _before(context: Context, demo: AnyDemo, name: str) -> Opened | None:
    """The result of this name, as it is now looked at; None if there is none, or if it is of another part."""
    if not (address := _begun_at(context, demo, name)):
        return None
    then = dict(parse_qsl(address, keep_blank_values=True))
    made = at(demo.name, then)
    if getattr(made.state, "part", "") != getattr(demo.state, "part", ""):
        return None
    now = dict(parse_qsl(demo.state.address, keep_blank_values=True))
    for state in (
        now | {field: then[field] for field in made.prediction_fields or then if field in then},
        then,
    ):
        found = _opened(context, at(demo.name, state), name)
        if found.shown and not (found.demo.run and not found.demo.run.over):
            return found
    return None


def _begun_at(context: Context, demo: AnyDemo, name: str) -> str:
    """The address at which the prediction or the run of this name was made; "" if it is not the person's own."""
    if name == RECORDED:
        address: str = demo.state_type().address
        return address
    made = _kept(context, name)[1] if name else None
    return made.state if made and made.demo == demo.name else ""


def _opened(context: Context, demo: AnyDemo, name: str) -> Opened:
    if demo.wrong:
        return Opened(demo, "", False)
    if name == RECORDED and not demo.live and demo.knows(type(demo.state)().address):
        return Opened(demo, RECORDED, True)
    run, made = _kept(context, name) if name else (None, None)
    if made is None or made.demo != demo.name or not demo.knows(made.state):
        return Opened(demo, "", False)
    return Opened(replace(demo, run=run, prediction=made if demo.answered(made) else None), name, True)


def _kept(context: Context, name: str) -> tuple[Run | None, Prediction | None]:
    person = context.person.id
    if person is None:
        return None, None
    with context.database.read() as connection:
        if made := predictions.find(connection, person, name):
            return None, made
    try:
        run = runs.look(context, name, most=MOST_POINTS)
    except NoSuchRun:
        return None, None
    with context.database.read() as connection:
        return run, predictions.find(connection, person, run.settings["prediction"])


def predict(context: Context, key: str, demo: AnyDemo, typed: str, sketch: Sketch = ()) -> str:
    """Keeps a prediction with its outcome, or queues a live run if one is needed; returns the name for ``opened``.

    A form that is sent again gets the name of the first time, as long as its run is not over.

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
        run = runs.begin(context, demo, {"prediction": name})
    with context.database.write() as connection:
        person = opening.person_of(connection, context.visitor.token)
        made = predictions.keep(
            connection, person, key, demo.name, demo.state.address, asked.words, float(found.value), asked.outcome,
            asked.within, name, sketch if run else (),
        )  # fmt: skip
    return run or made


def outcome_of(name: str, address: str, told: float | None) -> float | None:
    """The outcome at that state of a demo, where the demo knows it without a live run; else the one ``told``."""
    try:
        demo = at(name, dict(parse_qsl(address, keep_blank_values=True)))
    except NoSuchDemo:
        return told
    return told if demo.asked is None or demo.asked.outcome is None else demo.asked.outcome


def exercise(context: Context, key: str, demo: AnyDemo, run: str = "") -> str:
    """Makes a sheet with the numbers of the screen; returns its name. The sheet leads back to this state and ``run``.
    Raises NoExercise."""
    if demo.obstacle:
        raise NoExercise(demo.obstacle)
    try:
        name = opening.with_numbers(context, demo.question, demo.numbers, key)
    except (BadParameters, Undrawable) as error:
        raise NoExercise(str(error)) from error
    with context.database.write() as connection:
        exercises.keep(
            connection, name, demo.name, demo.state.address + (f"&{urlencode({'run': run})}" if run else "")
        )
    return name


def of_section(bank: Bank, section: str) -> list[type[AnyDemo]]:
    """The demos that show something of the section."""
    return [
        demo for demo in DEMOS if section in {demo.section, *(one.section for one in _questions(bank, demo))}
    ]


def with_numbers_for(bank: Bank, question: Question) -> list[type[AnyDemo]]:
    """The demos that have questions like this one."""
    chain = family_of(question)
    return [demo for demo in DEMOS if chain in {family_of(one) for one in _questions(bank, demo)}]


def addresses_for(database: Database, bank: Bank, question: Question, attempt: str | None) -> list[Way]:
    """The demos that have questions like this one, each with its address: that of the very state and run where the
    numbers of this attempt come from, if they do."""
    demos = with_numbers_for(bank, question)
    made = None
    if demos and attempt:
        with database.read() as connection:
            made = exercises.origin(connection, attempt)
    return [
        Way(demo, f"/lab/{demo.name}?{made[1]}", True)
        if made and made[0] == demo.name
        else Way(demo, f"/lab/{demo.name}", False)
        for demo in demos
    ]


def _questions(bank: Bank, demo: type[AnyDemo]) -> list[Question]:
    """The questions of a demo that the bank has."""
    return [bank.questions[name] for name in demo.questions if name in bank.questions]


def scores(context: Context) -> list[Score]:
    """The scores in every demo, in the order of the list."""
    with context.database.read() as connection:
        mine = predictions.of_person(connection, context.person.id) if context.person.id else []
    settled = [one for one in mine if one.outcome is not None]
    by_demo = {demo: [one for one in settled if one.demo == demo.name] for demo in DEMOS}
    return [Score(demo, sum(one.right for one in its), len(its)) for demo, its in by_demo.items()]


def made(context: Context) -> list[Score]:
    """The scores in those demos in which the person has predicted something."""
    return [one for one in scores(context) if one.made]
