"""Students at risk: behind the others in a section, stuck at a part, or away while something is due."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from app.analytics.store.cohort import Work
from app.analytics.store.stuck import Stuck
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Member
from engine.questions import Question

TRIES = 3  # wrong answers in a row
SOON = timedelta(days=7)  # until something is due
LONG = timedelta(days=3)  # since anything was done in the course
SHEETS = 3  # that tell of a section
PEERS = 5  # who make a median
FAR = 0.25  # of the points, below it


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


@dataclass(frozen=True, slots=True)
class Gap:
    """A section in which a student earned this share of the points, and the median of the course."""

    section: str
    share: float
    median: float


@dataclass(frozen=True, slots=True)
class Behind:
    """A student who is behind the others, with the sections in which, the widest gap first."""

    student: Member
    gaps: tuple[Gap, ...]


def behind(
    works: Iterable[Work], students: Sequence[Member], known: Mapping[str, Question]
) -> tuple[Behind, ...]:
    """Finds the students who are far below the median of a section, by their widest gap. Counted are sections of which
    somebody has three sheets or more, as five of the course have."""
    done: dict[str, dict[int, list[Work]]] = {}
    for work in works:
        if work.share is not None and work.question in known:
            done.setdefault(known[work.question].section, {}).setdefault(work.person, []).append(work)
    gaps: dict[int, list[Gap]] = {}
    for section, people in done.items():
        shares = {who: _share(sheets) for who, sheets in people.items() if len(sheets) >= SHEETS}
        middle = median(shares.values()) if len(shares) >= PEERS else 0.0
        for who, share in shares.items():
            if share <= middle - FAR:
                gaps.setdefault(who, []).append(Gap(section, share, middle))
    found = [
        Behind(one, tuple(sorted(gaps[one.id], key=_narrowest_last))) for one in students if one.id in gaps
    ]
    return tuple(sorted(found, key=lambda one: _narrowest_last(one.gaps[0])))


def absent(works: Iterable[Work], students: Iterable[Member]) -> tuple[Member, ...]:
    """Returns the students who have begun nothing of the course."""
    here = {work.person for work in works}
    return tuple(one for one in students if one.id not in here)


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


def _share(sheets: Sequence[Work]) -> float:
    """The share of the points of all of them."""
    return sum(one.total.earned for one in sheets) / sum(one.points for one in sheets)


def _narrowest_last(gap: Gap) -> float:
    return gap.share - gap.median
