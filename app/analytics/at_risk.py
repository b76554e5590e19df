"""Students at risk: stuck at a part, or away while something is due."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.analytics.store.cohort import Stuck, Work
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Member
from engine.questions import Question

TRIES = 3  # wrong answers in a row
SOON = timedelta(days=7)  # until something is due
LONG = timedelta(days=3)  # since anything was done in the course


@dataclass(frozen=True, kw_only=True, slots=True)
class Halted:
    """A student who answered a part wrongly ``tries`` times, not rightly since, and has not opened the solution."""

    student: Member
    question: str
    title: str
    part: str
    tries: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Away:
    """A student with questions ``left`` in an assignment that is due soon, last seen long ago;
    ``seen_at`` None for never."""

    student: Member
    assignment: Assignment
    due_at: datetime
    left: int
    seen_at: datetime | None


def halted(
    stuck: Iterable[Stuck], students: Sequence[Member], known: Mapping[str, Question]
) -> tuple[Halted, ...]:
    by_id = {one.id: one for one in students}
    return tuple(_halted(by_id[one.person], known, one) for one in stuck if one.person in by_id)


def away(
    asked: Sequence[Assignment],
    later: Mapping[tuple[int, int], datetime],
    works: Sequence[Work],
    students: Sequence[Member],
    now: datetime,
) -> tuple[Away, ...]:
    """Finds the students who are away, by due date; ``later`` has the extended due dates, by assignment and person."""
    seen: dict[int, datetime] = {}
    for work in works:
        seen[work.person] = max(work.seen_at, seen.get(work.person, work.seen_at))
    done = {(work.person, work.assignment, work.question) for work in works if work.parts}
    found = []
    for one in asked:
        opened = one.opens_at is None or one.opens_at <= now
        for who in students:
            due = later.get((one.id, who.id), one.due_at)
            left = sum((who.id, one.id, task.question) not in done for task in one.questions)
            last = seen.get(who.id)
            gone = last is None or now - last > LONG
            if opened and left and gone and due is not None and now < due <= now + SOON:
                found.append(Away(who, one, due, left, last))
    return tuple(sorted(found, key=lambda one: one.due_at))


def _halted(student: Member, known: Mapping[str, Question], stuck: Stuck) -> Halted:
    """Question and part by their titles; by their names where they have no title today."""
    question = known.get(stuck.question)
    step = question.family.steps.get(stuck.part) if question else None
    return Halted(
        student=student,
        question=stuck.question,
        title=question.title if question else stuck.question,
        part=step.title if step else stuck.part,
        tries=stuck.tries,
        last_at=stuck.last_at,
    )
