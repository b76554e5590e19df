"""The account page: sign in or up, name, password, sessions."""

from typing import Annotated, Any, Literal, assert_never

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import account, api_tokens, openid_sign_in
from app.accounts.account import Entered, Unfit
from app.accounts.dependencies import EntryFormHere
from app.accounts.people import ROLES
from app.database.connection import Database
from app.identity.permissions import AccountHere, PersonHere, Visitor, VisitorHere
from app.identity.store.people import Person
from app.web.concurrency import READING, SIGNING_IN, in_lane
from app.web.dependencies import DatabaseHere
from app.web.rendering import page

router = APIRouter(prefix="/account")


@router.get("")
@in_lane(READING)
def open_account(
    request: Request,
    database: DatabaseHere,
    visitor: VisitorHere,
    person: PersonHere,
    done: Literal["", "opened", "name", "password", "elsewhere", "revoked"] = "",
) -> Response:
    """Shows the page; ``done`` names the change just made."""
    return _page(request, database, visitor, person, done=done)


@router.post("/sign-up")
@in_lane(SIGNING_IN)
def sign_up(
    request: Request, database: DatabaseHere, visitor: VisitorHere, person: PersonHere, form: EntryFormHere
) -> Response:
    """Opens an account for the guest of this browser; shows the form again where it does not fit (422)."""
    request.app.state.doorkeeper.signing_up(visitor, form.email)
    entered = account.sign_up(database, visitor.token, form.email, form.password)
    return _answer(
        request, database, visitor, person, entered, "/account?done=opened", asked="sign-up", email=form.email
    )


@router.post("/sign-in")
@in_lane(SIGNING_IN)
def sign_in(
    request: Request, database: DatabaseHere, visitor: VisitorHere, person: PersonHere, form: EntryFormHere
) -> Response:
    """Signs in; an unknown e-mail and a wrong password get the same answer (422)."""
    request.app.state.doorkeeper.signing_in(visitor, form.email)
    entered = account.sign_in(database, visitor.token, form.email, form.password)
    return _answer(request, database, visitor, person, entered, "/", asked="sign-in", email=form.email)


@router.post("/sign-out")
def sign_out(database: DatabaseHere, visitor: VisitorHere, _: AccountHere) -> Response:
    """Ends this session; the browser drops the cookie and the pages that it kept."""
    account.sign_out(database, visitor.token)
    response = visitor.leave(RedirectResponse("/", 303))
    response.headers["Clear-Site-Data"] = '"cache"'  # pages that the browser kept for its back button
    return response


@router.post("/elsewhere")
def sign_out_elsewhere(database: DatabaseHere, visitor: VisitorHere, _: AccountHere) -> Response:
    """Ends every other session of the account, and its tokens for programs."""
    account.sign_out_elsewhere(database, visitor.token)
    return RedirectResponse("/account?done=elsewhere", 303)


@router.post("/name")
def rename(
    database: DatabaseHere, visitor: VisitorHere, _: AccountHere, name: Annotated[str, Form()] = ""
) -> Response:
    """Sets the name that instructors see. Raises SignedOut."""
    account.rename(database, visitor.token, name)
    return RedirectResponse("/account?done=name", 303)


@router.post("/password")
@in_lane(SIGNING_IN)
def change_password(
    request: Request,
    database: DatabaseHere,
    visitor: VisitorHere,
    person: AccountHere,
    old: Annotated[str, Form()] = "",
    new: Annotated[str, Form()] = "",
) -> Response:
    """Changes the password and ends all other sessions and tokens; wrong attempts are counted for each account."""
    assert person.id is not None
    request.app.state.doorkeeper.changing_password(visitor, person.id)
    entered = account.change_password(database, visitor.token, old, new)
    if isinstance(entered, Unfit) and "old" in entered.problems:
        request.app.state.doorkeeper.was_wrong_of(person.id)
    return _answer(request, database, visitor, person, entered, "/account?done=password")


def _answer(
    request: Request,
    database: Database,
    visitor: Visitor,
    person: Person,
    entered: Entered | Unfit,
    to: str,
    **asked: str,
) -> Response:
    """Redirects to that address with a new cookie, or shows the form again with the faults beside its fields."""
    match entered:
        case Entered(token=token):
            return visitor.enter(RedirectResponse(to, 303), token)
        case Unfit(problems=problems, wrong=wrong):
            if wrong:
                request.app.state.doorkeeper.was_wrong(visitor, wrong)
            return _page(request, database, visitor, person, 422, problems=problems, **asked)
        case never:
            assert_never(never)


def _page(
    request: Request, database: Database, visitor: Visitor, person: Person, status: int = 200, **more: Any
) -> Response:
    """Shows the page; ``asked`` names the form that is shown again, with the e-mail that was typed into it."""
    shown = {"asked": "", "email": "", "problems": {}, "done": ""} | more
    shown |= {"places": account.places(database, person, visitor.token), "roles": ROLES}
    shown |= {"openid": openid_sign_in.connection(database, request.app.state.provider, person)}
    shown["sitting"] = account.sitting(database, person) if shown["done"] == "opened" else ""
    shown |= {"tokens": api_tokens.of_person(database, person), "days": api_tokens.DAYS}
    return page(request, "accounts/account", status=status, person=person, **shown)
