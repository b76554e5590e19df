"""People's judgement of what they know: what they said before a mark, against how it came out."""

from collections.abc import Iterable
from dataclasses import dataclass

LEAST = 10  # answers, before anything is said of them


@dataclass(frozen=True, slots=True)
class Bucket:
    """The answers of which one was ``said`` percent sure: how many, and how many were right."""

    said: int
    answers: int
    right: int

    @property
    def share(self) -> float:
        """The share that was right, from 0 to 1."""
        return self.right / self.answers


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of confidence against results, the least sure first. ``over``: by how much confidence exceeds the share
    that was right, in percentage points, over all answers; negative where people know more than they think. ``off``:
    the mean distance between the two, whichever is the larger."""

    buckets: tuple[Bucket, ...]
    answers: int
    over: float
    off: float


def curve(told: Iterable[tuple[int, bool]]) -> Curve | None:
    """The curve of (percent, right); None while there are fewer than ``LEAST``."""
    counts: dict[int, list[int]] = {}
    for said, right in told:
        there = counts.setdefault(said, [0, 0])
        there[0] += 1
        there[1] += right
    answers = sum(made for made, _ in counts.values())
    if answers < LEAST:
        return None
    buckets = tuple(Bucket(said, *counts[said]) for said in sorted(counts))
    over = sum(one.said * one.answers - 100 * one.right for one in buckets) / answers
    off = sum(abs(one.said * one.answers - 100 * one.right) for one in buckets) / answers
    return Curve(buckets, answers, over, off)
