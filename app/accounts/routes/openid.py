"""Sign-in at an OpenID provider: the way there, and back.

The way there is a page with a link that opens itself: browsers redirect a form to no other site (form-action). The way
back is the only GET that writes, since the provider redirects there; it works once, for a browser that set out here.
"""

import re
from functools import partial
from typing import Annotated
from urllib.parse import quote, unquote

from anyio import from_thread
from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import account, openid_sign_in
from app.accounts.account import Unfit
from app.accounts.dependencies import ConfirmationsHere, EntryFormHere, ProviderHere
from app.accounts.openid.provider import Provider, Returned
from app.accounts.openid_sign_in import LASTS, NO_FIT, Departure, Unproved
from app.identity.permissions import KEY, Visitor
from app.web.addresses import address_of
from app.web.concurrency import ABROAD, SIGNING_IN, limit_concurrency
from app.web.context import ContextHere
from app.web.rendering import page
from app.web.routing import Router

COOKIE = "examformer_openid"
HERE = "/account/openid"
BACK = f"{HERE}/back"
OURS = re.compile(r"/(?!/)[A-Za-z0-9/_.-]{0,199}")  # an address on this site, however a browser reads it
router = Router(prefix=HERE)
To = Annotated[str, Form()]


@router.post("")
@limit_concurrency(ABROAD)
def leave(request: Request, context: ContextHere, provider: ProviderHere, to: To = "/") -> Response:
    """Shows the page that opens the provider's by itself. Raises ProviderDown and BadProvider."""
    request.app.state.rate_limiter.count_openid_sign_in(context.visitor)
    departure = openid_sign_in.set_out(context, provider, address_of(request, BACK))
    return _on_the_way(request, context.visitor, provider, departure, to)


@router.get("/back")
@limit_concurrency(ABROAD)
def come_back(
    request: Request,
    context: ContextHere,
    provider: ProviderHere,
    then: ConfirmationsHere,
    code: str = "",
    state: str = "",
    error: str = "",
    iss: str = "",
) -> Response:
    """Signs in with the provider's answer, or asks for the password of the account that has the e-mail already."""
    secret, to = _kept(request)
    returned = Returned(code, state, error, iss)
    back = address_of(request, BACK)
    entered = openid_sign_in.come_back(context, provider, secret, returned, back, then)
    if isinstance(entered, Unproved):
        response = _ask(request, provider, entered.email, to)
    else:
        response = context.visitor.enter(RedirectResponse(to, 303), entered.token)
    response.delete_cookie(COOKIE, HERE, secure=context.visitor.secure, httponly=True, samesite="lax")
    return response


@router.post("/password")
@limit_concurrency(ABROAD)
def prove(
    request: Request,
    context: ContextHere,
    provider: ProviderHere,
    form: EntryFormHere,
    to: To = "/",
) -> Response:
    """Signs in with the password, and goes to the provider once more, since nothing of its answer was kept. Where it
    does not respond, nobody is signed in either."""
    request.app.state.rate_limiter.check_sign_in(context.visitor, form.email)
    departure = openid_sign_in.set_out(context, provider, address_of(request, BACK))
    signing_in = partial(account.sign_in, context, form.email, form.password)
    entered = from_thread.run(
        SIGNING_IN.run, signing_in
    )  # the provider may be slow, so it is not asked under that limit
    if isinstance(entered, Unfit):
        request.app.state.rate_limiter.record_failed_sign_in(context.visitor, entered.wrong)
        return _ask(request, provider, form.email, to, 422, NO_FIT)
    return context.visitor.enter(
        _on_the_way(request, context.visitor, provider, departure, to), entered.token
    )


def _on_the_way(
    request: Request, visitor: Visitor, provider: Provider, departure: Departure, to: str
) -> Response:
    response = page(request, "accounts/openid", service=provider.name, address=departure.address)
    response.headers.update({"Refresh": f"0; url={departure.address}", "Cache-Control": "no-store"})
    response.set_cookie(
        COOKIE,
        f"{departure.journey.secret}.{quote(_ours(to), safe='')}",
        max_age=int(LASTS.total_seconds()),
        path=HERE,
        httponly=True,
        samesite="lax",
        secure=visitor.secure,
    )
    return response


def _kept(request: Request) -> tuple[str, str]:
    """The secret of this browser's journey, "" where it made none, and the address to go to afterwards."""
    secret, _, to = request.cookies.get(COOKIE, "").partition(".")
    return secret if KEY.fullmatch(secret) else "", _ours(unquote(to))


def _ours(to: str) -> str:
    return to if OURS.fullmatch(to) else "/"


def _ask(
    request: Request, provider: Provider, email: str, to: str, status: int = 200, problem: str = ""
) -> Response:
    shown = {"address": "", "email": email, "to": to, "problem": problem}
    return page(request, "accounts/openid", status=status, service=provider.name, **shown)
