"""The difficulty of an item: how much more seldom it comes out right than was predicted of those who answered it.

The offset b in logits has a normal prior; its posterior mode is found by Newton's method, for

    P(right) = 1 / (1 + exp(b - logit(p))),

where p was predicted from the ability of each learner before the answer (Rasch 1960, with abilities as given).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

PRIOR = 1.0  # the variance of b
LEAST = 10  # answers
CLEAR = 2.0  # standard errors
SMALL = 0.3  # logits that nobody would notice
EDGE = 0.01  # what was predicted is never surer than this
STEPS = 50


class Compared(StrEnum):
    """An item beside what was predicted."""

    HARDER = "harder"
    EASIER = "easier"
    AS_PREDICTED = "as predicted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """The difficulty in ``logits``, above 0 for harder, with its standard ``error``; the shares of its ``answers`` that
    came out right, and that were predicted to."""

    logits: float
    error: float
    right: float
    predicted: float
    answers: int

    @property
    def compared(self) -> Compared:
        """Harder or easier where that is clear and large enough to be noticed."""
        if abs(self.logits) < max(SMALL, CLEAR * self.error):
            return Compared.AS_PREDICTED
        return Compared.HARDER if self.logits > 0 else Compared.EASIER


def difficulty(answers: Iterable[tuple[float, bool]]) -> Difficulty | None:
    """The difficulty by first answers: what was predicted of each, and whether it was right. None of fewer than ten."""
    told = [(min(1 - EDGE, max(EDGE, chance)), right) for chance, right in answers]
    if len(told) < LEAST:
        return None
    logits, b, information = [(math.log(p / (1 - p)), right) for p, right in told], 0.0, 1.0
    for _ in range(STEPS):
        shares = [1 / (1 + math.exp(b - ability)) for ability, _ in logits]
        slope = sum(share - right for share, (_, right) in zip(shares, logits, strict=True)) - b / PRIOR
        information = sum(share * (1 - share) for share in shares) + 1 / PRIOR
        step = slope / information
        b += step
        if abs(step) < 1e-9:
            break
    return Difficulty(
        logits=b, error=1 / math.sqrt(information), right=fmean(right for _, right in told),
        predicted=fmean(chance for chance, _ in told), answers=len(told),
    )  # fmt: skip
