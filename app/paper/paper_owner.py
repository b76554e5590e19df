"""The owner of a paper version: who can have one, and moving one that was given to the wrong student."""

from collections.abc import Sequence

from app.courses.membership import taught
from app.courses.store import courses
from app.courses.store.courses import CourseRole, Member
from app.database.connection import Connection
from app.exams.course_exam import find
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Event, Kind
from app.exams.store.exams import Exam
from app.paper.paper_versions import by_number
from app.paper.store import paper_versions
from app.questions.context import Context


class HasOne(ValueError):
    """The student has a paper version of this exam already, has sat it as often as the rules allow, or is not in the
    course."""


def free(connection: Connection, exam: Exam, everybody: Sequence[Member]) -> list[Member]:
    """Returns the students who can have a paper version: those without one who may sit the exam once more."""
    begun = [one.person for one in sittings.of_exam(connection, exam.id) if one.begun_at is not None]
    have = {one.person for one in paper_versions.of_exam(connection, exam.id)}
    most = exam.rules.sittings
    students = (one for one in everybody if one.role is CourseRole.STUDENT and one.id not in have)
    return [one for one in students if begun.count(one.id) < most]


def check(connection: Connection, exam: Exam, student: int) -> Member:
    """Returns the student, locked by this transaction, which holds the exam, too. Raises HasOne."""
    courses.hold(connection, student)
    found = next(
        (
            one
            for one in free(connection, exam, courses.members_of(connection, exam.course))
            if one.id == student
        ),
        None,
    )
    if found is None:
        raise HasOne(student)
    return found


def move(context: Context, course: str, exam: str, number: str, student: int) -> None:
    """Gives a paper version that is done to another student, with all its marks; its audit log says so.

    Raises NoSuchCourse, NoCourseExam, NoSuchVersion, and HasOne.
    """
    with context.database.write() as connection:
        known = find(connection, taught(connection, context.person, course), exam, hold=True)
        form = by_number(connection, known, number, hold=True)
        if form.closed_at is None or form.person == student:
            return
        to = check(connection, known, student)
        everybody = {one.id: one.called for one in courses.members_of(connection, known.course)}
        paper_versions.move(connection, form.id, to.id)
        said = f"{everybody.get(form.person or 0, 'somebody')} to {to.called}; by {context.person.called}"
        audit_log.log(connection, form.id, [Event(context.clock.now(), Kind.MOVED, text=said)])
