"""People with an account, for administrators."""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import people
from app.accounts.people import Reset
from app.identity.store.people import Role
from app.web.addresses import address_of
from app.web.context import AdministratorContext, Context
from app.web.dependencies import BreakMinutes, ExtraTime, Number
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/people")
Searched = Annotated[str, Form(max_length=100)]


@router.get("")
def open_people(
    request: Request,
    context: AdministratorContext,
    q: Annotated[str, Query(max_length=100)] = "",
    done: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    given: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """Lists people; ``done`` is the person who was given a role just now,
    ``given`` the one who was given extra time."""
    return _page(request, context, q, done=done, given=given)


@router.post("/{person}/role")
def give_role(
    context: AdministratorContext,
    person: Number,
    role: Annotated[Literal[Role.STUDENT, Role.INSTRUCTOR, Role.ADMINISTRATOR], Form()],
    q: Searched = "",
) -> Response:
    """Gives a person another role. Raises NoSuchPerson, and LastAdministrator."""
    people.give_role(context, person, role)
    return _back(q, person, done=person)


@router.post("/{person}/accommodation")
def accommodate(
    context: AdministratorContext,
    person: Number,
    extra_time: ExtraTime = 0,
    break_minutes: BreakMinutes = 0,
    q: Searched = "",
) -> Response:
    """Gives a person extra time and breaks in every exam that they begin from now on. Raises NoSuchPerson."""
    people.accommodate(context, person, extra_time, break_minutes)
    return _back(q, person, given=person)


@router.post("/{person}/sessions")
def sign_out(context: AdministratorContext, person: Number, q: Searched = "") -> Response:
    """Ends all sessions of a person, and their tokens for programs. Raises NoSuchPerson."""
    people.sign_out(context, person)
    return _back(q, person)


@router.post("/{person}/link")
def make_link(request: Request, context: AdministratorContext, person: Number, q: Searched = "") -> Response:
    """Shows the new link, in this answer and nowhere else."""
    made = people.reset(context, person)
    return _page(request, context, q, made, address_of(request, f"/link/{made.token}"))


def _page(
    request: Request, context: Context, q: str, made: Reset | None = None, address: str = "", **said: int
) -> Response:
    shown: dict[str, Any] = {"done": 0, "given": 0, **said}
    shown |= {"ahead": request.app.state.clock.ahead.total_seconds()}
    shown |= {"q": q, "found": people.directory(context, q), "roles": people.ROLES}
    return page(request, "accounts/people", "found", made=made, address=address, **shown)


def _back(q: str, person: int, **said: int) -> Response:
    return RedirectResponse(f"/people?{urlencode({'q': q, **said})}#person-{person}", 303)
