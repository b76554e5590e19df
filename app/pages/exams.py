"""Mock exams: which there are, the page before the clock starts, and the start."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import exams
from app.dependencies import ClockHere, DatabaseHere, LibraryHere, key_of, new_key
from app.rendering import page
from app.visitors import VisitorHere

router = APIRouter(prefix="/exams")
Sections = Annotated[list[str], Query(max_length=40)]
Minutes = Annotated[int, Query(ge=1, le=600)]


@router.get("")
def open_exams(
    request: Request, database: DatabaseHere, library: LibraryHere, visitor: VisitorHere
) -> Response:
    return page(request, "exams", all=exams.exams(database, library, visitor.token))


@router.get("/{exam}")
def open_cover(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    visitor: VisitorHere,
    exam: str,
    section: Sections = [],  # noqa: B006
    minutes: Minutes = 60,
) -> Response:
    """What will happen; the clock starts with the button on it."""
    shown = exams.cover(database, library, visitor.token, exam, section, minutes)
    response = page(request, "cover", cover=shown, chosen_minutes=minutes, key=new_key())
    visitor.remember(response)
    return response


@router.post("/{exam}")
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
) -> Response:
    form_key = key_of(key)
    with request.app.state.doorkeeper.letting_in(database, visitor):
        name = exams.begin(database, library, clock, visitor.token, exam, section, minutes, form_key)
    response = RedirectResponse(f"/sittings/{name}", 303)
    visitor.remember(response)
    return response
