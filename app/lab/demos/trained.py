"""Demos with a model that a worker runs live, step by step, before one's eyes."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from app.lab.demos.chart import Chart
from app.lab.demos.demo import Demo, S
from engine.solutions.pictures import Curve


@dataclass(frozen=True, slots=True)
class Lack:
    """What a server has not that a live run takes, and what can be seen without it; to administrators, what ``mends``
    it."""

    says: str
    mends: str


class Trained(Demo[S]):
    """What is predicted may be what comes of a live run."""

    trained_by: ClassVar[str]  # the module of the engine whose ``live`` yields the points of a run
    measured: ClassVar[str]  # what of its result was to be predicted
    sketched: ClassVar[bool] = True  # whether what is predicted is where the bold line of a live run ends
    steered: ClassVar[bool] = False  # whether the rate of a live run may be changed

    @property
    def live(self) -> bool:
        return self.asked is not None and self.asked.outcome is None

    @property
    def lacks(self) -> Lack | None:
        """Besides PyTorch; None where nothing is lacking."""
        return None

    @property
    @abstractmethod
    def training(self) -> Mapping[str, Any]:
        """The ``steps`` of a live run, and what the worker's model is built and trained with, as JSON."""

    @property
    @abstractmethod
    def chart(self) -> Chart:
        """How a live run is drawn while it goes on."""

    @property
    def curve(self) -> Curve | None:
        """What has come of the live run; None as long as it is too little to draw."""
        if self.run is None or len(self.run.points) < 2:
            return None
        return self.chart.drawn("Your run", self.run.points, self.made, self.run.total)
