"""Practice sets: the page of the one that is going on, and its buttons."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.learning import errand, wording
from app.learning.practice_sets import sets
from app.learning.store.sets import Kind
from app.questions.context import ContextHere
from app.web.concurrency import MARKING, READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/set")
@limit_concurrency(READING)
def open_set(request: Request, context: ContextHere) -> Response:
    """Shows how far the visitor's set is; redirects home where none is going on."""
    found = sets.progress(context)
    if found is None:
        return RedirectResponse("/", 303)
    return page(request, "learning/set", found=found, title=errand.NAMES[found.kind], wording=wording)


@router.post("/set/begin")
@limit_concurrency(MARKING)
def begin(context: ContextHere, kind: Annotated[Kind, Form()]) -> Response:
    """Begins a set; redirects home where there is nothing to do."""
    begun = sets.begin(context, kind, context.library.asked_by_courses(context.person))
    return context.visitor.sent_to("/set" if begun else "/")


@router.post("/set/put-off")
@limit_concurrency(READING)
def put_off(
    context: ContextHere,
    question: Annotated[str, Form(max_length=60)],
    seed: Annotated[int, Form()],
    off: Annotated[bool, Form()] = True,
) -> Response:
    """Leaves an exercise out for today, or takes it back in."""
    sets.put_off(context, question, seed, off)
    return RedirectResponse("/set", 303)


@router.post("/set/end")
@limit_concurrency(READING)
def end(context: ContextHere) -> Response:
    """Ends the set where it is."""
    sets.end(context)
    return RedirectResponse("/", 303)
