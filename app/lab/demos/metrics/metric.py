"""The base of all metrics of the bench: each is made of those fields of the state that it needs."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from app.lab.demos.demo import Goal
from app.lab.demos.parts import Part
from engine import chain
from engine.chain import Run
from engine.solutions import worked_solution
from engine.solutions.pictures import Bars
from engine.solutions.worked_solution import Line

MOST = 600  # characters of a text
ROUNDED = 0.0051  # the error of rounding an answer to two decimals
WITHIN = 0.0101  # a hundredth


@dataclass(frozen=True)
class Metric(Part):
    """One metric. If ``wrong`` is not empty, nothing else may be asked of it."""

    prediction_fields: ClassVar[Sequence[str]]  # the fields that a prediction is about

    @property
    def uses(self) -> Sequence[str]:
        return [field.name for field in fields(self)]

    @property
    @abstractmethod
    def goals(self) -> Sequence[Goal]: ...


def plain(text: str) -> str:
    """Joins the words with single spaces."""
    return " ".join(text.split())


def told(run: Run, *steps: str) -> list[Line]:
    """Tells these steps with their numbers, as in a worked solution."""
    return [worked_solution.line(run, run.steps[name]) for name in steps]


def beside(
    title: str,
    about: str,
    values: Mapping[str, float],
    asked: str,
    predicted: float | None,
    most: float = 1.0,
) -> Bars:
    """Draws bars, with the prediction, in the pen's colour, below the one that was ``asked`` for.

    A prediction that the picture has no room for gets no bar.
    """
    bars = [(name, (value,)) for name, value in values.items()]
    if predicted is not None and 0 <= predicted <= most:
        bars.insert(list(values).index(asked) + 1, ("you", (predicted,)))
    return Bars(title, about, ("value",), tuple(bars), most=most, marked=("you",))


def by_hand(run: Run, step: str) -> float:
    """The value of the step if every step on the way is rounded as it is shown."""
    return float(chain.run(run.family, run.parameters, rounded=run.steps).reached[step])
