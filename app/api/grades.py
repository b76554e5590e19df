"""The marks of a course, as its pages count them: everybody's for its instructors, for a student their own."""

from pydantic import Field

from app.api.access import as_json, behind_the_door, refusals
from app.api.points import Points
from app.courses.grade_scale import GradeScale, Rounding
from app.coursework.marks import grades as computing
from app.coursework.marks.gradebook import Row as Marked
from app.coursework.marks.gradebook import marks
from app.coursework.marks.result import Column
from app.questions.context import ContextHere
from app.web.concurrency import TEACHING, limit_concurrency
from engine.marking.grading import exact
from engine.validation.schema import Shape

router = behind_the_door("grades")


class Assignment(Shape):
    """An assignment, and the points that it is worth."""

    assignment: str
    title: str
    points: Points


class Grade(Shape):
    """A grade. ``reason`` is null unless an instructor set it; ``computed`` is what the scale gives for the mark, null
    before anything counts."""

    grade: str
    computed: str | None
    passed: bool | None = Field(description="null where the course does not say what passes")
    reason: str | None


class Row(Shape):
    """One student: the points that count, assignment by assignment in their order, null where nothing was answered.
    ``student`` is null for whoever is on the roster and has not joined yet; ``entry`` is their number there."""

    entry: int
    student: int | None
    name: str
    email: str
    matriculation: str
    section: str
    earned: list[Points | None]
    total: Points
    mark: Points | None = Field(
        description="the share of what could be earned so far, by the categories of the course; null as long as "
        "nothing of the student's counts, and without categories or a grade scale"
    )
    grade: Grade | None = Field(
        description="null as long as nothing of the student's counts, without a grade scale, and where students do not "
        "see theirs"
    )


class Step(Shape):
    """A grade, and the percent of the mark from which it is given: 57.5, or a fraction such as 575/12."""

    grade: str
    least: str


class Scale(Shape):
    """The grade scale of a course, the best grade first."""

    steps: list[Step]
    passing: str = Field(description="the lowest grade that passes; empty where the course does not say so")
    rounding: Rounding = Field(description="of the mark in percent, half up, before it is compared")
    shown: bool = Field(description="whether students see their own grade")

    @classmethod
    def of(cls, scale: GradeScale) -> "Scale":
        steps = [Step(grade=one.grade, least=exact(one.least)) for one in scale.steps]
        return cls(steps=steps, passing=scale.passing, rounding=scale.rounding, shown=scale.shown)


class Grades(Shape):
    course: str
    title: str
    teaching: bool
    assignments: list[Assignment]
    points: Points
    scale: Scale | None = Field(description="null without one, and for students who do not see their grades")
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
        scale=Scale.of(grid.scale) if grid.scale else None,
        students=[_row(row, grid.marked) for row in grid.rows],
    )


def _assignment(column: Column) -> Assignment:
    one = column.assignment
    return Assignment(assignment=one.name, title=one.title, points=Points.of(column.points))


def _row(row: Marked, marked: bool) -> Row:
    share = row.mark.share if marked else None
    return Row(
        entry=row.student.id,
        student=row.student.person,
        name=row.student.name,
        email=row.student.email,
        matriculation=row.student.line.matriculation,
        section=row.student.line.section,
        earned=[None if one.earned is None else Points.of(one.earned) for one in row.results],
        total=Points.of(row.total),
        mark=None if share is None else Points.of(share),
        grade=_grade(row.grade) if row.grade else None,
    )


def _grade(one: computing.Grade) -> Grade:
    reason = one.by_hand.reason if one.by_hand else None
    return Grade(grade=one.grade, computed=one.computed or None, passed=one.passed, reason=reason)
