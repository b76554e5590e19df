"""A way through a chain, line by line: the right one, or one with a mistake in it; and what people reach on it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np

from engine.answers.forms import Integer
from engine.chain import CannotGoOn, Mistake, NotApplicable, NotNeeded, Run, Step, stem_of
from tests.honest.computing.decisions import UNCHANGED, Changed, Tape
from tests.honest.computing.formulas import function_of
from tests.honest.computing.operations import HAND
from tests.honest.computing.pens import Pen
from tests.honest.computing.source import NotWritten
from tests.honest.needs import agree, needs, written

Values = Mapping[str, Any]


@dataclass(kw_only=True, slots=True)
class Line:
    """A step as somebody does it: the function, what it takes, the decisions on its way.

    ``right``: the step as it should be done, where the function takes what that comes to. ``native`` lines cannot be
    interpreted; why is in ``because``.
    """

    step: Step
    function: Callable[..., Any]
    sources: tuple[str, ...]
    changed: Changed = field(default_factory=dict)
    tape: Tape = field(default_factory=list)
    right: "Line | None" = None
    because: str = ""
    met: Mapping[Any, FunctionType] = field(default_factory=dict)

    def given(self, values: Values, right: Any) -> list[Any]:
        return [
            right if source == "right" else values[own_name(self.step, source)] for source in self.sources
        ]

    def record(self, values: Values) -> Any:
        """Computes the line exactly and keeps its decisions."""
        if self.right:
            self.right.record(values)
        given = self.given(values, self.right and self.right.exactly(values))
        HAND.met = {}
        try:
            found, self.tape = HAND.exactly(self.function, given, self.changed)
        except NotWritten as error:
            self.because = str(error)
            found = self.function(*given)
        self.met = HAND.met
        return unwrapped(found)

    def exactly(self, values: Values) -> Any:
        """As the engine computes it, to the last bit: a mistake may ask whether something is still the same."""
        return unwrapped(self.step.compute(*self.given(values, None)))

    def by_hand(self, values: Values, pen: Pen) -> Any:
        given = self.given(values, self.right and self.right.by_hand(values, pen))
        if self.because:
            return written(unwrapped(self.function(*given)), pen)
        found = HAND.by_hand(self.function, given, pen, self.tape, self.changed)
        if self.changed and HAND.strayed:
            raise ArithmeticError("by this way nobody comes to the mistake")
        return unwrapped(found)


class Way:
    """The lines of a run, of which some may be done wrongly: ``instead``, by the name of the step."""

    def __init__(
        self,
        run: Run,
        instead: Mapping[str, Mistake] | None = None,
        changed: Mapping[str, Changed] | None = None,
    ) -> None:
        self.run = run
        self.lines: list[Line] = []
        for name, step in run.steps.items():
            mistake = (instead or {}).get(name) or (instead or {}).get(step.stem)
            self.lines.append(_line(step, mistake, (changed or {}).get(name, UNCHANGED)))
        with np.errstate(divide="raise", invalid="raise", over="raise"):
            for line in self.lines:
                found = line.record(run.values)
                if not line.because and not agree(found, run.reached[line.step.name]):
                    line.because = "comes to something else"

    def native(self) -> dict[str, str]:
        """The lines that are not interpreted, by their stem, and why."""
        lines = [*self.lines, *(line.right for line in self.lines if line.right)]
        return {line.step.stem: line.because for line in lines if line.because}

    def solved(
        self, pen: Pen, carried: Callable[[Step, Any, Pen], Any], asked: frozenset[str]
    ) -> dict[str, Any]:
        """The value of each line. ``carried`` is what somebody goes on with after an asked line. Raises CannotGoOn."""
        needed = needs(self.run, asked)
        values = dict(vars(self.run.parameters))
        reached: dict[str, Any] = {}
        with np.errstate(divide="raise", invalid="raise", over="raise"):
            for line in self.lines:
                name, step = line.step.name, line.step
                pen.whole = isinstance(step.form, Integer)
                pen.least = needed[name]
                try:
                    reached[name] = line.by_hand(values, pen)
                except (ArithmeticError, ValueError, IndexError, KeyError, NotApplicable) as error:
                    raise CannotGoOn(f"{name}: {error!r}", reached) from error
                values[name] = carried(step, reached[name], pen) if name in asked else reached[name]
        return reached


def _line(step: Step, mistake: Mistake | None, changed: Changed) -> Line:
    function, sources = (mistake.compute, mistake.sources) if mistake else (step.compute, step.sources)
    right = _line(step, None, UNCHANGED) if mistake and "right" in sources else None
    return Line(
        step=step, function=function_of(function) or function, sources=sources, changed=changed, right=right
    )


def own_name(step: Step, source: str) -> str:
    """A mistake in an unrolled chain names its sources by their stems."""
    return next((own for own in step.sources if stem_of(own) == source), source)


def unwrapped(value: Any) -> Any:
    return value.value if isinstance(value, NotNeeded) else value
