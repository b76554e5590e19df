"""The e-mail of an account: a link that confirms it, another one in its place, and the way to a new password."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import credentials, email
from app.accounts.account import Unfit
from app.accounts.dependencies import sends_mail
from app.web.concurrency import SIGNING_IN, limit_concurrency
from app.web.context import Context, ContextHere, StudentContext
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/account", dependencies=[Depends(sends_mail)])


@router.get("/email")
def open_email(request: Request, context: StudentContext, sent: bool = False) -> Response:
    """Shows the form for another e-mail; ``sent``: a link is on its way."""
    return _page(request, context, sent=sent)


@router.post("/email")
@limit_concurrency(SIGNING_IN)
def change(
    request: Request,
    context: StudentContext,
    new: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Sends a link to another e-mail; a form that does not fit is shown again (422). Wrong passwords are counted for
    each account. Raises SignedOut."""
    rate_limiter, typed = request.app.state.rate_limiter, credentials.tidy(new)
    rate_limiter.check_password_change(context.visitor, context.account)
    rate_limiter.count_mail(context.visitor, typed)
    unfit = email.ask_change(context, typed, password)
    if isinstance(unfit, Unfit):
        if "password" in unfit.problems:
            rate_limiter.record_failed_password_change(context.account)
        return _page(request, context, typed, unfit.problems)
    return RedirectResponse("/account/email?sent=true", 303)


@router.post("/email/confirmation")
def confirm(request: Request, context: StudentContext) -> Response:
    """Sends a link that confirms the e-mail of the account. Raises SignedOut."""
    request.app.state.rate_limiter.count_mail(context.visitor, context.person.email)
    email.ask_confirmation(context)
    return RedirectResponse("/account/email?sent=true", 303)


@router.get("/forgotten")
def forgotten(request: Request, context: ContextHere, sent: bool = False) -> Response:
    """Shows the form for a new password; ``sent``: it was sent."""
    return page(request, "accounts/forgotten", sent=sent, email="", problems={})


@router.post("/forgotten")
def ask_new_password(
    request: Request, context: ContextHere, address: Annotated[str, Form(alias="email")] = ""
) -> Response:
    """Answers the same for every e-mail, in the same time; one that is none is shown again (422)."""
    typed = credentials.tidy(address)
    if fault := credentials.fault_of_email(typed):
        problems = {"email": fault}
        return page(request, "accounts/forgotten", status=422, sent=False, email=typed, problems=problems)
    request.app.state.rate_limiter.count_mail(context.visitor, typed)
    email.ask_new_password(context, typed)
    return RedirectResponse("/account/forgotten?sent=true", 303)


def _page(
    request: Request,
    context: Context,
    typed: str = "",
    problems: Mapping[str, str] = MappingProxyType({}),
    sent: bool = False,
) -> Response:
    status, confirmed = 422 if problems else 200, email.is_confirmed(context)
    shown: dict[str, Any] = {"person": context.person, "confirmed": confirmed, "email": typed}
    return page(request, "accounts/email", status=status, problems=problems, sent=sent, **shown)
