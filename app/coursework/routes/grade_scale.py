"""The page about the grade scale of a course."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.courses.grade_scale import Rounding
from app.coursework.marks import scale
from app.coursework.marks.scale import NoScale
from app.coursework.marks.scale_presets import Preset
from app.questions.context import Context, InstructorContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/scale")


@router.get("")
@limit_concurrency(TEACHING)
def open_scale(
    request: Request,
    context: InstructorContext,
    course: str,
    saved: bool = False,
    preset: Preset | None = None,
    passes: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Shows the scale, and those to choose from: a ``preset`` as this percent makes it. Raises NoSuchCourse."""
    try:
        offered = scale.offered(preset, passes)
    except NoScale as error:
        return _page(request, context, course, 422, fault=str(error), at=preset, passes=passes)
    return _page(request, context, course, saved=saved, at=preset or "", offered=offered)


@router.post("")
@limit_concurrency(TEACHING)
def save(
    request: Request,
    context: InstructorContext,
    course: str,
    steps: Annotated[str, Form(max_length=8000)] = "",
    passing: Annotated[str, Form(max_length=100)] = "",
    rounding: Annotated[Rounding, Form()] = Rounding.EXACT,
    shown: Annotated[bool, Form()] = False,
) -> Response:
    """Stores what was written; shows it again where it is no scale (422). Raises NoSuchCourse, and CourseArchived."""
    try:
        made = scale.read(steps, passing, rounding, shown)
    except NoScale as error:
        typed = {"steps": steps, "passing": passing, "rounding": rounding, "shown": shown}
        return _page(request, context, course, 422, fault=str(error), line=error.at, typed=typed)
    scale.keep(context, course, made)
    return _saved(course)


@router.post("/preset")
@limit_concurrency(TEACHING)
def choose(
    request: Request,
    context: InstructorContext,
    course: str,
    preset: Annotated[Preset, Form()],
    passes: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Stores a preset in place of what is there. Raises NoSuchCourse, and CourseArchived."""
    try:
        scale.choose(context, course, preset, passes)
    except NoScale as error:
        return _page(request, context, course, 422, fault=str(error), at=preset, passes=passes)
    return _saved(course)


@router.post("/remove")
@limit_concurrency(TEACHING)
def remove(context: InstructorContext, course: str) -> Response:
    """Takes the scale away. Raises NoSuchCourse, and CourseArchived."""
    scale.keep(context, course, None)
    return _saved(course)


def _saved(course: str) -> Response:
    return RedirectResponse(f"/courses/{course}/scale?saved=true", 303)


def _page(request: Request, context: Context, course: str, status: int = 200, **told: Any) -> Response:
    """Renders the page; the fault is in what was ``typed``, or in the percent that was given for the preset ``at``."""
    blank = {
        "saved": False, "fault": "", "line": "", "typed": None, "at": "", "passes": "",
        "offered": scale.offered(None, ""),
    }  # fmt: skip
    shown = scale.scale(context, course)
    return page(request, "coursework/grade_scale", "", status, shown=shown, **blank | told)
