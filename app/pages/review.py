"""After an exam: the marked sheet, points lost first; what to practise; the same again; the trail of every save."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import printed, review
from app.actions.grid import SKILLS
from app.actions.printed import What
from app.dependencies import ClockHere, DatabaseHere, LibraryHere, key_of, new_key
from app.downloads import file
from app.rendering import BENGALI, page
from app.visitors import PersonHere, VisitorHere

router = APIRouter(prefix="/sittings/{name}")


@router.get("/review")
def open_review(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    person: PersonHere,
    name: str,
) -> Response:
    shown = review.review(database, library, clock, person.id, name)
    return page(request, "review", review=shown, skills=SKILLS, key=new_key())


@router.get("/lost")
def open_lost(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    person: PersonHere,
    name: str,
) -> Response:
    """A set of what was lost, each to be practised with new numbers."""
    return page(request, "lost", review=review.lost(database, library, clock, person.id, name))


@router.post("/again")
def sit_again(
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    visitor: VisitorHere,
    person: PersonHere,
    name: str,
    key: Annotated[str, Form()] = "",
) -> Response:
    new = review.again(database, library, clock, visitor.token, person.id, name, key_of(key))
    return RedirectResponse(f"/sittings/{new}", 303)


@router.get("/trail")
def open_trail(request: Request, database: DatabaseHere, person: PersonHere, name: str) -> Response:
    sitting, events = review.trail_of(database, person.id, name)
    return page(request, "trail", sitting=sitting, events=events)


@router.get("/sheet.pdf")
def print_sheet(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    person: PersonHere,
    name: str,
) -> Response:
    return _print(request, database, library, clock, person, name, What.SHEETS)


@router.get("/key.pdf")
def print_key(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    person: PersonHere,
    name: str,
) -> Response:
    return _print(request, database, library, clock, person, name, What.KEYS)


def _print(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    clock: ClockHere,
    person: PersonHere,
    name: str,
    what: What,
) -> Response:
    """In Bengali, too, where its reader wants that everywhere."""
    bengali = request.cookies.get(BENGALI) == "yes"
    form = printed.own(database, library, clock, person.id, name, what, bengali)
    request.app.state.doorkeeper.printing(person.id)
    made = printed.pdf(form, library, what)
    return file(made, printed.file_name(what, form.title, form.number), "application/pdf")
