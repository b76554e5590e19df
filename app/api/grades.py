"""The marks of a course, as its pages count them: everybody's for its instructors, for a student their own."""

from app.api.access import as_json, behind_the_door, refusals
from app.api.points import Points
from app.coursework.marks.gradebook import Row as Marked
from app.coursework.marks.gradebook import marks
from app.coursework.marks.result import Column
from app.questions.context import ContextHere
from app.web.concurrency import TEACHING, limit_concurrency
from engine.validation.schema import Shape

router = behind_the_door()


class Assignment(Shape):
    """An assignment, and the points that it is worth."""

    assignment: str
    title: str
    points: Points


class Row(Shape):
    """One student: the points that count, assignment by assignment in their order, null where nothing was answered.
    ``student`` is null for whoever is on the roster and has not joined yet."""

    student: int | None
    name: str
    email: str
    matriculation: str
    section: str
    earned: list[Points | None]
    total: Points


class Grades(Shape):
    course: str
    title: str
    teaching: bool
    assignments: list[Assignment]
    points: Points
    students: list[Row]


@router.get("/courses/{course}/grades", responses=refusals(404))
@limit_concurrency(TEACHING)
@as_json
def grades(context: ContextHere, course: str) -> Grades:
    grid = marks(context, course)
    return Grades(
        course=grid.course.name,
        title=grid.course.title,
        teaching=grid.whole,
        assignments=[_assignment(column) for column in grid.columns],
        points=Points.of(grid.points),
        students=[_row(row) for row in grid.rows],
    )


def _assignment(column: Column) -> Assignment:
    one = column.assignment
    return Assignment(assignment=one.name, title=one.title, points=Points.of(column.points))


def _row(row: Marked) -> Row:
    return Row(
        student=row.student.person,
        name=row.student.name,
        email=row.student.email,
        matriculation=row.student.line.matriculation,
        section=row.student.line.section,
        earned=[None if one.earned is None else Points.of(one.earned) for one in row.results],
        total=Points.of(row.total),
    )
