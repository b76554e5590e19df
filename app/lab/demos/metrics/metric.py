"""What all metrics of the bench have in common: each is made of those fields of the state that it needs."""

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

ROUNDED = 0.0051  # what rounding an answer to two decimals does
WITHIN = 0.0101  # a hundredth


@dataclass(frozen=True)
class Metric(Part):
    """One of them. Where ``wrong`` says something, nothing else can be asked."""

    opens: ClassVar[Sequence[str]]  # the fields that its prediction is about

    @property
    def uses(self) -> Sequence[str]:
        return [field.name for field in fields(self)]

    @property
    @abstractmethod
    def goals(self) -> Sequence[Goal]: ...


def plain(text: str) -> str:
    """The words with single spaces between them."""
    return " ".join(text.split())


def told(run: Run, *steps: str) -> list[Line]:
    """These steps with their numbers, as in a worked solution."""
    return [worked_solution.line(run, run.steps[name]) for name in steps]


def beside(
    title: str,
    about: str,
    values: Mapping[str, float],
    asked: str,
    predicted: float | None,
    most: float = 1.0,
) -> Bars:
    """Bars, with what was predicted, in the pen's colour, below the one that was ``asked`` for; a prediction out of the
    picture has none."""
    bars = [(name, (value,)) for name, value in values.items()]
    if predicted is not None and 0 <= predicted <= most:
        bars.insert(list(values).index(asked) + 1, ("you", (predicted,)))
    return Bars(title, about, ("value",), tuple(bars), most=most, marked=("you",))


def by_hand(run: Run, step: str) -> float:
    """What it comes to for those who round every step on the way as it is shown."""
    return float(chain.run(run.family, run.parameters, rounded=run.steps).reached[step])
