"""Pages of one course: its people and its code for those who teach it, its assignments for everybody in it."""

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.coursework import accommodation
from app.coursework import course as acting
from app.coursework.course import NoInstructor
from app.exams.course_exam import sources
from app.questions.context import Context, InstructorContext, StudentContext
from app.web.addresses import address_of
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import BreakMinutes, ExtraTime, Number
from app.web.rendering import page

router = APIRouter(prefix="/courses/{course}")


@router.get("")
@limit_concurrency(TEACHING)
def open_course(
    request: Request,
    context: StudentContext,
    course: str,
    removed: bool = False,
) -> Response:
    """Shows the course."""
    room = acting.room(context, course)
    return _page(request, context, room, removed=removed)


@router.post("/title")
def rename(context: InstructorContext, course: str, title: Annotated[str, Form()] = "") -> Response:
    """Renames the course; an empty title changes nothing. Raises NoSuchCourse."""
    acting.rename(context, course, title)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/code")
def renew_code(context: InstructorContext, course: str) -> Response:
    """Replaces the code; the old one opens nothing any more. Raises NoSuchCourse, and CourseArchived."""
    acting.renew_code(context, course)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/instructors")
@limit_concurrency(TEACHING)
def add_instructor(
    request: Request,
    context: InstructorContext,
    course: str,
    email: Annotated[str, Form(max_length=254)] = "",
) -> Response:
    """Adds an instructor by e-mail, or shows it again (422). Raises NoSuchCourse, and CourseArchived."""
    try:
        acting.add_instructor(context, course, email)
    except NoInstructor:
        return _page(request, context, acting.room(context, course), 422, email)
    return RedirectResponse(f"/courses/{course}#instructors", 303)


@router.post("/members/{member}/accommodation")
def accommodate(
    context: InstructorContext,
    course: str,
    member: Number,
    extra_time: ExtraTime = 0,
    break_minutes: BreakMinutes = 0,
) -> Response:
    """Gives a student more time in the course's exams, also in a running one. Raises NoSuchCourse, and NotInCourse."""
    entry = accommodation.accommodate(context, course, member, extra_time, break_minutes)
    return RedirectResponse(f"/courses/{course}/roster/{entry}?saved=true", 303)


@router.post("/members/{member}/remove")
def remove(context: InstructorContext, course: str, member: Number) -> Response:
    """Removes an instructor, who may be oneself. Raises NoSuchCourse, OpenedIt, NotInCourse, and LastInstructor."""
    acting.remove(context, course, member)
    return RedirectResponse(
        "/courses" if member == context.person.id else f"/courses/{course}?removed=true#instructors", 303
    )


def _page(
    request: Request,
    context: Context,
    room: acting.Room,
    status: int = 200,
    unknown: str = "",
    removed: bool = False,
) -> Response:
    """Renders the course; ``unknown`` is the e-mail of somebody who cannot become its instructor; ``removed``: somebody
    just was."""
    link = address_of(request, f"/join/{room.code}")
    said: dict[str, Any] = {
        "me_id": context.person.id,
        "unknown": unknown,
        "removed": removed,
    }
    if room.teaching:
        said["sources"] = sources(context)
    return page(request, "coursework/course", "", status, room=room, link=link, **said)
