"""The map of a course, for its instructors, and an assignment of what it needs next."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.home import course_map
from app.home.course_map import NothingChosen
from app.learning.wording import COURSE_STANDINGS
from app.questions.context import Context, InstructorContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/map")


@router.get("")
@limit_concurrency(TEACHING)
def open_course_map(request: Request, context: InstructorContext, course: str, until: str = "") -> Response:
    """Shows how the course stands with each topic. ``until``: the last section that was taught. Raises NoSuchCourse."""
    return _page(request, context, course, until)


@router.post("")
@limit_concurrency(TEACHING)
def assign(
    request: Request,
    context: InstructorContext,
    course: str,
    title: Annotated[str, Form(max_length=200)] = "",
    question: Annotated[list[str], Form()] = [],  # noqa: B006
    until: Annotated[str, Form()] = "",
) -> Response:
    """Makes an assignment of the chosen exercises and opens it; where none is chosen, or the title is empty, shows the
    map again (422). Raises NoSuchCourse, and CourseArchived."""
    try:
        made = course_map.assign(context, course, title, question)
    except NothingChosen:
        return _page(request, context, course, until, 422, title, question, "exercise")
    if made is None:
        return _page(request, context, course, until, 422, title, question, "title")
    return RedirectResponse(f"/courses/{course}/assignments/{made.name}", 303)


def _page(
    request: Request,
    context: Context,
    course: str,
    until: str,
    status: int = 200,
    title: str | None = None,
    chosen: list[str] | None = None,
    missing: str = "",
) -> Response:
    """Renders the map; ``title`` and ``chosen`` are None before there were any, so that some are proposed. ``missing``:
    what an assignment lacks, an exercise or its title."""
    drawn = course_map.course_map(context, course, until)
    if chosen is None:
        chosen = [one.line.question.id for one in drawn.proposed]
    return page(
        request, "home/course_map", "", status,
        drawn=drawn, day=context.clock.now().date(), standings=COURSE_STANDINGS, title=title, chosen=chosen,
        missing=missing, fewest=course_map.FEWEST,
    )  # fmt: skip
