"""Due work of a student in all courses: open assignments that are not finished, exams ahead, and news on sheets."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.courses.store import assignments, courses, due_dates
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course, CourseRole
from app.coursework.assignments.tasks import waits_for_mark
from app.exams import results_release
from app.exams.store import exams, sittings
from app.exams.store.exams import Exam
from app.practice.store import attempts, mark_log
from app.practice.store.attempt import Attempt
from app.practice.store.mark_log import News
from app.questions.context import Context

LATELY = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Open:
    """An assignment with questions that the student has not finished, and whose answers count, late ones too;
    ``due_at`` is the student's own."""

    course: Course
    assignment: Assignment
    due_at: datetime | None
    left: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """An exam that the student can sit now, or that opens later; ``going_on`` names its running sitting."""

    course: Course
    exam: Exam
    is_open: bool
    going_on: str


@dataclass(frozen=True, slots=True)
class Duties:
    """Assignments, those due first before those that are never due; what others did on sheets this week; and exams,
    open ones before those that open first."""

    open: tuple[Open, ...] = ()
    news: tuple[News, ...] = ()
    exams: tuple[Ahead, ...] = ()


def duties(context: Context) -> Duties:
    """Returns the due work; empty for a guest, and for those who only teach."""
    now = datetime.now(UTC)
    me = context.person
    if me.id is None or not me.email:
        return Duties()
    with context.database.read() as connection:
        mine = [one.course for one in courses.of_person(connection, me.id) if one.role is CourseRole.STUDENT]
        found: list[Open] = []
        news: list[News] = []
        ahead: list[Ahead] = []
        begun = sittings.of_person(connection, me.id) if mine else []
        sat = Counter(one.exam for one in begun)
        running = {one.exam: one.name for one in begun if one.running}
        for course in mine:
            there = () if course.archived else exams.of_course(connection, course.id)
            ahead += [
                Ahead(
                    course,
                    one,
                    one.rules.opens_at is None or one.rules.opens_at <= now,
                    running.get(one.id, ""),
                )
                for one in there
                if one.id in running or (_is_ahead(one, now) and sat[one.id] < one.rules.sittings)
            ]
            news += mark_log.news(connection, course.id, me.id)
            later = due_dates.later(connection, course.id, me.id)
            asked = () if course.archived else assignments.of_course(connection, course.id)
            made = attempts.of_assignments(connection, me.id, [one.id for one in asked])
            for one in asked:
                due = later.get((one.id, me.id), one.due_at)
                unfinished = left(one, made)
                if unfinished and _is_open(one, due, now):
                    found.append(Open(course, one, due, unfinished))
    found.sort(key=lambda one: (one.due_at is None, one.due_at or now))
    ahead.sort(key=lambda one: (not one.is_open, one.exam.rules.opens_at or now))
    return Duties(tuple(found), tuple(one for one in news if one.at > now - LATELY), tuple(ahead))


def _is_ahead(exam: Exam, now: datetime) -> bool:
    return exam.published_at is not None and not results_release.ended(exam, now)


def _is_open(one: Assignment, due: datetime | None, now: datetime) -> bool:
    until = one.policy.until(due)
    return (one.opens_at is None or one.opens_at <= now) and (until is None or until >= now)


def left(one: Assignment, made: Collection[Attempt]) -> int:
    """Returns how many questions of an assignment a student has not finished, who ``made`` these sheets. Sentences
    that were handed in are finished, though they have no mark yet."""
    done = {a.question for a in made if a.assignment == one.id and (a.finished or waits_for_mark(a))}
    return sum(asked.question not in done for asked in one.questions)
