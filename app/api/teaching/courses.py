"""Courses opened, renamed, copied for another term, archived and restored."""

from datetime import date
from typing import Annotated

from fastapi import Body
from pydantic import Field

from app.accounts.store.api_tokens import Scope
from app.api.access import SENT, behind_the_door, refusals
from app.api.writing import WRITING, Done, writes
from app.courses import membership
from app.courses.membership import LONGEST_TITLE
from app.coursework import copying
from app.coursework import course as acting
from app.questions.context import Context
from app.web.concurrency import TEACHING, limit_concurrency
from engine.validation.schema import Shape

Title = Annotated[str, Field(pattern=r"\S", max_length=LONGEST_TITLE)]
router = behind_the_door("courses", Scope.COURSES)


class NoTitle(ValueError):
    """Nothing of the title is left once it is on one line."""


class NewCourse(Shape):
    title: Title


class CourseCopy(Shape):
    """A copy for another term: its earliest date falls on ``first_day``, and all others move by as many days."""

    title: Title | None = Field(None, description="null: that of the course")
    first_day: date | None = Field(None, description="null: the dates stay as they are")
    zone: str = Field("UTC", max_length=60, description="the time zone in which days are counted")


class MadeCourse(Shape):
    """A course that was made; ``course`` stands in its address."""

    course: str
    title: str


class JoinCode(Shape):
    """The code that lets people in; the one before opens nothing any more."""

    code: str


@router.post("/courses", status_code=201, responses=SENT | refusals(403))
@limit_concurrency(TEACHING)
@writes(201)
def open_course(context: Context, new: Annotated[NewCourse, Body()]) -> MadeCourse:
    made = membership.open_course(context, new.title)
    if made is None:
        raise NoTitle(new.title)
    return MadeCourse(course=made.name, title=made.title)


@router.patch("/courses/{course}", responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes()
def rename_course(context: Context, course: str, new: Annotated[NewCourse, Body()]) -> Done:
    acting.rename(context, course, new.title)
    return Done()


@router.post("/courses/{course}/copy", status_code=201, responses=SENT | WRITING)
@limit_concurrency(TEACHING)
@writes(201)
def copy_course(context: Context, course: str, new: Annotated[CourseCopy, Body()]) -> MadeCourse:
    made = copying.copy(context, course, new.title or "", new.first_day, copying.zone(new.zone))
    return MadeCourse(course=made.name, title=made.title)


@router.post("/courses/{course}/code", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def renew_code(context: Context, course: str) -> JoinCode:
    acting.renew_code(context, course)
    return JoinCode(code=acting.room(context, course).code)


@router.post("/courses/{course}/archive", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def archive_course(context: Context, course: str) -> Done:
    membership.archive(context, course)
    return Done()


@router.post("/courses/{course}/restore", responses=WRITING)
@limit_concurrency(TEACHING)
@writes()
def restore_course(context: Context, course: str) -> Done:
    membership.restore(context, course)
    return Done()
