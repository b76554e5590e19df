"""What of a student's answers counts for the course: in an assignment by its policy, in an exam of one sitting."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from app.courses.policy import Policy
from app.courses.store.assignments import Answer, Assignment
from app.exams.store.outcomes import Waiting
from app.practice.store.attempt import BY_HAND, SELF_MARKED

NOTHING = Fraction(0)


def share(rule: str, at: datetime, due: datetime | None, policy: Policy) -> Fraction:
    """Returns the share of its points that a first answer keeps. Points that students gave themselves do not count.

    An instructor's mark always counts, less what its answer lost by then: they saw when it came.
    """
    if rule == SELF_MARKED:
        return NOTHING
    last = policy.until(due)
    return policy.share(min(at, last) if rule == BY_HAND and last else at, due)


def of_question(answers: Iterable[tuple[int, Fraction, Fraction]], policy: Policy) -> Fraction | None:
    """Returns what counts of a question, whose answers are given as their sheet's number, what they earned, and the
    share that they keep; None where no answer counts."""
    sheets: dict[int, Fraction] = {}
    for sheet, earned, kept in answers:
        if kept:
            sheets[sheet] = sheets.get(sheet, NOTHING) + earned * kept
    return policy.of_tries([sheets[one] for one in sorted(sheets)]) if sheets else None


def of_assignment(asked: Assignment, answers: Iterable[Answer], due: datetime | None) -> Fraction | None:
    """Returns what counts of the assignment; questions that were taken out of it do not."""
    by_question: dict[str, list[tuple[int, Fraction, Fraction]]] = {
        one.question: [] for one in asked.questions
    }
    for one in answers:
        if one.question in by_question:
            kept = share(one.rule, one.at, due, asked.policy)
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
