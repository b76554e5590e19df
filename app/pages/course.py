"""One course: its people and its code for those who teach it, its assignments for everybody in it."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import course as acting
from app.actions.course import NoInstructor
from app.dependencies import DatabaseHere, Number, address_of
from app.rendering import page
from app.visitors import AccountHere, InstructorHere

router = APIRouter(prefix="/courses/{course}")


@router.get("")
def open_course(
    request: Request, database: DatabaseHere, person: AccountHere, course: str, removed: bool = False
) -> Response:
    room = acting.room(database, person, course)
    return _page(request, room, person.id, removed=removed)


@router.post("/title")
def rename(
    database: DatabaseHere, person: InstructorHere, course: str, title: Annotated[str, Form()] = ""
) -> Response:
    acting.rename(database, person, course, title)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/code")
def renew_code(database: DatabaseHere, person: InstructorHere, course: str) -> Response:
    acting.renew_code(database, person, course)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/instructors")
def add_instructor(
    request: Request,
    database: DatabaseHere,
    person: InstructorHere,
    course: str,
    email: Annotated[str, Form(max_length=254)] = "",
) -> Response:
    try:
        acting.add_instructor(database, person, course, email)
    except NoInstructor:
        return _page(request, acting.room(database, person, course), person.id, 422, email)
    return RedirectResponse(f"/courses/{course}#instructors", 303)


@router.post("/members/{member}/remove")
def remove(database: DatabaseHere, person: InstructorHere, course: str, member: Number) -> Response:
    acting.remove(database, person, course, member)
    return RedirectResponse(
        "/courses" if member == person.id else f"/courses/{course}?removed=true#people", 303
    )


def _page(
    request: Request,
    room: acting.Room,
    me: int | None,
    status: int = 200,
    unknown: str = "",
    removed: bool = False,
) -> Response:
    """``unknown`` is the e-mail of somebody who cannot become an instructor of it; ``removed``: somebody was."""
    link = address_of(request, f"/join/{room.code}")
    said = {"me_id": me, "unknown": unknown, "removed": removed}
    return page(request, "course", "", status, room=room, link=link, **said)
