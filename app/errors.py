"""What goes wrong, in the reader's words: one table from exceptions to pages."""

import difflib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.actions.account import SignedOut
from app.actions.assignment import NoSuchAssignment, NotOpen
from app.actions.author import NoSuchQuestion
from app.actions.course import NotInCourse
from app.actions.courses import NoSuchCode, NoSuchCourse
from app.actions.link import NoSuchLink, OldLink, UsedLink
from app.actions.opening import AnotherSheet, Edited, NoSuchAttempt, TakenOut
from app.actions.people import NoSuchPerson
from app.actions.study import NoSuchSection, NoSuchTerm
from app.actions.versions import NoSuchVersion
from app.credentials import TooBusy
from app.dependencies import BadForm
from app.guard import ANSWERS
from app.i18n import N_
from app.library import UnknownQuestion
from app.limits import TooManyGuests, TooManyTries
from app.printing import CannotPrint
from app.rendering import is_partial, page
from app.store.courses import LastInstructor
from app.store.database import DatabaseDown
from app.store.links import Purpose
from app.store.people import LastAdministrator, Role
from app.visitors import RoleNeeded
from engine import catalogue
from engine.catalogue import UnknownFamily
from engine.variants import Stale, Undrawable

log = logging.getLogger("examformer")


@dataclass(frozen=True, slots=True)
class Said:
    """A page about an error: status, what happened, what to do next, and where to go."""

    status: int
    happened: str
    next: str
    address: str = "/topics"
    link: str = N_("To the topics")
    named: Mapping[str, int] = field(default_factory=dict)  # what ``next`` leaves open


def unknown_question(request: Request, error: UnknownQuestion) -> Said:
    wanted = str(error)
    happened = f"There is no exercise called “{wanted[:60]}”."
    if topic := next(
        iter(difflib.get_close_matches(wanted.replace("-", "_"), catalogue.families(), 1, 0.7)), ""
    ):
        title = catalogue.find(topic).title
        return Said(
            404, happened, f"There are exercises about this: {title}.", f"/topics?q={topic}", N_("Show them")
        )
    questions = request.app.state.bank.questions
    if near := next(iter(difflib.get_close_matches(wanted, questions, 1, 0.6)), ""):
        return Said(404, happened, N_("Did you mean this one?"), f"/practice/{near}", questions[near].title)
    return Said(404, happened, N_("The topics list all exercises."))


def unknown_family(request: Request, error: UnknownFamily) -> Said:
    happened = f"There is no kind of task called “{error.wanted[:60]}”."
    if error.near:
        title = catalogue.find(error.near).title
        return Said(404, happened, N_("Did you mean this one?"), f"/solve/{error.near}", title)
    return Said(404, happened, N_("The list holds all of them."), "/solve", N_("To the list"))


def cannot_print(request: Request, error: CannotPrint) -> Said:
    return Said(503, N_("This server cannot make PDFs."), str(error), "/study", N_("Study"))


def edited(request: Request, error: Edited) -> Said:
    return Said(
        409,
        N_("This exercise was edited since you opened the page."),
        N_("Nothing was marked and nothing was lost. Open it again to get today's version."),
        f"/practice/{error.question.id}",
        error.question.title,
    )


def stale(request: Request, error: Stale) -> Said:
    return Said(
        409,
        N_("These numbers were drawn by an older version of the exercise."),
        f"It cannot be marked today ({error}).",
    )


def undrawable(request: Request, error: Undrawable) -> Said:
    log.error("undrawable: %s", error)
    return Said(
        503,
        N_("No fair numbers were found for this exercise."),
        N_("Please take another one; this has been noted."),
    )


def database_down(request: Request, error: DatabaseDown) -> Said:
    log.error("database: %s", error.orig)
    return Said(
        503,
        N_("Your work could not be stored just now: the database cannot be written."),
        N_(
            "Nothing that was stored before is lost. Keep this page open, and send the form again in a minute."
        ),
        "/",
        N_("To the start"),
    )


def too_many_tries(request: Request, error: TooManyTries) -> Said:
    minutes = ceil(error.wait / 60)
    happened, then = N_("That was tried too often."), N_("Please try again in %(minutes)s min.")
    return Said(429, happened, then, "/account", N_("Back"), {"minutes": minutes})


def role_needed(request: Request, error: RoleNeeded) -> Said:
    if not error.person.email:
        return SIGN_IN
    happened = {
        Role.INSTRUCTOR: N_("This page is for instructors."),
        Role.ADMINISTRATOR: N_("This page is for administrators."),
    }[error.role]
    then = N_("Your account has another role. An administrator can change it.")
    return Said(403, happened, then, "/account", N_("To your account"))


def old_link(request: Request, error: OldLink) -> Said:
    then = N_("Its time is over, or a newer one took its place. Ask whoever gave it to you for a new one.")
    if error.purpose is Purpose.FIRST_ADMINISTRATOR:
        then = N_(
            "Its time is over, or there is an administrator by now. If not, a start of the server makes a new one."
        )
    return Said(410, N_("This link is no longer valid."), then, "/account", N_("Sign in"))


def http(request: Request, error: HTTPException) -> Said:
    if error.status_code == 404:
        return Said(404, N_("There is no page at this address."), N_("The topics list all exercises."))
    return Said(error.status_code, str(error.detail), N_("Go back and try again."))


def invalid(request: Request, error: RequestValidationError) -> Said:
    first = error.errors()[0]
    return Said(
        422,
        f"The address has a value that does not fit: {first['loc'][-1]}.",
        N_("Open the exercise from the topics."),
    )


def broken(request: Request, error: Exception) -> Said:
    return Said(
        500,
        N_("Something broke on our side."),
        N_(
            "What was stored before is safe; this was not carried out. "
            "Go back and try again, or take another exercise."
        ),
    )


SIGN_IN = Said(
    403,
    N_("You are not signed in."),
    N_("This is for people with an account. Sign in, then open it again."),
    "/account",
    N_("Sign in"),
)
BAD_FORM = Said(
    400, N_("This form is not complete."), N_("Open the page again and send the form from there.")
)
TABLE: dict[type[Exception], Said | Callable[..., Said]] = {
    UnknownQuestion: unknown_question,
    UnknownFamily: unknown_family,
    NoSuchAttempt: Said(
        404,
        N_("This sheet is not in your folder."),
        N_(
            "It may belong to another browser or account: without an account, what you do stays with its browser."
        ),
        "/progress",
        N_("To your own work"),
    ),
    NoSuchSection: Said(
        404, N_("There is no such section."), N_("The list holds all of them."), "/study", N_("To the list")
    ),
    NoSuchTerm: Said(
        404,
        N_("The glossary has no such term."),
        N_("It may stand there by another name."),
        "/glossary",
        N_("Glossary"),
    ),
    NoSuchPerson: Said(
        404, N_("There is no such account."), N_("The list holds all of them."), "/people", N_("To the list")
    ),
    NoSuchQuestion: Said(
        404,
        N_("You have no question at this address."),
        N_("It may belong to somebody else. The list holds all of yours."),
        "/author",
        N_("Your questions"),
    ),
    NoSuchVersion: Said(
        404,
        N_("There is no such version."),
        N_("Open the question to see its versions."),
        "/author",
        N_("Your questions"),
    ),
    NoSuchLink: Said(
        404,
        N_("There is no such link."),
        N_("Check that it was copied whole. If it was, ask whoever gave it to you for a new one."),
        "/account",
        N_("Sign in"),
    ),
    UsedLink: Said(
        410,
        N_("This link has been used; each works once."),
        N_("Sign in with the password that was chosen then. If it was not you, ask for a new link at once."),
        "/account",
        N_("Sign in"),
    ),
    OldLink: old_link,
    LastAdministrator: Said(
        409,
        N_("This is the last administrator."),
        N_("Make somebody else an administrator first; then this role can be given up."),
        "/people",
        N_("Back to the people"),
    ),
    NoSuchCourse: Said(
        404,
        N_("This course is not among yours."),
        N_("It may belong to another account, or you have left it. With its code you can join it."),
        "/courses",
        N_("Your courses"),
    ),
    NoSuchCode: Said(
        404,
        N_("No course has this code."),
        N_(
            "Check that it was copied whole. If it was, ask your instructor: a new code may have taken its place."
        ),
        "/courses",
        N_("Your courses"),
    ),
    NoSuchAssignment: Said(
        404,
        N_("The course has no such assignment or question."),
        N_("An instructor may have taken it out."),
        "/courses",
        N_("Your courses"),
    ),
    NotOpen: Said(
        409,
        N_("This assignment is not open yet."),
        N_("Its page says from when on it can be worked on."),
        "/courses",
        N_("Your courses"),
    ),
    NotInCourse: Said(
        404,
        N_("This person is not in the course."),
        N_("Somebody may have removed them just now."),
        "/courses",
        N_("Your courses"),
    ),
    LastInstructor: Said(
        409,
        N_("This is the last instructor of the course."),
        N_("Add another one; then this one can leave."),
        "/courses",
        N_("Your courses"),
    ),
    RoleNeeded: role_needed,
    SignedOut: SIGN_IN,
    TooBusy: Said(
        503,
        N_("Many people are signing in at this moment."),
        N_("Please try again in some seconds; nothing was changed."),
        "/account",
        N_("Back"),
    ),
    TooManyTries: too_many_tries,
    CannotPrint: cannot_print,
    TakenOut: Said(
        404,
        N_("The exercise of this sheet is not in the question bank at present."),
        N_("Your answers are kept, and their points count as before."),
        "/progress",
        N_("To your own work"),
    ),
    Edited: edited,
    Stale: stale,
    Undrawable: undrawable,
    BadForm: BAD_FORM,
    AnotherSheet: BAD_FORM,
    TooManyGuests: Said(
        429,
        N_("Many new visitors came from your address within the hour."),
        N_("Please try again in some minutes. Whoever has worked here before can go on."),
    ),
    DatabaseDown: database_down,
    HTTPException: http,
    RequestValidationError: invalid,
    Exception: broken,
}


def install(app: FastAPI) -> None:
    """Each exception of the table becomes a page; htmx gets the same words beside the sheet."""
    for kind, say in TABLE.items():
        app.add_exception_handler(kind, _handler(say))


def _handler(say: Said | Callable[..., Said]) -> Callable[[Request, Exception], Response]:
    def handle(request: Request, error: Exception) -> Response:
        said = say if isinstance(say, Said) else say(request, error)
        response = page(request, "error", "alert", said.status, said=said)
        response.headers.update(getattr(error, "headers", None) or {})  # which methods are allowed
        response.headers.update(ANSWERS)  # a broken handler's answer does not pass the guard
        if is_partial(request):
            response.headers.update({"HX-Retarget": "#alert", "HX-Reswap": "innerHTML"})
        return response

    return handle
