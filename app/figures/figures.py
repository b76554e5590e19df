"""A figure at the state of an address: what is shown, what changed, and what was guessed before.

An address may hold numbers of one's own, too: the parameters of the figure's family as its form has them, each after
``of.``. The figure is about these then, and its handles begin there (``engine.figures.own_numbers``).
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from urllib.parse import parse_qsl, urlencode

from app.practice import opening
from app.questions.context import Context
from app.web.dependencies import new_key
from engine.answers.reading import Unreadable, read_number
from engine.bank import Bank
from engine.chain import Run
from engine.fields import form
from engine.figures import own_numbers, predictions
from engine.figures.addresses import State
from engine.figures.catalogue import figures, find
from engine.figures.figure import Figure, Frame, Shown
from engine.figures.handles import Handle
from engine.figures.own_numbers import OWN, NoSuchNumbers

LONGEST = 2000  # characters of the state before
SENTENCES = re.compile(r"(?<=[.?]) (?=[A-Z“])")
PLACE = re.compile(r"[A-Za-z0-9_-]{1,60}")


class NoExercise(ValueError):
    """Raised if the numbers of a figure make no fair exercise."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A prediction of the value that the line gives, beside that value."""

    typed: str
    came: str
    right: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """A figure as its page shows it. ``frame`` is the state of the handles; while a prediction is awaited
    (``predicts``), ``shown`` is still the state before, and its pictures are held back where they tell what is asked
    (``withheld``), at the places ``told_at``; ``unanswered`` if one wanted to look before a number was typed.
    ``problems`` say what could not be read; ``own`` are the numbers that it is about, as the address has them, empty
    where they are the figure's. ``exercise``: a sheet can be made with its numbers. ``place`` is where a page took it
    in that may hold it already."""

    figure: Figure
    frame: Frame
    shown: Shown
    problems: tuple[str, ...]
    predicting: bool
    predicts: Shown | None
    guess: Guess | None
    own: Mapping[str, str]
    exercise: bool
    told_at: tuple[str, ...] = ()
    unanswered: bool = False
    place: str = ""
    key: str = field(default_factory=new_key)

    @property
    def id(self) -> str:
        """The beginning of all ids in its HTML."""
        return f"figure-{self.figure.id}{'-' if self.place else ''}{self.place}"

    @property
    def withheld(self) -> bool:
        """True while a number is asked that stands in the pictures of the state before: at a bar, or in a table."""
        return bool(self.told_at)

    @property
    def waits_for(self) -> str:
        """Where the pictures that are held back have the number, else what it is."""
        named = ", ".join(filter(None, self.told_at))
        return named or (self.predicts.line.step.title if self.predicts else "")

    @property
    def in_sight(self) -> Sequence[Handle]:
        return [handle for handle in self.figure.handles if handle.name not in self.figure.constants]

    @property
    def folded(self) -> Sequence[Handle]:
        return [handle for handle in self.figure.handles if handle.name in self.figure.constants]

    @property
    def unfolds(self) -> bool:
        """True if one of the folded handles was moved."""
        return any(self.frame.values[handle.name] != handle.start for handle in self.folded)

    @property
    def told_still(self) -> str:
        """Its sentence where nothing can be moved: without the question that moving it would answer."""
        return " ".join(one for one in SENTENCES.split(self.shown.sentence) if not one.endswith("?"))

    @property
    def asked_for(self) -> bool:
        """True if a question of the bank asks for such numbers, be these fair or not."""
        return bool(self.figure.exercise(self.frame))

    @property
    def address(self) -> str:
        return f"/figures/{self.figure.id}?{self.state}"

    @property
    def state(self) -> str:
        return urlencode(self.fixed.texts)

    @property
    def fixed(self) -> State:
        """The state as it is handed on, to stand in a question or an assignment."""
        return State(self.figure.id, {**self.own, **self.figure.texts(self.frame)})

    @property
    def before(self) -> str:
        """The state that is in sight, which the next one is compared with."""
        return urlencode(self.figure.texts(self.shown.frame))

    def to(self, name: str) -> str:
        """The beginning of an address at which the handle of this name has another value, which is to follow."""
        others = {key: text for key, text in self.figure.texts(self.frame).items() if key != name}
        more = {"was": self.before, **({"predict": "on"} if self.predicting else {})}
        more |= {"place": self.place} if self.place else {}
        return f"/figures/{self.figure.id}?{urlencode({**self.own, **others, **more})}&{name}="


def view(bank: Bank, id: str, query: Mapping[str, str], place: str = "") -> View:
    """The figure at the state of a query. Raises NoSuchFigure."""
    figure, own, problem = _about(find(id), query)
    frame, misread = figure.read(query)
    problems: tuple[str, ...] = (problem, *misread) if problem else misread
    before = figure.read(dict(parse_qsl(query["was"][:LONGEST])))[0] if "was" in query else None
    shown, predicts, guess = figure.show(frame, before), None, None
    told_at: tuple[str, ...] = ()
    predicting, typed = query.get("predict") == "on", query.get("guess", "").strip()
    if predicting and before is not None and before.values != frame.values:
        number = read_number(typed)
        if isinstance(number, Unreadable):
            problems += (number.message,) if typed else ()
            shown, predicts = figure.show(before), shown
            told_at = predictions.told_at(figure, shown, predicts)
        else:
            came = shown.written(shown.value)
            said = float(number.value)
            guess = Guess(typed, came, isfinite(said) and shown.written(said) == came)
    return View(
        figure=figure,
        frame=frame,
        shown=shown,
        problems=problems,
        predicting=predicting,
        predicts=predicts,
        guess=guess,
        own=own,
        exercise=_makes_a_sheet(bank, figure, frame),
        told_at=told_at,
        unanswered=predicts is not None and "look" in query and not typed,
        place=place and (place if PLACE.fullmatch(place) else "here"),
    )


def _makes_a_sheet(bank: Bank, figure: Figure, frame: Frame) -> bool:
    question = figure.exercise(frame)
    return bool(question) and _is_fair(bank, question, json.dumps(frame.run.parameters.to_json()))


@lru_cache(maxsize=2048)
def _is_fair(bank: Bank, question: str, numbers: str) -> bool:
    """The answer for these numbers, as JSON, is kept: each study page asks anew for those its figures begin with."""
    return opening.makes_a_sheet(bank, question, json.loads(numbers))


def _about(figure: Figure, query: Mapping[str, str]) -> tuple[Figure, Mapping[str, str], str]:
    """The figure about the numbers of a query, and these; else its own, and the sentence to say why."""
    own = {name: text for name, text in query.items() if name.startswith(OWN)}
    if not own:
        return figure, {}, ""
    texts = {name.removeprefix(OWN): text for name, text in own.items()}
    try:
        return own_numbers.about(figure, own_numbers.read(figure.chain, texts)), own, ""
    except NoSuchNumbers as error:
        return figure, {}, str(error)


def of_run(exact: Run) -> str:
    """The address of a figure whose first state is exactly the numbers of this run, "" where there is none."""
    for figure in figures().values():
        if figure.is_of(exact.family.id):
            texts = form.filled(exact.family, exact.parameters)
            try:
                again = own_numbers.read(figure.chain, texts)
                own_numbers.about(figure, again)
            except NoSuchNumbers:
                continue
            if again.to_json() != exact.parameters.to_json():  # a text may have fewer decimals than a root
                continue
            return f"/figures/{figure.id}?{urlencode({OWN + name: text for name, text in texts.items()})}"
    return ""


def exercise(context: Context, id: str, query: Mapping[str, str], key: str) -> str:
    """Makes a sheet with the numbers of the figure; returns its name. Raises NoSuchFigure and NoExercise."""
    figure = find(id)
    frame, _ = figure.read(query)
    try:
        return opening.with_numbers(context, figure.exercise(frame), frame.run.parameters.to_json(), key)
    except opening.UNFAIR as error:
        raise NoExercise(str(error)) from error
