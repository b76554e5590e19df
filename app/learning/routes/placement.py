"""The placement: its page, and its three buttons."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.learning import placement, wording
from app.questions.context import ContextHere
from app.web.concurrency import READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/placement")
@limit_concurrency(READING)
def open_placement(request: Request, context: ContextHere) -> Response:
    """Shows what a placement is, the exercise that is open, or what was found."""
    withheld = context.library.asked_by_courses(context.person)
    return page(request, "learning/placement", found=placement.progress(context, withheld), wording=wording)


@router.post("/placement/begin")
@limit_concurrency(READING)
def begin(context: ContextHere) -> Response:
    """Begins a placement."""
    placement.begin(context)
    return context.visitor.sent_to("/placement")


@router.post("/placement/skip")
@limit_concurrency(READING)
def skip(context: ContextHere, topic: Annotated[str, Form(max_length=60)]) -> Response:
    """Skips the topic that is asked."""
    placement.skip(context, topic, context.library.asked_by_courses(context.person))
    return RedirectResponse("/placement", 303)


@router.post("/placement/end")
@limit_concurrency(READING)
def end(context: ContextHere) -> Response:
    """Ends the placement where it is."""
    placement.end(context, context.library.asked_by_courses(context.person))
    return RedirectResponse("/placement", 303)
