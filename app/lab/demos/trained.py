"""Demos with a model that a worker trains or runs live, step by step, while the visitor watches."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from app.lab.demos.chart import Chart
from app.lab.demos.demo import Demo, S
from engine.demos.gpt.settings import OutOfRange
from engine.solutions.pictures import Curve


@dataclass(frozen=True, slots=True)
class Lack:
    """A resource that a server lacks for a live run.

    ``says`` tells what is lacking and what can be seen without it, ``remedy`` how an administrator provides it.
    """

    says: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Knob:
    """A setting that may be changed while a run goes on: its label, what a sentence calls it, and its limits."""

    label: str
    words: str
    least: float
    most: float
    whole: bool = False

    def check(self, number: float) -> None:
        """Raises OutOfRange for a number to which it may not be set."""
        if not self.least <= number <= self.most:
            raise OutOfRange(f"{self.words} lies between {self.least:.7g} and {self.most:.10g}.")
        if self.whole and number != int(number):
            raise OutOfRange(f"{self.words} is a whole number.")


class Trained(Demo[S]):
    """A demo whose prediction may be about a live run."""

    trained_by: ClassVar[str]  # the module of the engine whose ``live`` yields the points of a run
    measured: ClassVar[str]  # the field of its result that is predicted
    sketched: ClassVar[bool] = True  # whether the prediction is about the end of a live run's bold line
    steerable: ClassVar[Mapping[str, Knob]] = {}  # the settings of a live run that may be changed on the way

    @property
    def live(self) -> bool:
        return self.asked is not None and self.asked.outcome is None

    @property
    def lacks(self) -> Lack | None:
        """A resource other than PyTorch that is lacking; None if nothing is."""
        return None

    @property
    @abstractmethod
    def training(self) -> Mapping[str, Any]:
        """The ``steps`` of a live run, and the settings of the worker's model and training, as JSON."""

    @property
    @abstractmethod
    def chart(self) -> Chart:
        """The drawing of a live run while it goes on."""

    @property
    def curve(self) -> Curve | None:
        """The points of the live run so far, drawn; None if they are too few."""
        if self.run is None or len(self.run.points) < 2:
            return None
        return self.chart.drawn("Your run", self.run.points, self.prediction, self.run.total)
