"""A figure is a chain with handles: numbers of a family that one moves, the picture of the run that they give, the one
line that matters, and a sentence on what a change changed.

    figure = Figure(
        "temperature", "Temperature on one distribution", family="softmax_temperature", section="2.7",
        question="hot-and-cold", start={"logits": [2, 1, 0.5, 0, -1]},
        handles=(Slider("temperature", "Temperature T", 1, least=0.1, most=3, step=0.1),),
        opens=lambda here: ("probabilities", (0,)),
    )

    @figure.says
    def sentence(now: Frame, before: Frame | None) -> str: ...

Pictures are the family's own unless the figure draws others. All numbers come from ``engine.chain.run``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, TypeVar

import numpy as np

from engine import catalogue
from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import CannotGoOn, Family, Run, run
from engine.figures import lines
from engine.figures.handles import Handle, Misread, Texts, misread
from engine.parameters import BadParameters, Frozen
from engine.solutions.pictures import Picture
from engine.solutions.worked_solution import At, Line

Function = TypeVar("Function", bound=Callable[..., Any])
NUMBER = re.compile(r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[−-]?\d+)?")
Place = tuple[str, At]  # a step, and one of its cells; () where it has a single value


@dataclass(frozen=True, slots=True)
class Frame:
    """A figure at one state: the values of its handles, and the exact run that they give."""

    values: Mapping[str, Any]
    run: Run

    def __getitem__(self, name: str) -> Any:
        """The value of a handle; else of a step or a parameter."""
        return self.values[name] if name in self.values else self.run.values[name]


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A frame as a page shows it. ``asks`` is the place whose value the line gives, and a prediction asks for."""

    frame: Frame
    pictures: tuple[Picture, ...]
    line: Line
    asks: Place
    sentence: str

    @property
    def value(self) -> Any:
        """The value at the place that is asked."""
        held, (_, at) = self.line.value, self.asks
        return held[at if isinstance(held, np.ndarray) else at[0]] if at else held

    def written(self, value: float) -> str:
        """A value at this place as the line has it."""
        form = self.line.step.form
        return form.show(value) if isinstance(form, Fixed | Scientific | Integer) else f"{value:g}"


def plain(number: str) -> str:
    """A number of a picture as Python reads it."""
    return number.replace("−", "-").replace(",", "")


@dataclass
class Figure:
    """One figure. ``start`` are the parameters that no handle moves; ``opens`` gives the place of the line that matters
    in a frame; ``question`` is the question of the bank that its numbers become, "" where no question asks for them.
    One to three handles are in sight; the ``constants`` are names of further ones, which stand folded below these.

    ``takes`` lets it show other numbers than its own: a function that gives the handles for parameters of its family,
    None where it cannot show them. Without one it shows those that its handles reach (``engine.figures.own_numbers``).

    ``also`` are other families of the same parameters, whose numbers it shows as well.

    ``subject`` is the folder that it lies in, set by the catalogue.
    """

    id: str
    title: str
    _: KW_ONLY
    family: str
    also: tuple[str, ...] = ()
    section: str
    question: str | Callable[[Frame], str]
    start: Mapping[str, Any]
    handles: tuple[Handle, ...]
    opens: Callable[[Frame], Place]
    constants: tuple[str, ...] = ()
    subject: str = ""
    _draw: Callable[[Frame], Picture | Sequence[Picture]] | None = None
    _say: Callable[[Frame, Frame | None], str] = field(default=lambda now, before: "")
    _take: Callable[[Any], Sequence[Handle] | None] | None = None

    def draws(self, draw: Function) -> Function:
        """Sets the figure's own picture, or several that stand beside one another."""
        self._draw = draw
        return draw

    def says(self, say: Function) -> Function:
        """Sets the sentence on the frame, and on what changed since the one before, if there was another."""
        self._say = say
        return say

    def takes(self, take: Function) -> Function:
        """Sets the handles for other parameters than the figure's own, None where it cannot show them."""
        self._take = take
        return take

    @property
    def takes_numbers(self) -> bool:
        return self._take is not None

    def take(self, given: Frozen) -> Sequence[Handle] | None:
        """The handles for these parameters, None where the figure cannot show them."""
        return self.handles if self._take is None else self._take(given)

    def is_of(self, family: str) -> bool:
        """True for the families whose numbers it can be about."""
        return family in (self.family, *self.also)

    def exercise(self, frame: Frame) -> str:
        """The question of the bank that asks for the numbers of a frame, "" where there is none."""
        return self.question if isinstance(self.question, str) else self.question(frame)

    @property
    def chain(self) -> Family:
        return catalogue.find(self.family)

    def read(self, texts: Texts) -> tuple[Frame, tuple[Misread, ...]]:
        """The frame of an address, and a sentence for each text in it that is no value of its handle."""
        values: dict[str, Any] = {}
        said: list[Misread] = []
        for handle in self.handles:
            values[handle.name] = handle.start
            if any(name in texts for name in handle.names):
                values[handle.name], problem = handle.read(texts)
                said += [problem] if problem else []
        try:
            return self.at(values), tuple(said)
        except (BadParameters, CannotGoOn) as error:
            return self.at({}), (
                *said,
                misread(f"These have no figure: {str(error).rstrip('.')}", "the first one is shown instead"),
            )

    def at(self, values: Mapping[str, Any]) -> Frame:
        """The frame where these handles have these values, and the others their first ones.

        Raises BadParameters and CannotGoOn.
        """
        moved = {handle.name: values.get(handle.name, handle.start) for handle in self.handles}
        parameters = dict(self.start)
        for handle in self.handles:
            parameters |= handle.put(parameters, moved[handle.name])
        return Frame(moved, run(self.chain, self.chain.parameters.of(parameters)))

    def texts(self, frame: Frame) -> dict[str, str]:
        """The frame as an address has it."""
        return {
            name: text
            for handle in self.handles
            for name, text in handle.texts(frame.values[handle.name]).items()
        }

    def show(self, frame: Frame, before: Frame | None = None) -> Shown:
        """The frame as a page shows it. Its sentence tells of a change if one handle was moved: of several, none is the
        cause."""
        moved = before and sum(before.values[name] != value for name, value in frame.values.items())
        changed = before if moved == 1 else None
        name, at = self.opens(frame)
        return Shown(
            frame=frame,
            pictures=self._pictures(frame),
            line=lines.line(frame.run, frame.run.steps[name], at or None),
            asks=(name, at),
            sentence=self._say(frame, changed),
        )

    def _pictures(self, frame: Frame) -> tuple[Picture, ...]:
        if self._draw is None:
            made = [draw(frame.run) for draw in frame.run.family.pictures.values()]
            return tuple(picture for picture in made if picture is not None)
        drawn = self._draw(frame)
        return tuple(drawn) if isinstance(drawn, Sequence) else (drawn,)
