"""What one learner earned, summed by section: the numbers behind home, topics and progress."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from app.store import attempts, guests
from app.store.attempts import Attempt
from app.store.database import Database
from engine.bank import section_order


@dataclass(frozen=True, slots=True)
class Tally:
    """Points earned of points asked, over a number of attempts."""

    attempts: int
    earned: Fraction
    asked: Fraction

    @property
    def share(self) -> float:
        return float(self.earned / self.asked) if self.asked else 0.0

    @property
    def percent(self) -> int:
        return round(100 * self.share)


def attempts_of(database: Database, token: str) -> list[Attempt]:
    """The visitor's attempts, newest first; none for one who has not begun."""
    with database.read() as rows:
        guest = guests.find(rows, token)
        return [] if guest is None else attempts.of_guest(rows, guest)


def tally(made: Iterable[Attempt]) -> Tally:
    counted = list(made)
    zero = Fraction(0)
    return Tally(len(counted), sum((a.earned for a in counted), zero), sum((a.points for a in counted), zero))


def by_section(made: Iterable[Attempt]) -> dict[str, Tally]:
    grouped: dict[str, list[Attempt]] = {}
    for attempt in made:
        grouped.setdefault(attempt.section, []).append(attempt)
    return {section: tally(grouped[section]) for section in sorted(grouped, key=section_order)}


def by_question(made: Iterable[Attempt]) -> dict[str, Tally]:
    grouped: dict[str, list[Attempt]] = {}
    for attempt in made:
        grouped.setdefault(attempt.question, []).append(attempt)
    return {question: tally(group) for question, group in grouped.items()}


def finished(attempt: Attempt) -> bool:
    """Whether all its points are settled: each part answered, or its solution seen."""
    answered = {response.part for response in attempt.responses}
    return attempt.solution_seen or {part["name"] for part in attempt.variant["parts"]} <= answered
