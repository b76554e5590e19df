"""Scores of models that predict answers: log loss, and how far their chances are from what happens (calibration)."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.learning.evidence import Evidence
from engine.learning.models.model import Model

BINS = 10
LEAST = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Over ``answers``: the mean log loss in nats, the mean squared error (Brier), and the expected calibration error,
    the mean distance over ten bins between what was said and the share that was right."""

    answers: int
    log_loss: float
    brier: float
    calibration: float


def score(model: Callable[[], Model], learners: Iterable[Sequence[Evidence]]) -> Score:
    """Asks a new model of each learner before each answer, and tells it the answer then. Each answer counts by its
    weight."""
    said: list[tuple[float, bool, float]] = []
    for answers in learners:
        one = model()
        for evidence in answers:
            chance = min(1 - LEAST, max(LEAST, one.predict(evidence)))
            said.append((chance, evidence.right, evidence.weight))
            one.update(evidence)
    return of_predictions(said)


def of_predictions(said: Sequence[tuple[float, bool, float]]) -> Score:
    """The score of (probability, right, weight). Raises ValueError where there is nothing to score."""
    total = sum(weight for _, _, weight in said)
    if not total:
        raise ValueError("no answers to score")
    loss = -sum(weight * math.log(chance if right else 1 - chance) for chance, right, weight in said)
    brier = sum(weight * (chance - right) ** 2 for chance, right, weight in said)
    bins: dict[int, list[float]] = {}
    for chance, right, weight in said:
        sums = bins.setdefault(min(BINS - 1, int(chance * BINS)), [0.0, 0.0])
        sums[0] += weight * chance
        sums[1] += weight * right
    calibration = sum(abs(chance - right) for chance, right in bins.values())
    return Score(
        answers=len(said), log_loss=loss / total, brier=brier / total, calibration=calibration / total
    )
