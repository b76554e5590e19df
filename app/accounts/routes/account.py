"""The account page: sign in or up, name, password, sessions."""

from typing import Annotated, Any, Literal, assert_never

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import account, api_tokens, email, openid_sign_in
from app.accounts.account import Entered, Unfit
from app.accounts.dependencies import EntryForm, EntryFormHere
from app.accounts.people import ROLES
from app.identity.store.people import Role
from app.web.beside import beside
from app.web.concurrency import READING, SIGNING_IN, limit_concurrency
from app.web.context import Context, ContextHere, StudentContext
from app.web.rendering import language_of, page
from app.web.routing import Router

router = Router(prefix="/account")


@router.get("")
@limit_concurrency(READING)
def open_account(
    request: Request,
    context: ContextHere,
    done: Literal["", "opened", "name", "password", "elsewhere", "revoked", "confirmed"] = "",
) -> Response:
    """Shows the page; ``done`` names the change just made."""
    return _page(request, context, done=done)


@router.post("/sign-up")
@limit_concurrency(SIGNING_IN)
def sign_up(request: Request, context: ContextHere, form: EntryFormHere) -> Response:
    """Opens an account for the guest of this browser; shows the form again where it does not fit (422)."""
    request.app.state.rate_limiter.count_sign_up(context.visitor, form.email)
    entered = account.sign_up(context, form.email, form.password)
    _note_reader(request, context, entered, form)
    return _answer(request, context, entered, "/account?done=opened", asked="sign-up", email=form.email)


@router.post("/sign-in")
@limit_concurrency(SIGNING_IN)
def sign_in(request: Request, context: ContextHere, form: EntryFormHere) -> Response:
    """Signs in; an unknown e-mail and a wrong password get the same answer (422)."""
    request.app.state.rate_limiter.check_sign_in(context.visitor, form.email)
    entered = account.sign_in(context, form.email, form.password)
    _note_reader(request, context, entered, form)
    return _answer(request, context, entered, "/", asked="sign-in", email=form.email)


@router.post("/sign-out")
def sign_out(context: StudentContext) -> Response:
    """Ends this session; the browser drops the cookie and the pages that it kept."""
    account.sign_out(context)
    response = context.visitor.leave(RedirectResponse("/", 303))
    response.headers["Clear-Site-Data"] = '"cache"'  # pages that the browser kept for its back button
    return response


@router.post("/elsewhere")
def sign_out_elsewhere(context: StudentContext) -> Response:
    """Ends every other session of the account, and its tokens for programs."""
    account.sign_out_elsewhere(context)
    return RedirectResponse("/account?done=elsewhere", 303)


@router.post("/name")
def rename(context: StudentContext, name: Annotated[str, Form()] = "") -> Response:
    """Sets the name that instructors see. Raises SignedOut."""
    account.rename(context, name)
    return RedirectResponse("/account?done=name", 303)


@router.post("/password")
@limit_concurrency(SIGNING_IN)
def change_password(
    request: Request,
    context: StudentContext,
    old: Annotated[str, Form()] = "",
    new: Annotated[str, Form()] = "",
) -> Response:
    """Changes the password and ends all other sessions and tokens; wrong attempts are counted for each account."""
    assert context.person.id is not None
    request.app.state.rate_limiter.check_password_change(context.visitor, context.person.id)
    entered = account.change_password(context, old, new)
    if isinstance(entered, Unfit) and "old" in entered.problems:
        request.app.state.rate_limiter.record_failed_password_change(context.person.id)
    return _answer(request, context, entered, "/account?done=password")


def _note_reader(request: Request, context: Context, entered: Entered | Unfit, form: EntryForm) -> None:
    if isinstance(entered, Entered):
        account.note_reader(context, entered.token, language_of(request), form.zone)


def _answer(
    request: Request,
    context: Context,
    entered: Entered | Unfit,
    to: str,
    **asked: str,
) -> Response:
    """Redirects to that address with a new cookie, or shows the form again with the faults beside its fields."""
    match entered:
        case Entered(token=token):
            return context.visitor.enter(RedirectResponse(to, 303), token)
        case Unfit(problems=problems, wrong=wrong):
            if wrong:
                request.app.state.rate_limiter.record_failed_sign_in(context.visitor, wrong)
            return _page(request, context, 422, problems=problems, **asked)
        case never:
            assert_never(never)


def _page(request: Request, context: Context, status: int = 200, **more: Any) -> Response:
    """Shows the page; ``asked`` names the form that is shown again, with the e-mail that was typed into it."""
    shown = {"asked": "", "email": "", "problems": {}, "done": ""} | more
    shown |= {"places": account.places(context), "roles": ROLES, "confirmed": email.is_confirmed(context)}
    shown |= {"openid": openid_sign_in.linked_identity(context, request.app.state.provider)}
    shown["sitting"] = account.sitting(context) if shown["done"] == "opened" else ""
    shown |= beside(request, "account", context.person)
    shown |= {"tokens": api_tokens.of_person(context), "days": api_tokens.DAYS}
    shown |= {"scopes": api_tokens.SCOPES, "teaches": context.person.role.may(Role.INSTRUCTOR)}
    return page(request, "accounts/account", status=status, person=context.person, **shown)
