"""The time of a strict sheet beside that which the exam gives for its points. It is shown, and takes nothing away."""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.practice.store.attempt import Attempt
from engine.exams.blueprints import PACE


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """Seconds ``spent`` so far, or in all once everything is ``settled``, and the minutes ``given`` for the points; it
    was ``opened`` so many seconds after 1970."""

    opened: int
    spent: int
    given: int
    settled: bool

    @property
    def minutes(self) -> int:
        """The whole minutes that were spent."""
        return self.spent // 60


def pace(points: Fraction, opened_at: datetime, attempt: Attempt | None) -> Pace:
    settled = attempt is not None and attempt.settled == attempt.points
    now = datetime.now(UTC)
    ended = [response.at for response in attempt.responses if response.earned is not None] if attempt else []
    end = max(ended, default=now) if settled else now
    spent, given = max(0, int((end - opened_at).total_seconds())), max(1, round(PACE * points))
    return Pace(opened=int(opened_at.timestamp()), spent=spent, given=given, settled=settled)
