"""A course's sheets as its instructors see them: whose they are, what is written on them, and points given by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import NotInCourse, Right, hides_names, membership, rights, taught
from app.courses.store import assignments, courses, due_dates, duties
from app.courses.store.asked import Answered
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course, Member
from app.courses.store.duties import Duty
from app.database.connection import Connection
from app.exams import history
from app.exams.history import Late
from app.exams.store import audit_log, exams, sittings
from app.exams.store.exams import Exam
from app.exams.store.sitting import Sitting
from app.grading import double_marking, results_release
from app.grading.manual_grading import award, points_in, reason_in
from app.grading.store import marker_scores, queue
from app.grading.store.marker_scores import Marking
from app.practice import opening, practice
from app.practice.counting import of_sheet
from app.practice.opening import NoSuchAttempt
from app.practice.sheet import Sheet
from app.practice.store import attempts, mark_log
from app.practice.store.attempt import Attempt
from app.practice.store.mark_log import Change
from app.questions.context import Context


class NoReasonGiven(ValueError):
    """A mark is not changed without a reason."""


class MarkedTwice(ValueError):
    """Two instructors mark this part in the queue, and have not agreed on it yet."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A sheet that a student began, with the title of its question; ``counted`` are the points that count of it for the
    course, None in an exam."""

    title: str
    attempt: Attempt
    counted: Fraction | None


@dataclass(frozen=True, slots=True)
class Folder:
    """The sheets that one student began for the course, by assignment."""

    course: Course
    student: Member
    sheets: tuple[tuple[Assignment, tuple[Counted, ...]], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """A student's sheet as it is now; ``sheet`` is None where it cannot be read any more, ``sitting`` and ``exam``
    where it was no question of one.

    ``rights`` are those of whoever looks at it. ``counted`` of its points count for the course, None for all. The parts
    in ``wait`` are in double marking; ``both`` are two markers' marks on settled parts, or those that are held while
    ``results_wait``; ``late`` came after the end of its exam.
    """

    course: Course
    duty: Duty | None
    exam: Exam | None
    sitting: Sitting | None
    attempt: Attempt
    student: int
    called: str
    rights: frozenset[Right]
    counted: Fraction | None
    sheet: Sheet | None
    changes: tuple[Change, ...]
    wait: Mapping[str, int]
    both: tuple[Marking, ...]
    results_wait: bool
    late: tuple[Late, ...]


def folder(context: Context, course: str, student: int) -> Folder:
    """Raises NoSuchCourse, and NotInCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.NAMES)
        who = next((one for one in courses.members_of(connection, here.id) if one.id == student), None)
        if who is None:
            raise NotInCourse(student)
        begun = attempts.of_person(connection, student, all_of_them=True)[::-1]
        asked = assignments.of_course(connection, here.id)
        later = due_dates.later(connection, here.id, student)
    titles = context.library.titles({attempt.question for attempt in begun if attempt.assignment})
    sheets: dict[int, list[Counted]] = {one.id: [] for one in asked}
    due = {one.id: later.get((one.id, student), one.due_at) for one in asked}
    policies = {one.id: one.policy for one in asked}
    for one in begun:
        if one.assignment in sheets:
            counted = of_sheet(one, due[one.assignment], policies[one.assignment]) or Fraction(0)
            of_exam = one.sitting is not None
            made = Counted(titles.get(one.question, one.question), one, None if of_exam else counted)
            sheets[one.assignment].append(made)
    return Folder(here, who, tuple((one, tuple(sheets[one.id])) for one in asked if sheets[one.id]))


def seen(context: Context, course: str, name: str) -> Seen:
    """Raises NoSuchCourse, and NoSuchAttempt."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.READ)
        found = queue.sheet(connection, here.id, name)
        if found is None:
            raise NoSuchAttempt(name)
        attempt, student = found
        duty = duties.duty(connection, attempt.id)
        made = tuple(mark_log.of_attempt(connection, attempt.id))
        who = membership(connection, context.person, course)
        hidden = hides_names(connection, context.person, here)
        people = {one.id: one.called for one in courses.members_of(connection, here.id)}
        wait = double_marking.waits_for_two(connection, here.id, attempt.id)
        given = marker_scores.of_attempts(connection, [attempt.id])
        sitting = sittings.by_id(connection, attempt.sitting) if attempt.sitting else None
        exam = exams.by_id(connection, sitting.exam) if sitting and sitting.exam else None
        late = _late(connection, sitting, attempt) if sitting else ()
        closed = (
            results_release.closed(connection, {Answered(duty.id, attempt.question, student)})
            if duty
            else set()
        )
    both = tuple(one for (_, part), made in given.items() if part not in wait for one in made)
    on = opening.readable(context.library, attempt)
    sheet = practice.show(on) if on else None
    called = "" if hidden else people.get(student, "")
    return Seen(
        course=here,
        duty=duty,
        exam=exam,
        sitting=sitting,
        attempt=attempt,
        student=student,
        called=called,
        rights=rights(who, context.person),
        counted=None
        if duty is None or sitting
        else of_sheet(attempt, duty.due_at, duty.policy) or Fraction(0),
        sheet=sheet,
        changes=made,
        wait=wait,
        both=both,
        results_wait=bool(closed),
        late=late,
    )


def _late(connection: Connection, sitting: Sitting, attempt: Attempt) -> tuple[Late, ...]:
    came = history.late(audit_log.of_sitting(connection, sitting.id), sitting.over_at)
    return tuple(one for one in came if one.place == attempt.place)


def give(
    context: Context,
    course: str,
    name: str,
    part: str,
    points: str,
    why: str,
) -> None:
    """Gives one part these points.

    Raises NoSuchCourse, NoSuchAttempt, NoReasonGiven, MarkedTwice, and manual_grading.NoSuchPoints.
    """
    assert context.person.id is not None
    reason = reason_in(why)
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        found = queue.sheet(connection, here.id, name)
        on = opening.readable(context.library, attempts.reload(connection, found[0])) if found else None
        asked = on.variant.part(part) if on else None
        if on is None or asked is None:
            raise NoSuchAttempt(name)
        given = points_in(points, asked.points)
        if not reason:
            raise NoReasonGiven(part)
        if part in double_marking.waits_for_two(connection, here.id, on.attempt.id):
            raise MarkedTwice(part)
        results_release.note_given(connection, on.attempt)
        award(connection, on.attempt, part, given, reason, context.person.id, excused=True)
