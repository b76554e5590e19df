"""Readiness: the points that an exam would give today, with a band, from the chances of its exercises."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

BAND = 1.645  # standard deviations to either side: nine exams in ten
STRANGERS = 0.12  # how far a share may be off for exercises of which nothing was seen
SHARED = 0.08  # how far all shares may be off together: the day, the room, the clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A group of a blueprint: ``number`` questions of ``points`` each, drawn from questions that are expected to give
    these ``shares`` of their points; ``lines``: how many are marked in each. ``seen``: the share of the questions of
    which something is known."""

    title: str
    number: int
    points: float
    shares: Sequence[float]
    lines: float = 1.0
    seen: float = 1.0

    @property
    def total(self) -> float:
        """The points of all its questions."""
        return self.number * self.points

    @property
    def share(self) -> float:
        """The share of these points that is expected; 0 where nothing can be drawn."""
        return sum(self.shares) / len(self.shares) if self.shares else 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """The points that are expected of a group, of so many; ``seen``: the share of its questions of which something is
    known."""

    title: str
    points: float
    of: float
    seen: float = 1.0


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected points of so many, from ``low`` to ``high`` in nine exams of ten; and by group."""

    points: float
    low: float
    high: float
    of: float
    groups: tuple[Share, ...] = ()

    @property
    def vague(self) -> bool:
        """True while the band is wider than half of the exam: then its middle tells nothing."""
        return self.high - self.low > self.of / 2


def expected(groups: Iterable[Group]) -> Expected:
    """The points of a whole exam. The band counts which questions are drawn, how each goes, and what is not known of
    the learner."""
    points = total = drawn = unknown = 0.0
    shares = []
    for group in groups:
        shares.append(Share(group.title, group.total * group.share, group.total, group.seen))
        points += group.total * group.share
        total += group.total
        drawn += group.number * group.points**2 * _spread(group)
        unknown += group.total * (SHARED + STRANGERS * (1 - group.seen))
    off = BAND * math.sqrt(drawn + unknown**2)
    return Expected(points, max(0.0, points - off), min(total, points + off), total, tuple(shares))


def _spread(group: Group) -> float:
    """The variance of one question's share: between questions, and within one over its lines."""
    share = group.share
    between = sum((one - share) ** 2 for one in group.shares) / max(1, len(group.shares))
    within = sum(one * (1 - one) for one in group.shares) / max(1, len(group.shares)) / max(1.0, group.lines)
    return between + within


@dataclass(frozen=True, slots=True)
class Calibration:
    """The accuracy of earlier forecasts: the mean distance in points, and the share of results within their bands."""

    forecasts: int
    off: float
    within: float


def calibration(made: Sequence[tuple[Expected, float]]) -> Calibration | None:
    """Compares forecasts with the points that were earned; None without any."""
    if not made:
        return None
    off = sum(abs(forecast.points - earned) for forecast, earned in made) / len(made)
    within = sum(forecast.low <= earned <= forecast.high for forecast, earned in made) / len(made)
    return Calibration(len(made), off, within)
