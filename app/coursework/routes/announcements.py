"""The announcements of a course: written, edited and removed by those who teach it."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.courses.store.courses import Course
from app.coursework import announcements
from app.coursework.announcements import LONGEST, Empty
from app.questions.context import InstructorContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/announcements")
EMPTY = N_("Give it a title, and write what your course is to read.")
Typed = Annotated[str, Form()]


@router.get("/new")
@limit_concurrency(TEACHING)
def write(request: Request, context: InstructorContext, course: str) -> Response:
    """Shows an empty form. Raises NoSuchCourse, and CourseArchived."""
    return _page(request, announcements.open_course(context, course))


@router.post("")
@limit_concurrency(TEACHING)
def announce(
    request: Request, context: InstructorContext, course: str, title: Typed = "", text: Typed = ""
) -> Response:
    """Adds an announcement; an empty one is asked for again (422). Raises NoSuchCourse, and CourseArchived."""
    try:
        announcements.announce(context, course, title, text)
    except Empty:
        return _page(request, announcements.open_course(context, course), (title, text), fault=EMPTY)
    return RedirectResponse(f"/courses/{course}#announcements", 303)


@router.get("/{number}")
@limit_concurrency(TEACHING)
def open_one(request: Request, context: InstructorContext, course: str, number: Number) -> Response:
    """Shows an announcement to be edited. Raises NoSuchCourse, and NoSuchAnnouncement."""
    here, one = announcements.find(context, course, number)
    return _page(request, here, (one.title, one.text), number)


@router.post("/{number}")
@limit_concurrency(TEACHING)
def edit(
    request: Request,
    context: InstructorContext,
    course: str,
    number: Number,
    title: Typed = "",
    text: Typed = "",
) -> Response:
    """Replaces what an announcement says; an empty one is asked for again (422). Raises NoSuchCourse, and
    NoSuchAnnouncement."""
    here, _ = announcements.find(context, course, number)
    try:
        announcements.edit(context, course, number, title, text)
    except Empty:
        return _page(request, here, (title, text), number, EMPTY)
    return RedirectResponse(f"/courses/{course}#announcements", 303)


@router.post("/{number}/remove")
@limit_concurrency(TEACHING)
def remove(context: InstructorContext, course: str, number: Number) -> Response:
    """Removes an announcement. Raises NoSuchCourse, and NoSuchAnnouncement."""
    announcements.remove(context, course, number)
    return RedirectResponse(f"/courses/{course}#announcements", 303)


def _page(
    request: Request, course: Course, typed: tuple[str, str] = ("", ""), number: int = 0, fault: str = ""
) -> Response:
    title, text = typed
    return page(
        request,
        "coursework/announcement",
        status=422 if fault else 200,
        course=course,
        title=title,
        text=text,
        number=number,
        fault=fault,
        most=LONGEST,
    )
