"""The tasks of an assignment: each question with the sheets that a person began for it, and what of them counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from app.courses.policy import Policy
from app.courses.store.assignments import Assigned, Assignment
from app.practice.counting import of_sheet
from app.practice.store.attempt import SELF_MARKED, Attempt
from app.questions.library import Library
from engine.marking.marking import Rule
from engine.questions import Question


@dataclass(frozen=True, slots=True)
class Try:
    """One of a person's sheets for a question: its name, and what of it would count if it were the only one, None
    where nothing does."""

    attempt: str
    counted: Fraction | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One question as a person has it: ``attempt`` is their newest sheet, "" before they begin, ``tries`` are all, in
    the order in which they were begun; ``again``: they may begin another.

    ``question`` is None where it no longer exists. ``counted`` of the ``earned`` points count for the course;
    ``changed``: somebody marked it again since; ``waits``: for a person's mark; ``saved``: an answer that has no mark
    yet, because results wait, or because sentences are not handed in; ``practised``: anybody can practise it.
    """

    id: str
    question: Question | None
    level: str
    points: Fraction
    attempt: str
    tries: tuple[Try, ...]
    again: bool
    earned: Fraction
    counted: Fraction
    finished: bool
    changed: bool
    waits: bool
    saved: bool
    practised: bool

    @property
    def same(self) -> bool:
        """True if all students have the same question, so that one could tell the others what its solution says."""
        return self.question is not None and not self.question.varies

    @property
    def title(self) -> str:
        return self.question.title if self.question else self.id


def task(
    library: Library,
    one: Assignment,
    asked: Assigned,
    sheets: Sequence[Attempt],
    due: datetime | None,
    now: datetime,
    changed: set[int],
    practised: bool,
) -> Task:
    """Returns the question with the person's sheets for it, in the order in which they were begun; ``changed`` are the
    sheets that somebody marked again."""
    question = library.assigned(asked.question)
    newest = sheets[-1] if sheets else None
    points = newest.points if newest else question.points if question else Fraction(0)
    kept = [of_sheet(sheet, due, one.policy) for sheet in sheets]
    counted = [share for share in kept if share is not None]
    raw = [sheet.earned for sheet in sheets if sheet.responses]
    until = one.policy.until(due)
    over = until is not None and now > until
    return Task(
        id=asked.question,
        question=question,
        level=asked.level,
        points=points,
        attempt=newest.name if newest else "",
        tries=tuple(Try(sheet.name, share) for sheet, share in zip(sheets, kept, strict=True)),
        again=not over and question is not None and may_try_again(one.policy, question, sheets),
        earned=one.policy.of_tries(raw) if raw else Fraction(0),
        counted=one.policy.of_tries(counted) if counted else Fraction(0),
        finished=any(sheet.finished for sheet in sheets),
        changed=any(sheet.id in changed for sheet in sheets),
        waits=any(map(waits_for_mark, sheets)),
        saved=any(map(_is_saved, sheets)),
        practised=practised,
    )


def may_try_again(policy: Policy, question: Question, sheets: Sequence[Attempt]) -> bool:
    """True if a person with these sheets may begin another: the question has new numbers, the policy allows one more,
    and something is answered on the newest."""
    left = policy.tries == 0 or len(sheets) < policy.tries
    return question.varies and left and bool(sheets) and bool(sheets[-1].responses)


def waits_for_mark(attempt: Attempt) -> bool:
    """True if sentences that were handed in wait for a person's mark, as in the grading queue."""
    unmarked = {SELF_MARKED, *([Rule.OPEN] if attempt.solution_seen else [])}
    latest = attempt.latest().values()
    return any(one.verdict["rule"] in unmarked and any(map(str.strip, one.typed)) for one in latest)


def _is_saved(attempt: Attempt) -> bool:
    return attempt.saved or any(one.verdict["rule"] == Rule.OPEN for one in attempt.latest().values())
