"""The law of a demo's runs: with one model put in, and fitted again with one more run."""

from dataclasses import astuple, dataclass
from functools import cache, lru_cache

import numpy as np

from engine.demos import recording
from engine.demos.gpt.settings import Settings
from engine.demos.scaling import laws
from engine.demos.scaling.laws import FLOPS, Law

RECORDED = "scaling"
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
    def loss_by_law(self) -> float:
        return self.law.loss(self.parameters, self.tokens)

    @property
    def flops(self) -> float:
        return FLOPS * self.parameters * self.tokens

    @property
    def residual(self) -> float:
        """Height of the training's loss above the law."""
        return 0.0 if self.loss is None else self.loss - self.loss_by_law


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """One number of the law before and after a live run, each with the interval of nine tenths of the resampled
    laws."""

    name: str
    before: float
    before_interval: tuple[float, float]
    after: float
    after_interval: tuple[float, float]

    @property
    def outside(self) -> bool:
        """True if the new number lies outside its own interval."""
        low, high = self.after_interval
        return not low <= self.after <= high


@cache
def parameters_of(width: str) -> int:
    return Settings(width=int(width), layers=recording.shown(RECORDED)["layers"]).parameters


def shortened(law: Law) -> Law:
    return Law(*(float(f"{value:.{DIGITS}g}") for value in astuple(law)))


@lru_cache(64)
def refitted(rows: tuple[tuple[float, float, float], ...]) -> tuple[Law, list[Law]]:
    """Fits the law to these runs, and resampled laws with it, in a tenth of a second. Raises ValueError."""
    runs = [laws.Run(*row) for row in rows]
    law = laws.fit(runs)
    rng = np.random.default_rng(recording.shown(RECORDED)["seed"])
    return shortened(law), laws.resampled(runs, law, OTHERS, rng)


def at_border(law: Law) -> list[str]:
    """Exponents that lie at the least value a fit tries."""
    return [name for name in ("alpha", "beta") if getattr(law, name) <= laws.EXPONENTS[0]]


def open_end(low: float) -> bool:
    """True if an interval of exponents ends there only because no fit tries less."""
    return low <= laws.EXPONENTS[0]
