"""The points of an answer by its rubric, and what counts of first answers for the assignment of their sheets."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from app.courses.policy import ONCE, Policy
from app.practice.store.attempt import BY_HAND, SELF_MARKED, Attempt, Comment, Response, comments_in
from engine.answers.forms import Prose
from engine.solutions import worked_solution
from engine.variants import Asked, Variant

NOTHING = Fraction(0)


def share(rule: str, excused: bool, at: datetime, due: datetime | None, policy: Policy) -> Fraction:
    """Returns the share of its points that a first answer keeps, which follows from when it was written, whoever marked
    it. Points that students gave themselves do not count; what is ``excused`` does as in the last moment that counts.
    """
    if rule == SELF_MARKED:
        return NOTHING
    last = policy.until(due)
    return policy.share(min(at, last) if excused and last else at, due)


def is_excused(verdict: Mapping[str, Any]) -> bool:
    """True if an instructor gave these points on the student's sheet, not in the queue: they saw when it came."""
    return bool(verdict["rule"] == BY_HAND and verdict.get("excused", True))


def of_question(answers: Iterable[tuple[int, Fraction, Fraction]], policy: Policy) -> Fraction | None:
    """Returns what counts of a question, whose answers are given as their sheet's number, what they earned, and the
    share that they keep; None where no answer counts."""
    sheets: dict[int, Fraction] = {}
    for sheet, earned, kept in answers:
        if kept:
            sheets[sheet] = sheets.get(sheet, NOTHING) + earned * kept
    return policy.of_tries([sheets[one] for one in sorted(sheets)]) if sheets else None


def adjusted(
    criteria: Fraction, comments: Iterable[Comment], most: Fraction, promised: Fraction | None = None
) -> Fraction:
    """Returns what the points of ticked criteria and the comments come to: never below none, or what is ``promised``,
    never above ``most``."""
    return min(max(criteria + sum((one.points for one in comments), NOTHING), promised or NOTHING), most)


def promised_in(verdict: Mapping[str, Any]) -> Fraction | None:
    """Returns the points that a regrade promised in which nobody lost; None where none did."""
    return Fraction(verdict["promised"]) if verdict.get("promised") else None


def rubric_points(
    variant: Variant, asked: Asked, verdict: Mapping[str, Any] | None, earned: Fraction | None
) -> tuple[tuple[str, ...] | None, Fraction | None]:
    """Returns the points of the rubric that were ticked, None where points were given as a whole, and those that a
    regrade has promised beyond them."""
    if verdict is None or not isinstance(asked.step.form, Prose):
        return (), None
    rubric = worked_solution.own_lines(variant, asked)
    have = [step for step in rubric if step.name in verdict.get("ticked", ())]
    worth = worked_solution.worth(variant, asked)
    criteria = sum((worth[step.name] for step in have), Fraction(0))
    by_rubric = adjusted(criteria, comments_in(verdict), asked.points)
    promised = promised_in(verdict)
    if verdict["rule"] == BY_HAND and earned not in (by_rubric, promised):
        return None, None
    return tuple(step.title for step in have), promised if earned != by_rubric else None


def of_sheet(sheet: Attempt, due: datetime | None, policy: Policy) -> Fraction | None:
    """Returns what would count of a sheet if it were the only one; None where no answer counts."""
    answers = [
        (sheet.id, one.earned, _share(sheet, one, due, policy))
        for one in sheet.responses
        if one.earned is not None
    ]
    return of_question(answers, ONCE)


def _share(sheet: Attempt, one: Response, due: datetime | None, policy: Policy) -> Fraction:
    return share(one.verdict["rule"], is_excused(one.verdict), sheet.written_at(one), due, policy)
