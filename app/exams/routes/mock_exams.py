"""Pages of mock exams: the list, the page before the clock starts, and the start."""

from typing import Annotated

from fastapi import Form, Query, Request, Response

from app.exams import mock_exams
from app.exams.supervision.closing import outside_of_rooms
from app.identity.store.people import MOST_EXTRA
from app.questions.context import Context, ContextHere
from app.web.concurrency import MARKING, READING, before, limit_concurrency
from app.web.dependencies import key_of, new_key
from app.web.rendering import page
from app.web.routing import Router
from engine.exams.composing import Unfillable

router = Router(prefix="/exams", dependencies=[before(outside_of_rooms)])
Sections = Annotated[list[str], Query(max_length=40)]
Minutes = Annotated[int, Query(ge=1, le=600)]
Extra = Annotated[int | None, Query(ge=0, le=MOST_EXTRA)]


@router.get("")
@limit_concurrency(READING)
def open_exams(request: Request, context: ContextHere) -> Response:
    """Lists the built-in exams, the shortest first, and the visitor's own sittings."""
    return page(request, "exams/mock_exams", all=mock_exams.exams(context))


@router.get("/{exam}")
@limit_concurrency(MARKING)
def open_cover(
    request: Request,
    context: ContextHere,
    exam: str,
    section: Sections = [],  # noqa: B006
    minutes: Minutes = 60,
    extra: Extra = None,
) -> Response:
    """Shows what the exam will be like; the clock starts with the button on this page."""
    return _cover(request, context, exam, section, minutes, extra)


@router.post("/{exam}")
@limit_concurrency(MARKING)
def begin(
    request: Request,
    context: ContextHere,
    exam: str,
    key: Annotated[str, Form()] = "",
    section: Annotated[list[str], Form(max_length=40)] = [],  # noqa: B006
    minutes: Annotated[int, Form(ge=1, le=600)] = 60,
    extra: Annotated[int | None, Form(ge=0, le=MOST_EXTRA)] = None,
) -> Response:
    """Draws the exam and starts its clock; where its questions no longer suffice, shows the cover again (422)."""
    form_key = key_of(key)
    try:
        with request.app.state.rate_limiter.admit_guest(context.visitor):
            name = mock_exams.begin(context, exam, section, minutes, extra, form_key)
    except Unfillable:  # the page is an old one
        return _cover(request, context, exam, section, minutes, extra, 422)
    return context.visitor.sent_to(f"/sittings/{name}")


def _cover(
    request: Request,
    context: Context,
    exam: str,
    section: list[str],
    minutes: int,
    extra: int | None,
    status: int = 200,
) -> Response:
    shown = mock_exams.cover(context, exam, section, minutes, extra)
    response = page(
        request,
        "exams/mock_exam_cover",
        "offer",
        status,
        cover=shown,
        chosen_minutes=minutes,
        chosen_extra=extra,
        key=new_key(),
    )
    context.visitor.remember(response)
    return response
