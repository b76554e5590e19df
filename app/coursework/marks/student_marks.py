"""The marks of one student, assignment by assignment, and those among them that an instructor sets by hand."""

from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import Right, taught
from app.courses.store import assignments, roster, set_marks
from app.courses.store.courses import Course
from app.courses.store.roster import Entry
from app.courses.store.set_marks import Kind, SetMark
from app.coursework.assignments.assignment import NoSuchAssignment
from app.coursework.marks import gradebook
from app.coursework.marks.gradebook import Marks, Row
from app.coursework.roster.page import NoSuchEntry, entry_in
from app.grading.manual_grading import points_in, reason_in
from app.grading.student_work import NoReasonGiven
from app.questions.context import Context

MOST_POINTS = Fraction(999)


@dataclass(frozen=True, slots=True)
class StudentMarks:
    """A student's row of the gradebook, with everything that was set by hand in it, the newest first."""

    course: Course
    student: Entry
    marks: Marks
    row: Row
    lines: tuple[SetMark, ...]


def student_marks(context: Context, course: str, student: int) -> StudentMarks:
    """Raises NoSuchCourse, and NoSuchEntry for nobody who is a student of the course now."""
    grid = gradebook.marks(context, course)
    row = next((one for one in grid.rows if one.student.id == student), None)
    if row is None or not grid.teaching:
        raise NoSuchEntry(student)
    with context.database.read() as connection:
        lines = tuple(set_marks.of_student(connection, grid.course.id, student))
    return StudentMarks(grid.course, row.student, grid, row, lines)


def set_mark(
    context: Context, course: str, student: int, assignment: str, kind: Kind, points: str, why: str
) -> None:
    """Sets what counts of an assignment or exam for a student.

    Raises NoSuchCourse, NoSuchEntry, NoSuchAssignment, NoReasonGiven, and manual_grading.NoSuchPoints.
    """
    reason = reason_in(why)
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.TEACH)
        roster.hold(connection, here.id)
        entry = entry_in([one for one in roster.entries(connection, here.id) if one.present], student)
        every = assignments.of_course(connection, here.id)
        one = next((one for one in every if one.name == assignment), None)
        if one is None:
            raise NoSuchAssignment(assignment)
        given = points_in(points, MOST_POINTS) if kind is Kind.POINTS else None
        if not reason and kind is not Kind.EARNED:
            raise NoReasonGiven(assignment)
        set_marks.add(connection, one.id, entry.id, kind, given, reason, context.account)
