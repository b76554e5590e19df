"""What goes wrong, in the reader's words: one table from exceptions to pages."""

import difflib
import logging
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.actions.opening import AnotherSheet, Edited, NoSuchAttempt, TakenOut
from app.actions.study import NoSuchSection, NoSuchTerm
from app.dependencies import BadForm, UnknownQuestion
from app.guard import ANSWERS
from app.i18n import N_
from app.limits import TooManyGuests
from app.printing import CannotPrint
from app.rendering import is_partial, page
from app.store.database import DatabaseDown
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


def no_section(request: Request, error: NoSuchSection) -> Said:
    return Said(
        404, N_("There is no such section."), N_("The list holds all of them."), "/study", N_("To the list")
    )


def cannot_print(request: Request, error: CannotPrint) -> Said:
    return Said(503, N_("This server cannot make PDFs."), str(error), "/study", N_("Study"))


def no_term(request: Request, error: NoSuchTerm) -> Said:
    return Said(
        404,
        N_("The glossary has no such term."),
        N_("It may stand there by another name."),
        "/glossary",
        N_("Glossary"),
    )


def no_attempt(request: Request, error: NoSuchAttempt) -> Said:
    return Said(
        404,
        N_("This sheet is not in your folder."),
        N_("It may belong to another browser: what you do stays with the browser you do it in."),
        "/progress",
        N_("To your own work"),
    )


def taken_out(request: Request, error: TakenOut) -> Said:
    return Said(
        404,
        N_("The exercise of this sheet is not in the question bank at present."),
        N_("Your answers are kept, and their points count as before."),
        "/progress",
        N_("To your own work"),
    )


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


def bad_form(request: Request, error: BadForm | AnotherSheet) -> Said:
    return Said(
        400, N_("This form is not complete."), N_("Open the page again and send the form from there.")
    )


def too_many_guests(request: Request, error: TooManyGuests) -> Said:
    return Said(
        429,
        N_("Many new visitors came from your address within the hour."),
        N_("Please try again in some minutes. Whoever has worked here before can go on."),
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


TABLE: dict[type[Exception], Callable[..., Said]] = {
    UnknownQuestion: unknown_question,
    UnknownFamily: unknown_family,
    NoSuchAttempt: no_attempt,
    NoSuchSection: no_section,
    NoSuchTerm: no_term,
    CannotPrint: cannot_print,
    TakenOut: taken_out,
    Edited: edited,
    Stale: stale,
    Undrawable: undrawable,
    BadForm: bad_form,
    AnotherSheet: bad_form,
    TooManyGuests: too_many_guests,
    DatabaseDown: database_down,
    HTTPException: http,
    RequestValidationError: invalid,
    Exception: broken,
}


def install(app: FastAPI) -> None:
    """Each exception of the table becomes a page; htmx gets the same words beside the sheet."""
    for kind, say in TABLE.items():
        app.add_exception_handler(kind, _handler(say))


def _handler(say: Callable[..., Said]) -> Callable[[Request, Exception], Response]:
    def handle(request: Request, error: Exception) -> Response:
        said = say(request, error)
        response = page(request, "error", "alert", said.status, said=said)
        response.headers.update(getattr(error, "headers", None) or {})  # which methods are allowed
        response.headers.update(ANSWERS)  # a broken handler's answer does not pass the guard
        if is_partial(request):
            response.headers.update({"HX-Retarget": "#alert", "HX-Reswap": "innerHTML"})
        return response

    return handle
