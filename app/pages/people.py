"""People: those with an account, for administrators."""

from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import people
from app.dependencies import DatabaseHere, Number, address_of
from app.rendering import page
from app.store.people import Role
from app.visitors import AdministratorHere

router = APIRouter(prefix="/people")
Searched = Annotated[str, Form(max_length=100)]


@router.get("")
def open_people(
    request: Request,
    database: DatabaseHere,
    _: AdministratorHere,
    q: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    found = people.directory(database, q)
    return page(request, "people", "found", q=q, found=found, roles=people.ROLES, made=None, address="")


@router.post("/{person}/role")
def give_role(
    database: DatabaseHere,
    _: AdministratorHere,
    person: Number,
    role: Annotated[Literal[Role.STUDENT, Role.INSTRUCTOR, Role.ADMINISTRATOR], Form()],
    q: Searched = "",
) -> Response:
    people.give_role(database, person, role)
    return _back(q, person)


@router.post("/{person}/sessions")
def sign_out(database: DatabaseHere, _: AdministratorHere, person: Number, q: Searched = "") -> Response:
    people.sign_out(database, person)
    return _back(q, person)


@router.post("/{person}/link")
def make_link(
    request: Request, database: DatabaseHere, _: AdministratorHere, person: Number, q: Searched = ""
) -> Response:
    """The link stands in this answer and nowhere else."""
    made = people.reset(database, person)
    address = address_of(request, f"/link/{made.token}")
    found = people.directory(database, q)
    return page(request, "people", q=q, found=found, roles=people.ROLES, made=made, address=address)


def _back(q: str, person: int) -> Response:
    return RedirectResponse(f"/people?{urlencode({'q': q})}#person-{person}", 303)
