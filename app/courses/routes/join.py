"""Pages for joining a course: a link or a code, which asks before it lets a person in; they can sign in on the way."""

from typing import Annotated, Any, Literal

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import account
from app.accounts.account import Entered, Unfit
from app.accounts.dependencies import EntryForm, EntryFormHere
from app.courses import joining, membership
from app.courses.joining import Door, NameNeeded, NoSuchCode
from app.courses.routes.membership import NumberTyped, courses_page
from app.identity.store.people import NOBODY, Person
from app.web.concurrency import READING, SIGNING_IN, limit_concurrency
from app.web.context import Context, ContextHere, StudentContext
from app.web.languages.languages import N_
from app.web.rendering import language_of, page
from app.web.routing import Router

NO_NAME = N_("Type your name, so that your instructors know who you are.")
router = Router(prefix="/join")


@router.get("")
@limit_concurrency(READING)
def find(
    request: Request,
    context: ContextHere,
    code: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """Turns a code that was typed into its link; one that opens nothing can be typed again."""
    if not code:
        return RedirectResponse("/courses", 303)
    try:
        joining.behind(context, code)
    except NoSuchCode:
        return courses_page(request, context, 404, unknown=membership.titled(code) or "-")
    return RedirectResponse(f"/join/{joining.tidy(code)}", 303)


@router.get("/{code}")
def ask(request: Request, context: ContextHere, code: str) -> Response:
    """Shows the course and asks whether to join it; guests can sign in or up there. Raises NoSuchCode."""
    return _page(request, joining.behind(context, code), code, context.person)


@router.post("/{code}")
def join(
    request: Request,
    context: StudentContext,
    code: str,
    name: Annotated[str, Form()] = "",
    number: NumberTyped = "",
) -> Response:
    """Adds the person to the course, as the student of its roster with this number; asks for a name where the account
    has none (422). Raises NoSuchCode, and Withdrawn."""
    try:
        course = joining.join(context, code, name, number)
    except NameNeeded:
        door, problems = joining.behind(context, code), {"name": NO_NAME}
        return _page(request, door, code, context.person, 422, problems=problems, number=number)
    return RedirectResponse(f"/courses/{course.name}", 303)


@router.post("/{code}/sign-in")
@limit_concurrency(SIGNING_IN)
def sign_in(request: Request, context: ContextHere, code: str, form: EntryFormHere) -> Response:
    """Signs in on the way to the course, which is not joined yet. Raises NoSuchCode."""
    door = joining.behind(context, code)
    request.app.state.rate_limiter.check_sign_in(context.visitor, form.email)
    entered = account.sign_in(context, form.email, form.password)
    return _back(request, context, door, code, entered, "sign-in", form)


@router.post("/{code}/sign-up")
@limit_concurrency(SIGNING_IN)
def sign_up(request: Request, context: ContextHere, code: str, form: EntryFormHere) -> Response:
    """Opens an account on the way to the course, which is not joined yet. Raises NoSuchCode."""
    door = joining.behind(context, code)
    request.app.state.rate_limiter.count_sign_up(context.visitor, form.email, door.course.name)
    entered = account.sign_up(context, form.email, form.password)
    return _back(request, context, door, code, entered, "sign-up", form)


def _back(
    request: Request,
    context: Context,
    door: Door,
    code: str,
    entered: Entered | Unfit,
    asked: Literal["sign-in", "sign-up"],
    form: EntryForm,
) -> Response:
    """Returns to the same question after signing in; on failure, shows the form once more."""
    visitor, email = context.visitor, form.email
    if isinstance(entered, Entered):
        account.note_reader(context, entered.token, language_of(request), form.zone)
        return visitor.enter(RedirectResponse(f"/join/{joining.tidy(code)}", 303), entered.token)
    if entered.wrong:
        request.app.state.rate_limiter.record_failed_sign_in(visitor, entered.wrong)
    return _page(request, door, code, NOBODY, 422, asked=asked, email=email, problems=entered.problems)


def _page(
    request: Request, door: Door, code: str, person: Person, status: int = 200, **typed: Any
) -> Response:
    shown = {
        "asked": "",
        "email": "",
        "number": "",
        "problems": {},
        "provider": request.app.state.provider,
    } | typed
    return page(
        request,
        "courses/join",
        status=status,
        door=door,
        code=joining.tidy(code),
        person=person,
        **shown,
    )
