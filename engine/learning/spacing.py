"""Spacing by FSRS (the library ``fsrs``): when a skill should be shown again.

A card is a skill. Every review draws new numbers, so what is remembered is how to do it.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

import fsrs

RETENTION = 0.9
NUMBERS = fsrs.Scheduler().parameters
CURVE = float(NUMBERS[20])
NEW = float(NUMBERS[2])  # the stability in days of what was just learned
FACTOR = 0.9 ** (-1 / CURVE) - 1
DAY = 86400.0
_scheduler = fsrs.Scheduler(
    desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
)


class Grade(IntEnum):
    """The result of a review, in the library's numbers."""

    AGAIN = 1
    HARD = 2
    GOOD = 3


@dataclass(frozen=True, slots=True)
class Card:
    """The memory of a skill: stability, the days after which recall falls to 90 %; difficulty from 1 to 10; ``right``:
    it came to mind when it was shown last."""

    stability: float
    difficulty: float
    reviewed_at: datetime
    due_at: datetime
    right: bool = True


def grade(right: bool, hints: int = 0, slow: bool = False) -> Grade:
    """The grade of a first answer; one that needed a hint or much time was hard."""
    if not right:
        return Grade.AGAIN
    return Grade.HARD if hints or slow else Grade.GOOD


def review(card: Card | None, graded: Grade, at: datetime) -> Card:
    """The card after a review; a clock that went back counts as the same moment."""
    if card is None:
        before = fsrs.Card(card_id=1, due=at)
    else:
        at = max(at, card.reviewed_at)
        before = fsrs.Card(
            card_id=1, state=fsrs.State.Review, step=None, stability=card.stability,
            difficulty=card.difficulty, due=card.due_at, last_review=card.reviewed_at,
        )  # fmt: skip
    after, _ = _scheduler.review_card(before, fsrs.Rating(int(graded)), at.astimezone(UTC))
    assert after.stability is not None
    assert after.difficulty is not None
    return Card(after.stability, after.difficulty, at, after.due, graded is not Grade.AGAIN)


def recall(card: Card, at: datetime) -> float:
    """The chance that it is still known then (FSRS-6's forgetting curve)."""
    return recall_with(card.stability, (at - card.reviewed_at).total_seconds() / DAY)


def recall_with(stability: float, days: float) -> float:
    """The chance that something of this stability is still known after so many days."""
    return float((1 + FACTOR * max(0.0, days) / stability) ** -CURVE)


def stability_after(card: Card, at: datetime) -> float:
    """The stability that a good review would leave, without making it: FSRS-6's own formula, which the library offers
    only together with a review."""
    left = recall(card, at)
    growth = math.exp(NUMBERS[8]) * (11 - card.difficulty) * card.stability ** -NUMBERS[9]
    return float(card.stability * (1 + growth * (math.exp(NUMBERS[10] * (1 - left)) - 1)))
