"""Marks and final grades that are set by hand, each with a reason that the student reads."""

from typing import Annotated

from fastapi import Body
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, behind_the_door
from app.api.writing import WRITING, Done, writes
from app.courses.store.set_marks import Kind
from app.coursework.marks import student_marks
from app.coursework.marks.student_marks import GivenGrade, GivenMark
from app.grading.manual_grading import LONGEST_REASON
from app.questions.context import Context
from app.web.concurrency import TEACHING, limit_concurrency
from engine.validation.schema import Shape

MOST = 500
Reason = Annotated[str, Field(max_length=LONGEST_REASON, description="which the student reads")]
Entry = Annotated[int, Field(ge=1, lt=2**31, description="the student's number on the roster")]
router = behind_the_door("set_marks", Scope.MARKS)


class SetMark(Shape):
    """A mark for one student in one assignment or exam: points, excused, or what was earned again."""

    entry: Entry
    assignment: str = Field(max_length=32)
    kind: Kind = Kind.POINTS
    points: str = Field("", max_length=20, description="3, 2.5 or 1/3; empty unless points are set")
    reason: Reason = ""


class SetMarks(Shape):
    """Marks that are set together: all of them, or none."""

    marks: list[SetMark] = Field(min_length=1, max_length=MOST)


class SetGrade(Shape):
    """A final grade of the course's scale for one student; empty, the computed one counts again."""

    entry: Entry
    grade: str = Field(max_length=20)
    reason: Reason = ""


class SetGrades(Shape):
    """Final grades that are set together: all of them, or none."""

    grades: list[SetGrade] = Field(min_length=1, max_length=MOST)


@router.post("/courses/{course}/set-marks", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def set_marks(context: Context, course: str, new: Annotated[SetMarks, Body()]) -> Done:
    given = [GivenMark(one.entry, one.assignment, one.kind, one.points, one.reason) for one in new.marks]
    student_marks.set_marks(context, course, given)
    return Done()


@router.post("/courses/{course}/set-grades", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def set_grades(context: Context, course: str, new: Annotated[SetGrades, Body()]) -> Done:
    given = [GivenGrade(one.entry, one.grade, one.reason) for one in new.grades]
    student_marks.set_grades(context, course, given)
    return Done()
