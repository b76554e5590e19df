"""The policy of an assignment: how often a question is tried, which of the tries count, and what late answers earn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction

WHOLE = Fraction(1)
MOST_TRIES = 20
MOST_GRACE = 24 * 60
MOST_PERIODS = 366


class Counting(StrEnum):
    """Which of several sheets for one question count: in the order in which they were begun."""

    BEST = "best"
    FIRST = "first"
    LAST = "last"
    MEAN = "mean"


class Period(StrEnum):
    """The unit of time in which late answers lose points."""

    HOUR = "hour"
    DAY = "day"

    @property
    def length(self) -> timedelta:
        return timedelta(hours=1 if self is Period.HOUR else 24)


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """The rules of what counts. ``tries`` is how many sheets, each with new numbers, a student may begin for a
    question, 0 for any number.

    Answers up to ``grace`` minutes after the due date are on time. Later ones are late: of what they earn, they lose
    ``percent`` for every ``period`` begun since the due date, but not more than ``most_percent``; after so many
    ``periods`` answers do not count any more. Without periods no late answer does.
    """

    tries: int = 1
    counting: Counting = Counting.BEST
    grace: int = 0
    period: Period = Period.DAY
    periods: int = 0
    percent: int = 0
    most_percent: int = 100

    def until(self, due: datetime | None) -> datetime | None:
        """Returns the last moment at which an answer counts; None where it is never due."""
        if due is None:
            return None
        return _later(due, max(timedelta(minutes=self.grace), self.periods * self.period.length))

    def is_late(self, at: datetime, due: datetime | None) -> bool:
        """True for an answer that came after the due date and the minutes of grace."""
        return due is not None and at > _later(due, timedelta(minutes=self.grace))

    def share(self, at: datetime, due: datetime | None) -> Fraction:
        """Returns the share of its points that an answer of this moment keeps: 1 on time, 0 where it does not count."""
        if due is None or not self.is_late(at, due):
            return WHOLE
        begun = -((due - at) // self.period.length)
        if begun > self.periods:
            return Fraction(0)
        return WHOLE - Fraction(min(begun * self.percent, self.most_percent), 100)

    def of_tries(self, earned: Sequence[Fraction]) -> Fraction:
        """Returns what counts of at least one try, in the order in which they were begun."""
        match self.counting:
            case Counting.FIRST:
                return earned[0]
            case Counting.LAST:
                return earned[-1]
            case Counting.BEST:
                return max(earned)
            case Counting.MEAN:
                return sum(earned, Fraction(0)) / len(earned)


ONCE = Policy()


class Results(StrEnum):
    """When students learn what was right, each once their own time is over."""

    AT_ONCE = "at once"  # with numbers of their own; questions that are the same for all, as the next one
    AFTERWARDS = "afterwards"  # once nobody has time left
    RELEASED = "released"  # once those who teach the course have released them


@dataclass(frozen=True, slots=True)
class Release:
    """When the results of an assignment open: by its setting, and since when they are released."""

    results: Results = Results.AT_ONCE
    at: datetime | None = None

    def dated(self, due: datetime | None) -> bool:
        """True if what waits opens by itself, or by a release; without either, nothing waits."""
        return due is not None or self.results is Results.RELEASED

    def defers(self, due: datetime | None, same: bool) -> bool:
        """True if answers are saved without a mark until results open, so that the last ones count: those to questions
        that are the ``same`` for all, or all."""
        return self.dated(due) and (same or self.results is not Results.AT_ONCE)

    def waits(self, until: datetime | None, now: datetime) -> bool:
        """True while results that wait are closed to whoever has no time left; ``until`` is the last moment at which
        anybody's answer counts. Those who release them decide whether to wait for it."""
        if self.results is Results.RELEASED:
            return self.at is None
        return until is not None and now <= until

    def closes(self, until: datetime | None, now: datetime) -> bool:
        """True while what waits is closed to whoever is not in the course: also after a release, as long as anybody's
        answer counts."""
        return self.waits(until, now) or (until is not None and now <= until)


UNRELEASED = Release()


def _later(at: datetime, by: timedelta) -> datetime:
    """Returns the moment so much later, or the end of the calendar."""
    end = datetime.max.replace(tzinfo=at.tzinfo)
    return at + by if end - at > by else end
