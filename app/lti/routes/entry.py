"""The way in from a platform, in a window of its own: who somebody is here, and which course it is.

What the platform said waits under a secret: in the page that answers the launch, then in a cookie of these pages.
"""

from typing import Annotated, Any

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import credentials
from app.accounts.account import Unfit
from app.accounts.dependencies import EntryFormHere
from app.identity.permissions import KEY
from app.lti import entry, opened_by
from app.lti.entry import LASTS, Entered, EntryOver, WhoAreYou
from app.web.concurrency import LAUNCHING, SIGNING_IN, limit_concurrency
from app.web.context import Context, ContextHere, StudentContext
from app.web.dependencies import Number
from app.web.rendering import page
from app.web.routing import Router

COOKIE = "examformer_lti"
HERE = "/lti/entry"
PLATFORMS = "platforms"  # whose people sign up as those who have a course's code do
router = Router(prefix="/lti")
Typed = Annotated[str, Form(max_length=300)]


@router.post("/enter")
@limit_concurrency(LAUNCHING)
def enter(context: ContextHere, secret: Typed = "") -> Response:
    """Enters, as far as nothing has to be said or chosen first. Raises as ``entry.go_on``."""
    further = entry.come_in(context, secret)
    response = _on(context, entry.go_on(context, further))
    response.set_cookie(
        COOKIE,
        further,
        max_age=int(LASTS.total_seconds()),
        path="/lti",
        httponly=True,
        samesite="lax",
        secure=context.visitor.secure,
    )
    return response


@router.get("/entry")
@limit_concurrency(LAUNCHING)
def show(request: Request, context: ContextHere) -> Response:
    """Shows what is to be said or chosen next. Raises EntryOver."""
    return _step(request, context)


@router.post("/entry/here")
@limit_concurrency(LAUNCHING)
def connect_here(request: Request, context: ContextHere) -> Response:
    """Connects the account that is signed in here. Raises as ``entry.go_on``."""
    return _on(context, entry.connect_here(context, _secret(request)))


@router.post("/entry/sign-in")
@limit_concurrency(SIGNING_IN)
def prove(request: Request, context: ContextHere, form: EntryFormHere) -> Response:
    """Connects the account that this password opens, or says that it opens none (422). Raises as ``entry.go_on``."""
    request.app.state.rate_limiter.check_sign_in(context.visitor, form.email)
    done = entry.connect_proved(context, _secret(request), form.email, form.password)
    if isinstance(done, Unfit):
        request.app.state.rate_limiter.record_failed_sign_in(context.visitor, done.wrong)
        return _step(request, context, "sign-in", form.email, done)
    return _on(context, done)


@router.post("/entry/sign-up")
@limit_concurrency(LAUNCHING)
def open_account(request: Request, context: ContextHere, email: Typed = "") -> Response:
    """Opens a new account, or says why not (422). Raises as ``entry.go_on``."""
    tidy = credentials.tidy(email)
    request.app.state.rate_limiter.count_sign_up(context.visitor, tidy, PLATFORMS)
    done = entry.open_account(context, _secret(request), tidy)
    if isinstance(done, Unfit):
        return _step(request, context, "sign-up", tidy, done)
    return _on(context, done)


@router.post("/entry/course")
@limit_concurrency(LAUNCHING)
def choose(request: Request, context: ContextHere, course: Typed = "", title: Typed = "") -> Response:
    """Connects the context with a course. Raises as ``entry.go_on``, and NoSuchCourse."""
    return _on(context, entry.choose(context, _secret(request), course, title))


@router.get("/connected")
def connected(request: Request) -> Response:
    """Says that everything is ready for choosing on the platform."""
    return page(request, "lti/connected")


@router.post("/openers/{number}/end")
def end_opener(context: StudentContext, number: Number) -> Response:
    """Ends that a platform opens the account. Raises NoOtherWay."""
    opened_by.end(context, number)
    return RedirectResponse("/account#platforms", 303)


def _secret(request: Request) -> str:
    """Raises EntryOver."""
    secret = request.cookies.get(COOKIE, "")
    if not KEY.fullmatch(secret):
        raise EntryOver
    return secret


def _on(context: Context, done: Entered | None) -> Response:
    if done is None:
        return RedirectResponse(HERE, 303)
    response = RedirectResponse(done.address, 303)
    return context.visitor.enter(response, done.token) if done.token else response


def _step(
    request: Request, context: Context, asked: str = "", email: str = "", unfit: Unfit | None = None
) -> Response:
    step = entry.step(context, _secret(request))
    shown: dict[str, Any] = {"step": step, "asked": asked, "email": email}
    shown["problems"] = unfit.problems if unfit else {}
    name = "lti/who_are_you" if isinstance(step, WhoAreYou) else "lti/which_course"
    return page(request, name, status=422 if unfit else 200, **shown)
