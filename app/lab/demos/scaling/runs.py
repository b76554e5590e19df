"""The recorded runs on one kind of names, the law fitted to them, and how far it can be trusted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, get_args

import numpy as np

from app.lab.demos.scaling.law import RECORDED, Point, parameters_of, shortened
from app.lab.demos.scaling.state import Width
from engine.demos import recording
from engine.demos.scaling import laws
from engine.demos.scaling.laws import FLOPS, Law

VALLEY_COMPUTE = 2.6e9  # FLOPs of each run of the valley
VALLEY_SEEDS: Mapping[str, tuple[float, float]] = {  # two widths again, with the seeds 8 to 11: from, to
    "12": (2.356, 2.366), "24": (2.464, 2.497),
}  # fmt: skip
SHOWN = 3  # decimals of a loss in tables


@dataclass(frozen=True)
class Runs:
    """The nineteen runs on the names of the source, or on the ``real`` ones."""

    real: bool

    @property
    def data(self) -> Mapping[str, Any]:
        found = recording.shown(RECORDED)
        return found["real"] if self.real else found

    @cached_property
    def law(self) -> Law:
        """The law, with its constants as they are shown."""
        return shortened(Law(**self.data["law"]))

    @cached_property
    def resampled(self) -> list[Law]:
        """Laws that other random draws would have given."""
        return [Law(*row) for row in self.data["others"]]

    @cached_property
    def points(self) -> list[Point]:
        return [Point(self.law, *row) for row in self.data["runs"]]

    @property
    def lengths(self) -> list[list[Point]]:
        """The runs grouped by the tokens they read, shortest first."""
        known = sorted({round(run.tokens, -2) for run in self.points})
        return [[run for run in self.points if abs(run.tokens - length) < 100] for length in known]

    @property
    def least(self) -> float:
        """The loss that none of the runs got below."""
        return min(run.loss or 0.0 for run in self.points)

    @property
    def median(self) -> Point:
        """The run in the middle by FLOPs."""
        return sorted(self.points, key=attrgetter("flops"))[len(self.points) // 2]

    @property
    def rms_residual(self) -> float:
        """Distance of the law from its runs, root mean square in nats."""
        return float(self.data["misses"])

    def interval(self, name: str) -> tuple[float, float]:
        """The interval of a constant in nine tenths of the resampled laws."""
        return laws.interval(self.resampled, attrgetter(name))

    @property
    def extrapolated(self) -> list[tuple[Point, float]]:
        """The most expensive runs, each with the prediction of the law fitted to the others."""
        return [(Point(self.law, *row[:3]), row[3]) for row in self.data.get("foretold", ())]

    @property
    def overestimates(self) -> tuple[float, float]:
        """The least and the largest excess of these predictions over the measured losses."""
        over = [predicted - (run.loss or 0.0) for run, predicted in self.extrapolated]
        return min(over), max(over)

    @property
    def most_epochs(self) -> float:
        """The largest number of times that the real names were read."""
        return max(run.tokens for run in self.points) / float(self.data["unique"])

    @property
    def valley(self) -> list[tuple[str, Point]]:
        """Runs on the names of the source that cost the same, by their width."""
        found = [Point(self.law, *row) for row in recording.shown(RECORDED)["same compute"]]
        names = {parameters_of(width): width for width in get_args(Width)}
        return [(names[point.parameters], point) for point in found]

    @property
    def valley_minimum(self) -> tuple[str, Point]:
        return min(self.valley, key=lambda one: one[1].loss or 0.0)

    @property
    def valley_margin(self) -> float:
        """Height of the next best run of the valley above its lowest point, from the decimals that are shown."""
        least, second, *_ = sorted(round(point.loss or 0.0, SHOWN) for _, point in self.valley)
        return second - least


@dataclass(frozen=True)
class Budget:
    """A budget in FLOPs, with what the law and the resampled ones predict for it."""

    runs: Runs
    compute: float

    @property
    def tokens_times_parameters(self) -> float:
        return self.compute / FLOPS

    @property
    def best(self) -> tuple[float, float]:
        """The parameters and tokens that are best by the law."""
        return self.runs.law.best(self.compute)

    @property
    def best_interval(self) -> tuple[float, float]:
        """Interval of the best number of parameters in nine tenths of the resampled laws."""
        return _interval([law.best(self.compute)[0] for law in self.runs.resampled])

    @property
    def loss(self) -> float:
        """The loss by the law at the size that is best by the law."""
        return self.runs.law.loss(*self.best)

    @property
    def loss_interval(self) -> tuple[float, float]:
        """Interval of the loss, by the resampled laws, at the same size."""
        return self.losses_at(self.best[0])

    def losses_at(self, parameters: float) -> tuple[float, float]:
        tokens = self.tokens_times_parameters / parameters
        return _interval([law.loss(parameters, tokens) for law in self.runs.resampled])


def entropy() -> float:
    """Entropy of the source, in nats per token: no model gets below it."""
    return float(recording.shown(RECORDED)["entropy"])


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Holds nine tenths of the values."""
    low, high = np.quantile(values, [0.05, 0.95])
    return float(low), float(high)
