"""A figure at the state of an address: what is shown, what changed, and what was guessed before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from app.practice import opening
from app.questions.context import Context
from app.questions.library import UnknownQuestion
from app.web.dependencies import new_key
from app.web.languages.languages import N_
from engine.answers.reading import Unreadable, read_number
from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame, Shown
from engine.parameters import BadParameters
from engine.variants import Undrawable

LONGEST = 400  # characters of the state before
REFUSED = N_(
    "These numbers make no fair exercise: rounding would decide, or a mistake would come to the same. Move the figure "
    "a little and try again."
)


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
    (``predicts``), ``shown`` is still the state before. ``problems`` say what could not be read."""

    figure: Figure
    frame: Frame
    shown: Shown
    problems: tuple[str, ...]
    predicting: bool
    predicts: Shown | None
    guess: Guess | None
    key: str = field(default_factory=new_key)

    @property
    def id(self) -> str:
        """The beginning of all ids in its HTML."""
        return f"figure-{self.figure.id}"

    @property
    def exercise(self) -> bool:
        """True if its numbers make an exercise."""
        return bool(self.figure.exercise(self.shown.frame))

    @property
    def address(self) -> str:
        return f"/figures/{self.figure.id}?{self.state}"

    @property
    def state(self) -> str:
        return urlencode(self.figure.texts(self.frame))

    @property
    def before(self) -> str:
        """The state that is in sight, which the next one is compared with."""
        return urlencode(self.figure.texts(self.shown.frame))

    def to(self, name: str) -> str:
        """The beginning of an address at which the handle of this name has another value, which is to follow."""
        others = {key: text for key, text in self.figure.texts(self.frame).items() if key != name}
        more = {"was": self.before, **({"predict": "on"} if self.predicting else {})}
        return f"/figures/{self.figure.id}?{urlencode({**others, **more})}&{name}="


def view(id: str, query: Mapping[str, str]) -> View:
    """The figure at the state of a query. Raises NoSuchFigure."""
    figure = find(id)
    frame, problems = figure.read(query)
    before = figure.read(dict(parse_qsl(query["was"][:LONGEST])))[0] if "was" in query else None
    shown, predicts, guess = figure.show(frame, before), None, None
    predicting, typed = query.get("predict") == "on", query.get("guess", "").strip()
    if predicting and before is not None and before.values != frame.values:
        number = read_number(typed)
        if isinstance(number, Unreadable):
            problems += (number.message,) if typed else ()
            shown, predicts = figure.show(before), shown
        else:
            came = shown.written(shown.value)
            guess = Guess(typed, came, shown.written(float(number.value)) == came)
    return View(
        figure=figure,
        frame=frame,
        shown=shown,
        problems=problems,
        predicting=predicting,
        predicts=predicts,
        guess=guess,
    )


def exercise(context: Context, id: str, query: Mapping[str, str], key: str) -> str:
    """Makes a sheet with the numbers of the figure; returns its name. Raises NoSuchFigure and NoExercise."""
    figure = find(id)
    frame, _ = figure.read(query)
    try:
        return opening.with_numbers(context, figure.exercise(frame), frame.run.parameters.to_json(), key)
    except (UnknownQuestion, BadParameters, Undrawable) as error:
        raise NoExercise(str(error)) from error
