"""The law of a demo's runs: with one model put in, and fitted again with one more run."""

from dataclasses import astuple, dataclass
from functools import cache, lru_cache

import numpy as np

from engine.demos import recording
from engine.demos.gpt.gpt_settings import Settings
from engine.demos.scaling import scaling_fit
from engine.demos.scaling.scaling_fit import FLOPS, Law

RECORDED = "small_scaling"
DIGITS = 4  # of the constants, as they are shown and computed with
OTHERS = 100  # resampled laws after a live run


@dataclass(frozen=True, slots=True)
class Point:
    """A model and what it read, as the law sees it. ``loss`` is what its training came to, None where it had none."""

    law: Law
    parameters: int
    tokens: int
    loss: float | None = None

    @property
    def powers(self) -> tuple[float, float]:
        return self.parameters**self.law.alpha, self.tokens**self.law.beta

    @property
    def terms(self) -> tuple[float, float]:
        size, data = self.powers
        return self.law.A / size, self.law.B / data

    @property
    def foretold(self) -> float:
        return self.law.loss(self.parameters, self.tokens)

    @property
    def flops(self) -> float:
        return FLOPS * self.parameters * self.tokens

    @property
    def miss(self) -> float:
        """Height of the training's loss above the law."""
        return 0.0 if self.loss is None else self.loss - self.foretold


@dataclass(frozen=True, slots=True)
class Constant:
    """One number of the law before and after a live run, each with the interval of nine tenths of the resampled
    laws."""

    name: str
    was: float
    between: tuple[float, float]
    now: float
    then_between: tuple[float, float]


@cache
def parameters_of(width: str) -> int:
    return Settings(width=int(width), layers=recording.shown(RECORDED)["layers"]).parameters


def shortened(law: Law) -> Law:
    return Law(*(float(f"{value:.{DIGITS}g}") for value in astuple(law)))


@lru_cache(64)
def refitted(rows: tuple[tuple[float, float, float], ...]) -> tuple[Law, list[Law]]:
    """Fits the law to these runs, and resampled laws with it, in a tenth of a second. Raises ValueError."""
    runs = [scaling_fit.Run(*row) for row in rows]
    law = scaling_fit.fit(runs)
    rng = np.random.default_rng(recording.shown(RECORDED)["seed"])
    return shortened(law), scaling_fit.resampled(runs, law, OTHERS, rng)
