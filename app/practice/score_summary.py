"""Sums one learner's points by section and question: the numbers behind home, topics and progress."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from app.practice.store import attempts
from app.practice.store.attempt import Attempt, Way
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.marking import grading
from engine.sections import section_order

OWN_MARK = N_("waits for your mark")


@dataclass(frozen=True, slots=True)
class Tally:
    """Points over a number of attempts: earned, settled and asked; of those earned, the student gave
    ``self_marked``."""

    attempts: int
    earned: Fraction
    settled: Fraction
    asked: Fraction
    self_marked: Fraction = Fraction(0)

    @property
    def open(self) -> Fraction:
        """The points that can still be earned."""
        return self.asked - self.settled

    @property
    def share(self) -> float:
        return float(self.earned / self.settled) if self.settled else 0.0

    @property
    def percent(self) -> int:
        return grading.whole_percent(self.share)


def attempts_of(context: Context, examples: bool = False) -> list[Attempt]:
    """Returns the visitor's attempts, newest first; none before they begin. Worked examples, of which some lines were
    told, are only among them if they are wanted, too."""
    if context.person.id is None:
        return []
    with context.database.read() as connection:
        made = attempts.of_person(connection, context.person.id)
    return [attempt for attempt in made if examples or attempt.way is not Way.EXAMPLE]


def tally(made: Iterable[Attempt]) -> Tally:
    counted = list(made)

    def summed(what: Callable[[Attempt], Fraction]) -> Fraction:
        return sum(map(what, counted), Fraction(0))

    return Tally(
        len(counted),
        summed(lambda attempt: attempt.earned),
        summed(lambda attempt: attempt.settled),
        summed(lambda attempt: attempt.points),
        summed(lambda attempt: attempt.self_marked),
    )


def by_section(made: Iterable[Attempt]) -> dict[str, Tally]:
    tallies = _tallies(made, lambda attempt: attempt.section)
    return {section: tallies[section] for section in sorted(tallies, key=section_order)}


def by_question(made: Iterable[Attempt]) -> dict[str, Tally]:
    return _tallies(made, lambda attempt: attempt.question)


def _tallies(made: Iterable[Attempt], of: Callable[[Attempt], str]) -> dict[str, Tally]:
    grouped: dict[str, list[Attempt]] = {}
    for attempt in made:
        grouped.setdefault(of(attempt), []).append(attempt)
    return {name: tally(group) for name, group in grouped.items()}


def finished(attempt: Attempt) -> bool:
    """True if no points of it are open any more."""
    return attempt.settled == attempt.points


def waits(attempt: Attempt, kind: str) -> str:
    """Returns in words what an attempt on a question of this kind waits for, where its learner cannot go on; else
    ""."""
    if attempt.saved and attempt.finished:
        return N_("saved")
    if finished(attempt) or not attempt.solution_seen:
        return ""
    if attempt.assignment is not None:
        return N_("waits for your instructor")
    return OWN_MARK if kind == "text" else N_("waits for a mark")
