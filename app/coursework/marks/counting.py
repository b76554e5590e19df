"""The part of a student's work that counts in a course: in an assignment by its policy, in an exam of one sitting."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from app.courses.store.answers import Answer
from app.courses.store.assignments import Assignment
from app.exams.store.outcomes import Waiting
from app.practice.counting import is_excused, of_question, share
from app.practice.store.attempt import SELF_MARKED
from engine.questions import Question

NOTHING = Fraction(0)


class Which(StrEnum):
    """The answers of an assignment that count, line by line: the first, the last, for its results wait, or the first
    but for questions that are the same for all."""

    FIRST = "first"
    LAST = "last"
    LAST_OF_SAME = "last of same"


def which(asked: Assignment, questions: Iterable[Question]) -> Which:
    """Returns which answers to these questions of an assignment count."""
    waiting = {asked.release.defers(asked.due_at, same=not one.varies) for one in questions}
    if waiting == {True, False}:
        return Which.LAST_OF_SAME
    return Which.LAST if True in waiting else Which.FIRST


def of_assignment(asked: Assignment, answers: Iterable[Answer], due: datetime | None) -> Fraction | None:
    """Returns what counts of the assignment; questions that were taken out of it do not."""
    by_question: dict[str, list[tuple[int, Fraction, Fraction]]] = {
        one.question: [] for one in asked.questions
    }
    for one in answers:
        if one.question in by_question:
            kept = share(one.rule, is_excused(one.verdict), one.at, due, asked.policy)
            by_question[one.question].append((one.attempt, one.earned, kept))
    found = [of_question(some, asked.policy) for some in by_question.values()]
    counting = [one for one in found if one is not None]
    return sum(counting, NOTHING) if counting else None


def of_exam(answers: Iterable[Answer], waiting: Iterable[Waiting]) -> tuple[Fraction | None, Fraction]:
    """Returns what counts of an exam, and what of that sitting waits for a mark: of the best sitting, or the later of
    two equal ones."""
    earned: dict[int, Fraction] = {}
    for answer in answers:
        if answer.rule != SELF_MARKED:
            sitting = answer.sitting or 0
            earned[sitting] = earned.get(sitting, NOTHING) + answer.earned
    pending: dict[int, Fraction] = {}
    for one in waiting:
        pending[one.sitting] = pending.get(one.sitting, NOTHING) + one.points
    all_of_them = earned.keys() | pending.keys()
    if not all_of_them:
        return None, NOTHING
    best = max(all_of_them, key=lambda one: (earned.get(one, 0), one))
    return earned.get(best, NOTHING), pending.get(best, NOTHING)
