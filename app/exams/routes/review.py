"""Pages of the review: the marked sheet, points lost first; what to practise; the same again; the audit log."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.exams import history, key_reports, review
from app.exams.permissions import CLOSED
from app.questions.context import ContextHere
from app.questions.kinds import SKILLS
from app.web.concurrency import MARKING, REVIEWING, limit_concurrency
from app.web.dependencies import Number, key_of, new_key
from app.web.rendering import is_partial, page
from app.web.routing import Router

router = Router(prefix="/sittings/{name}")


@router.get("/review", dependencies=CLOSED)
@limit_concurrency(REVIEWING)
def open_review(
    request: Request,
    context: ContextHere,
    name: str,
) -> Response:
    """Shows the review. While a program runs, the page polls the block that says so; then it reloads."""
    shown = review.review(context, name)
    if is_partial(request) and not shown.program_runs:
        return Response(headers={"HX-Refresh": "true"})
    sent = key_reports.sent(context, shown.sitting)
    return page(request, "exams/review", "running", review=shown, skills=SKILLS, key=new_key(), reports=sent)


@router.post("/review/{place}", dependencies=CLOSED)
@limit_concurrency(REVIEWING)
def report(
    context: ContextHere,
    name: str,
    place: Number,
    key: Annotated[str, Form()] = "",
    sentence: Annotated[str, Form()] = "",
) -> Response:
    """Reports that the key or the mark of this question is wrong."""
    key_reports.report(context, name, place, key_of(key), sentence)
    return RedirectResponse(f"/sittings/{name}/review#q{place}", 303)


@router.get("/lost", dependencies=CLOSED)
@limit_concurrency(REVIEWING)
def open_lost(
    request: Request,
    context: ContextHere,
    name: str,
) -> Response:
    """Shows the questions on which points were lost, each to be practised with new numbers."""
    return page(request, "exams/lost", review=review.lost(context, name))


@router.post("/again")
@limit_concurrency(MARKING)
def sit_again(
    context: ContextHere,
    name: str,
    key: Annotated[str, Form()] = "",
) -> Response:
    """Begins the same questions with new numbers, as practice. Raises as ``review.again``."""
    new = review.again(context, name, key_of(key))
    return RedirectResponse(f"/sittings/{new}", 303)


@router.get("/history", dependencies=CLOSED)
@limit_concurrency(REVIEWING)
def open_trail(request: Request, context: ContextHere, name: str) -> Response:
    """Shows the audit log of the person's own sitting. Raises NoSuchSitting, and NotBegun."""
    sitting, events, archived = history.log_of(context, name)
    return page(request, "exams/history", sitting=sitting, events=events, archived=archived)
