"""The marks of one student, assignment by assignment, and what an instructor sets by hand: marks, and the final
grade."""

from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import Right, taught
from app.courses.store import assignments, grade_scales, roster, set_grades, set_marks
from app.courses.store.courses import Course
from app.courses.store.roster import Entry
from app.courses.store.set_grades import SetGrade
from app.courses.store.set_marks import Kind, SetMark
from app.coursework.assignments.assignment import NoSuchAssignment
from app.coursework.marks import gradebook
from app.coursework.marks.gradebook import Marks, Row
from app.coursework.marks.scale import LONGEST_GRADE
from app.coursework.roster.page import NoSuchEntry, entry_in
from app.grading.manual_grading import points_in, reason_in
from app.grading.student_work import NoReasonGiven
from app.questions.context import Context

MOST_POINTS = Fraction(999)


class NoSuchGrade(ValueError):
    """The scale of the course has no such grade, or the course has no scale."""


@dataclass(frozen=True, slots=True)
class StudentMarks:
    """A student's row of the gradebook, with everything that was set by hand in it, the newest first."""

    course: Course
    student: Entry
    marks: Marks
    row: Row
    lines: tuple[SetMark, ...]
    grades: tuple[SetGrade, ...]


def student_marks(context: Context, course: str, student: int) -> StudentMarks:
    """Raises NoSuchCourse, and NoSuchEntry for nobody who is a student of the course now."""
    grid = gradebook.marks(context, course)
    row = next((one for one in grid.rows if one.student.id == student), None)
    if row is None or not grid.teaching:
        raise NoSuchEntry(student)
    with context.database.read() as connection:
        lines = tuple(set_marks.of_student(connection, grid.course.id, student))
        final = tuple(set_grades.of_student(connection, student))
    return StudentMarks(grid.course, row.student, grid, row, lines, final)


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


def set_grade(context: Context, course: str, student: int, grade: str, why: str) -> None:
    """Sets the final grade of a student; "" lets the computed one count again.

    Raises NoSuchCourse, NoSuchEntry, NoSuchGrade, and NoReasonGiven.
    """
    reason = reason_in(why)
    with context.database.write() as connection:
        here = taught(connection, context.person, course, Right.TEACH)
        roster.hold(connection, here.id)
        entry = entry_in([one for one in roster.entries(connection, here.id) if one.present], student)
        scale = grade_scales.find(connection, here.id)
        if grade and (scale is None or grade not in (one.grade for one in scale.steps)):
            raise NoSuchGrade(grade[:LONGEST_GRADE])
        if grade and not reason:
            raise NoReasonGiven(course)
        set_grades.add(connection, entry.id, grade, reason, context.account)
