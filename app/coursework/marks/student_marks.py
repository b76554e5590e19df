"""The marks of one student, assignment by assignment, and what an instructor sets by hand: marks, and the final
grade."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import Right, taught
from app.courses.store import assignments, grade_scales, roster
from app.courses.store import set_grades as store_of_grades
from app.courses.store import set_marks as store_of_marks
from app.courses.store.courses import Course
from app.courses.store.roster import Entry
from app.courses.store.set_grades import SetGrade
from app.courses.store.set_marks import Kind, SetMark
from app.coursework.assignments.assignment import NoSuchAssignment
from app.coursework.marks import gradebook
from app.coursework.marks.gradebook import Marks, Row
from app.coursework.marks.scale import LONGEST_GRADE
from app.coursework.roster.page import NoSuchEntry, entry_in
from app.database.connection import Connection
from app.grading.manual_grading import points_in, reason_in
from app.grading.student_work import NoReasonGiven
from app.questions.context import Context

MOST_POINTS = Fraction(999)


class NoSuchGrade(ValueError):
    """The scale of the course has no such grade, or the course has no scale."""


class MoreThanAll(ValueError):
    """The points are more than the assignment has."""


@dataclass(frozen=True, slots=True)
class StudentMarks:
    """A student's row of the gradebook, with everything that was set by hand in it, the newest first."""

    course: Course
    student: Entry
    marks: Marks
    row: Row
    lines: tuple[SetMark, ...]
    grades: tuple[SetGrade, ...]


@dataclass(frozen=True, slots=True)
class GivenMark:
    """A mark as it was typed, for a student of the roster by number; ``above``: more points than there are, are
    meant."""

    student: int
    assignment: str
    kind: Kind
    points: str
    why: str
    above: bool = True


@dataclass(frozen=True, slots=True)
class GivenGrade:
    """A final grade as it was typed, for a student of the roster by number."""

    student: int
    grade: str
    why: str


def student_marks(context: Context, course: str, student: int) -> StudentMarks:
    """Raises NoSuchCourse, and NoSuchEntry for nobody who is a student of the course now."""
    grid = gradebook.marks(context, course)
    row = next((one for one in grid.rows if one.student.id == student), None)
    if row is None or not grid.teaching:
        raise NoSuchEntry(student)
    with context.database.read() as connection:
        lines = tuple(store_of_marks.of_student(connection, grid.course.id, student))
        final = tuple(store_of_grades.of_student(connection, student))
    return StudentMarks(grid.course, row.student, grid, row, lines, final)


def set_marks(context: Context, course: str, given: Sequence[GivenMark]) -> None:
    """Sets what counts of assignments and exams for students: all of it, or nothing.

    Raises NoSuchCourse, NoSuchEntry, NoSuchAssignment, NoReasonGiven, MoreThanAll, and manual_grading.NoSuchPoints.
    """
    columns = () if all(one.above for one in given) else gradebook.marks(context, course).columns
    most = {column.assignment.name: column.points for column in columns}
    with context.database.write() as connection:
        here, present = _students(connection, context, course)
        every = {one.name: one.id for one in assignments.of_course(connection, here.id)}
        for one in given:
            entry, reason = entry_in(present, one.student), reason_in(one.why)
            if one.assignment not in every:
                raise NoSuchAssignment(one.assignment)
            points = points_in(one.points, MOST_POINTS) if one.kind is Kind.POINTS else None
            if not reason and one.kind is not Kind.EARNED:
                raise NoReasonGiven(one.assignment)
            if points is not None and not one.above and points > most.get(one.assignment, points):
                raise MoreThanAll(one.points)
            told = (every[one.assignment], entry.id, one.kind, points, reason)
            store_of_marks.add(connection, *told, context.account)


def set_grades(context: Context, course: str, given: Sequence[GivenGrade]) -> None:
    """Sets the final grades of students: all of them, or none; "" lets the computed one count again.

    Raises NoSuchCourse, NoSuchEntry, NoSuchGrade, and NoReasonGiven.
    """
    with context.database.write() as connection:
        here, present = _students(connection, context, course)
        scale = grade_scales.find(connection, here.id)
        known = {one.grade for one in scale.steps} if scale else set()
        for one in given:
            entry, reason = entry_in(present, one.student), reason_in(one.why)
            if one.grade and one.grade not in known:
                raise NoSuchGrade(one.grade[:LONGEST_GRADE])
            if one.grade and not reason:
                raise NoReasonGiven(course)
            store_of_grades.add(connection, entry.id, one.grade, reason, context.account)


def _students(connection: Connection, context: Context, course: str) -> tuple[Course, list[Entry]]:
    """Returns the course, held, and those who are its students now. Raises NoSuchCourse."""
    here = taught(connection, context.person, course, Right.TEACH)
    roster.hold(connection, here.id)
    return here, [one for one in roster.entries(connection, here.id) if one.present]
