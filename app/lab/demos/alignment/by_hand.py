"""Paper arithmetic for the page of the alignment demo: everything follows from numbers rounded as they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

LARGEST = 300.0  # exponent; the power of a larger one could not be shown


def short(number: float) -> float:
    """Formats with two decimals, as the page does; never minus zero."""
    return round(number, 2) + 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A name that the policy drew, with the numbers of its penalised reward as the page shows them."""

    name: str
    reward: float
    logp: float
    logp_ref: float
    beta: float

    @property
    def ratio(self) -> float:
        return short(self.logp - self.logp_ref)

    @property
    def penalty(self) -> float:
        return self.beta * self.ratio

    @property
    def total(self) -> float:
        return self.reward - self.penalty


@dataclass(frozen=True, kw_only=True, slots=True)
class PreferencePair:
    """A pair of names with the numbers of its DPO loss as the page shows them."""

    chosen: str
    rejected: str
    logp_w: float
    logp_l: float
    ref_w: float
    ref_l: float
    beta: float

    @property
    def gains(self) -> tuple[float, float]:
        """Gain in log-probability over the reference, for each name."""
        return short(self.logp_w - self.ref_w), short(self.logp_l - self.ref_l)

    @property
    def margin(self) -> float:
        return self.beta * (self.gains[0] - self.gains[1])

    @property
    def loss(self) -> float:
        """-ln sigmoid(margin), computed so that no margin overflows."""
        return log(1 + exp(-abs(self.margin))) + max(0.0, -self.margin)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Names of one reward in the best policy: ``weight`` is their number times exp(reward / beta)."""

    reward: float
    names: int
    factor: float
    weight: float
    share: float


def weighed(counts: Sequence[tuple[float, int]], beta: float) -> Sequence[Weighed]:
    """Weighs names, given as counts by reward; () if beta is too small for the exponentials to be shown."""
    if beta * LARGEST < max(reward for reward, _ in counts):
        return ()
    rows = [(reward, names, exp(reward / beta)) for reward, names in counts]
    total = sum(names * factor for _, names, factor in rows)
    return [
        Weighed(reward, names, factor, names * factor, names * factor / total)
        for reward, names, factor in rows
    ]


def best(rows: Sequence[Weighed], beta: float) -> tuple[float, float]:
    """Reward and KL of the policy with these shares: KL = reward / beta - ln Z, Z the mean factor."""
    won = sum(row.share * row.reward for row in rows)
    mean = sum(row.weight for row in rows) / sum(row.names for row in rows)
    return won, won / beta - log(mean)
