"""Pages of mock exams: the list, the page before the clock starts, and the start."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response

from app.database.connection import Database
from app.exams import mock_exams
from app.identity.permissions import Visitor, VisitorHere
from app.identity.store.people import MOST_EXTRA
from app.questions.dependencies import LibraryHere
from app.questions.library import Library
from app.web.concurrency import MARKING, READING, in_lane
from app.web.dependencies import ClockHere, DatabaseHere, key_of, new_key
from app.web.rendering import page
from engine.exams.composing import Unfillable

router = APIRouter(prefix="/exams")
Sections = Annotated[list[str], Query(max_length=40)]
Minutes = Annotated[int, Query(ge=1, le=600)]
Extra = Annotated[int | None, Query(ge=0, le=MOST_EXTRA)]


@router.get("")
@in_lane(READING)
def open_exams(
    request: Request, database: DatabaseHere, library: LibraryHere, visitor: VisitorHere
) -> Response:
    """Lists the built-in exams, the shortest first, and the visitor's own sittings."""
    return page(request, "exams/mock_exams", all=mock_exams.exams(database, library, visitor.token))


@router.get("/{exam}")
@in_lane(MARKING)
def open_cover(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    visitor: VisitorHere,
    exam: str,
    section: Sections = [],  # noqa: B006
    minutes: Minutes = 60,
    extra: Extra = None,
) -> Response:
    """Shows what the exam will be like; the clock starts with the button on this page."""
    return _cover(request, database, library, visitor, exam, section, minutes, extra)


@router.post("/{exam}")
@in_lane(MARKING)
def begin(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    visitor: VisitorHere,
    exam: str,
    key: Annotated[str, Form()] = "",
    section: Annotated[list[str], Form(max_length=40)] = [],  # noqa: B006
    minutes: Annotated[int, Form(ge=1, le=600)] = 60,
    extra: Annotated[int | None, Form(ge=0, le=MOST_EXTRA)] = None,
) -> Response:
    """Draws the exam and starts its clock; where its questions no longer suffice, shows the cover again (422)."""
    form_key, token = key_of(key), visitor.token
    try:
        with request.app.state.doorkeeper.letting_in(database, visitor):
            name = mock_exams.begin(database, library, clock, token, exam, section, minutes, extra, form_key)
    except Unfillable:  # the page is an old one
        return _cover(request, database, library, visitor, exam, section, minutes, extra, 422)
    return visitor.sent_to(f"/sittings/{name}")


def _cover(
    request: Request,
    database: Database,
    library: Library,
    visitor: Visitor,
    exam: str,
    section: list[str],
    minutes: int,
    extra: int | None,
    status: int = 200,
) -> Response:
    shown = mock_exams.cover(database, library, visitor.token, exam, section, minutes, extra)
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
    visitor.remember(response)
    return response
