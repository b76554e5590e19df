"""What is said about an error whose words need the exception itself."""

import difflib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.accounts.one_time_links import OldLink
from app.accounts.store.links import Purpose
from app.authoring.exports import NoQuestionYet
from app.database.connection import DatabaseDown
from app.identity.permissions import RoleNeeded
from app.identity.store.people import Role
from app.practice.answers import FullSheet
from app.practice.opening import Edited, MarkedAgain
from app.questions.library import UnknownQuestion
from app.web.languages import N_
from app.web.pdf_layout import CannotPrint
from app.web.rate_limits import (
    TooManyPapers,
    TooManyPreviews,
    TooManyRequests,
    TooManyTries,
    TooMuchForGuests,
)
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


def no_question_yet(request: Request, error: NoQuestionYet) -> Said:
    return Said(
        409,
        N_("The draft is no question yet, so nothing can be drawn from it."),
        N_("The editor says at which lines something is to be mended."),
        f"/author/{error.name}",
        N_("To the editor"),
    )


def edited(request: Request, error: Edited) -> Said:
    return Said(
        409,
        N_("This exercise was edited since you opened the page."),
        N_("Nothing was marked and nothing was lost. Open it again to get today's version."),
        f"/practice/{error.question.id}",
        error.question.title,
    )


def marked_again(request: Request, error: MarkedAgain) -> Said:
    return Said(
        409,
        N_("This sheet was marked again at this very moment."),
        N_("What you sent was not stored. Open the sheet anew and send it again."),
        f"/attempts/{error}",
        N_("To the sheet"),
    )


def full_sheet(request: Request, error: FullSheet) -> Said:
    return Said(
        409,
        N_("This sheet is full: it holds as many answers as one sheet can."),
        N_("What was stored before stays and counts. Go on with new numbers."),
        f"/practice/{error.question}",
        N_("New numbers"),
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


def too_many_previews(request: Request, error: TooManyPreviews) -> Said:
    happened = N_("Your question was looked at faster than anybody types.")
    then = N_("What you typed is still there. Go on in %(seconds)s s.")
    return Said(429, happened, then, "/author", N_("Your questions"), {"seconds": error.wait})


def too_many_papers(request: Request, error: TooManyPapers) -> Said:
    happened = N_("Papers were printed faster than anybody reads them.")
    then = N_("Please try again in %(minutes)s min.")
    return Said(429, happened, then, "/exams", N_("To the exams"), {"minutes": ceil(error.wait / 60)})


def too_much_for_guests(request: Request, error: TooMuchForGuests) -> Said:
    happened = N_("Guests at your address have asked for much in the last minute.")
    then = N_("Please go on in %(seconds)s s. With an account you need not wait.")
    return Said(429, happened, then, "/account", N_("Sign in"), {"seconds": error.wait})


def too_many_requests(request: Request, error: TooManyRequests) -> Said:
    return Said(429, "You ask too often.", "Go on in %(seconds)s s.", named={"seconds": error.wait})


def role_needed(request: Request, error: RoleNeeded) -> Said:
    if not error.person.email:
        return SIGN_IN if request.method == "GET" else SIGN_IN_AGAIN
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
    title = f"The address has a value that does not fit: {first['loc'][-1]}."
    return Said(422, title, N_("Open the exercise from the topics."))


def broken(request: Request, error: Exception) -> Said:
    return Said(
        500,
        N_("Something broke on our side."),
        N_(
            "What was stored before is safe; this was not carried out. "
            "Go back and try again, or take another exercise."
        ),
    )


SIGN_IN_AGAIN = Said(
    403,
    N_("You are not signed in, so nothing was stored."),
    N_("Sign in in another window, come back to this one, go one page back and send it again."),
    "/account",
    N_("Sign in"),
)
SIGN_IN = Said(
    403,
    N_("You are not signed in."),
    N_("This is for people with an account. Sign in, then open it again."),
    "/account",
    N_("Sign in"),
)
