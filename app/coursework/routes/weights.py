"""The page about the weights of a course's assignments and exams."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.coursework.marks import weights
from app.coursework.marks.weights import MOST_DROPPED, MOST_WEIGHT, Typed
from app.questions.context import InstructorContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import BadForm
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/weights")
Row = Annotated[int, Form(ge=0, lt=2**31)]
Weight = Annotated[int, Form(ge=0, le=MOST_WEIGHT)]
Dropped = Annotated[int, Form(ge=0, le=MOST_DROPPED)]


@router.get("")
@limit_concurrency(TEACHING)
def open_weights(request: Request, context: InstructorContext, course: str, saved: bool = False) -> Response:
    """Shows the categories and what is in them. Raises NoSuchCourse."""
    return page(request, "coursework/weights", weights=weights.weights(context, course), saved=saved)


@router.post("")
@limit_concurrency(TEACHING)
def save(
    context: InstructorContext,
    course: str,
    category: Annotated[list[Row] | None, Form()] = None,
    title: Annotated[list[str] | None, Form()] = None,
    weight: Annotated[list[Weight] | None, Form()] = None,
    drop: Annotated[list[Dropped] | None, Form()] = None,
    assignment: Annotated[list[Row] | None, Form()] = None,
    within: Annotated[list[Row] | None, Form()] = None,
    extra: Annotated[list[Row] | None, Form()] = None,
) -> Response:
    """Stores both. Raises NoSuchCourse, and BadForm where the fields of a row are not all there."""
    try:
        rows = zip(category or (), title or (), weight or (), drop or (), strict=True)
        put = dict(zip(assignment or (), within or (), strict=True))
        typed = [Typed(*row) for row in rows]
    except ValueError as error:
        raise BadForm("weights") from error
    weights.save(context, course, typed, put, frozenset(extra or ()))
    return RedirectResponse(f"/courses/{course}/weights?saved=true", 303)
