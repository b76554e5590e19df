"""What a student's courses ask and wait for: assignments that are open and not finished, and what is new on sheets."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.store import assignments, attempts, changes, courses, people
from app.store.assignments import Assignment
from app.store.attempts import Attempt
from app.store.changes import News
from app.store.courses import Course, CourseRole
from app.store.database import Database

LATELY = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Open:
    """An assignment with questions that one has not finished; ``due_at`` is one's own."""

    course: Course
    assignment: Assignment
    due_at: datetime | None
    left: int


@dataclass(frozen=True, slots=True)
class Duties:
    """Assignments, those due first before those that are never due; and what others did on sheets this week."""

    open: tuple[Open, ...] = ()
    news: tuple[News, ...] = ()


def duties(database: Database, token: str) -> Duties:
    """None for a guest, and for those who only teach."""
    now = datetime.now(UTC)
    with database.read() as rows:
        me = people.with_token(rows, token)
        if me.id is None or not me.email:
            return Duties()
        mine = [one.course for one in courses.of_person(rows, me.id) if one.role is CourseRole.STUDENT]
        made = attempts.of_person(rows, me.id) if mine else []
        found: list[Open] = []
        news: list[News] = []
        for course in mine:
            news += changes.news(rows, course.id, me.id)
            later = assignments.extended(rows, course.id)
            for one in () if course.archived else assignments.of_course(rows, course.id):
                due = later.get((one.id, me.id), one.due_at)
                left = _left(one, made)
                if left and _is_open(one, due, now):
                    found.append(Open(course, one, due, left))
    found.sort(key=lambda one: (one.due_at is None, one.due_at or now))
    return Duties(tuple(found), tuple(one for one in news if one.at > now - LATELY))


def _is_open(one: Assignment, due: datetime | None, now: datetime) -> bool:
    return (one.opens_at is None or one.opens_at <= now) and (due is None or due >= now)


def _left(one: Assignment, made: Collection[Attempt]) -> int:
    finished = {a.question for a in made if a.assignment == one.id and a.settled == a.points}
    return sum(asked.question not in finished for asked in one.questions)
