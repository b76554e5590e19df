"""What goes wrong, in the reader's words: one table from exceptions to pages."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.accounts.account import SignedOut
from app.accounts.api_tokens import NoSuchToken, TooManyTokens
from app.accounts.one_time_links import NoSuchLink, OldLink, UsedLink
from app.accounts.openid_errors import TURNED_BACK
from app.accounts.people import NoSuchPerson
from app.api.access import BadJson, BadToken, NotJson, NoToken
from app.api.marks import NoSuchPart
from app.api.variants import KeysAreForInstructors, NoSuchLevel
from app.authoring.exports import NoQuestionYet, TooSlow
from app.authoring.question_list import NoSuchQuestion
from app.authoring.versions import NoSuchVersion
from app.courses.errors import IN_COURSES
from app.database.connection import DatabaseDown
from app.exams.errors import KEPT_OUT, send_on
from app.identity.permissions import RoleNeeded
from app.identity.store.people import LastAdministrator
from app.lab.lab import NoSuchDemo
from app.lab.runs import NoSuchRun
from app.practice.answers import FullSheet
from app.practice.opening import AnotherSheet, Edited, MarkedAgain, NoSuchAttempt, TakenOut
from app.questions.library import KeptForCourses, UnknownQuestion
from app.study.study import NoSuchSection, NoSuchTerm
from app.web.concurrency import REFUSING, TooBusy
from app.web.dependencies import BadForm, TooLong
from app.web.languages import N_
from app.web.messages import (
    SIGN_IN,
    Said,
    broken,
    cannot_print,
    database_down,
    edited,
    full_sheet,
    http,
    invalid,
    marked_again,
    no_question_yet,
    old_link,
    role_needed,
    stale,
    too_many_previews,
    too_many_requests,
    too_many_tries,
    too_much_for_guests,
    undrawable,
    unknown_family,
    unknown_question,
)
from app.web.pdf_layout import CannotPrint
from app.web.problem_details import answer, is_program, methods
from app.web.rate_limits import (
    NotYourTurn,
    TooManyGuests,
    TooManyPreviews,
    TooManyRequests,
    TooManyTries,
    TooMuchForGuests,
)
from app.web.rendering import is_partial, page
from app.web.security import ANSWERS
from engine.catalogue import UnknownFamily
from engine.deadline import TakesTooLong
from engine.variants import Stale, Undrawable

BAD_FORM = Said(
    400, N_("This form is not complete."), N_("Open the page again and send the form from there.")
)
TABLE: dict[type[Exception], Said | Callable[..., Said]] = {
    UnknownQuestion: unknown_question,
    KeptForCourses: Said(
        404,
        N_("This is kept for exams and assignments of a course."),
        N_("You meet it there. Many others can be practised."),
    ),
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
    **KEPT_OUT,
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
        N_("It may be archived, or belong to somebody else. The list holds all of yours."),
        "/author",
        N_("Your questions"),
    ),
    NoQuestionYet: no_question_yet,
    TooSlow: Said(
        503,
        N_("Drawing that many sets of numbers takes too long."),
        N_("Ask for fewer: the address says how many, as in ?variants=5."),
        "/author",
        N_("Your questions"),
    ),
    NoSuchDemo: Said(
        404, N_("The lab has no such demo."), N_("The list holds all of them."), "/lab", N_("To the lab")
    ),
    NoSuchRun: Said(
        404,
        N_("This run is not in your folder."),
        N_("Only the newest ones are kept, and each stays with its browser or account. Begin another one."),
        "/lab",
        N_("To the lab"),
    ),
    NoSuchToken: Said(
        404,
        N_("You have no such token."),
        N_("It may be revoked already. Your account lists those that are open."),
        "/account",
        N_("To your account"),
    ),
    TooManyTokens: Said(
        409,
        N_("You have as many tokens as one may have."),
        N_("Revoke one that no program needs any more; then make the new one."),
        "/account",
        N_("To your account"),
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
    **IN_COURSES,
    RoleNeeded: role_needed,
    SignedOut: SIGN_IN,
    TooBusy: Said(
        503,
        N_("Many people are asking for this at the same moment."),
        N_("Please try again in some seconds; nothing was changed."),
    ),
    TakesTooLong: Said(
        422,
        N_("This takes too long to work out."),
        N_("Nothing was changed. Use smaller numbers, vectors and matrices, or shorter texts."),
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
    MarkedAgain: marked_again,
    FullSheet: full_sheet,
    Stale: stale,
    Undrawable: undrawable,
    BadForm: BAD_FORM,
    TooLong: Said(
        413,
        N_("A question has at most 60,000 characters."),
        N_("Nothing was stored; go back and shorten it."),
        "/author",
        N_("Your questions"),
    ),
    AnotherSheet: BAD_FORM,
    TooManyGuests: Said(
        429,
        N_("Many new visitors came from your address within the hour."),
        N_("Please try again in some minutes. Whoever has worked here before can go on."),
    ),
    DatabaseDown: database_down,
    # Only programs meet these, so they are not translated.
    NoToken: Said(
        401, "This needs a token.", "Make one on /account, and send `Authorization: Bearer TOKEN`."
    ),
    BadToken: Said(
        401, "This token opens nothing.", "It was revoked, its time is over, or it was not copied whole."
    ),
    NotJson: Said(415, "This is not announced as JSON.", "Send `Content-Type: application/json`."),
    BadJson: Said(400, "This is not JSON.", "Send one JSON object, in UTF-8."),
    KeysAreForInstructors: Said(403, "Keys are for instructors.", "Ask without `with_key`."),
    NoSuchLevel: lambda _, error: Said(422, "The question does not have this level.", str(error)),
    NoSuchPart: lambda _, error: Said(422, "The variant has no such part.", str(error)),
    TooManyPreviews: too_many_previews,
    TooManyRequests: too_many_requests,
    TooMuchForGuests: too_much_for_guests,
    **TURNED_BACK,
    HTTPException: http,
    RequestValidationError: invalid,
    Exception: broken,
}


def install(app: FastAPI) -> None:
    """Each exception of the table becomes a page; htmx gets the same words beside the sheet."""
    send_on(app)
    for kind, say in TABLE.items():
        app.add_exception_handler(kind, _handler(say))


def _handler(
    say: Said | Callable[..., Said],
) -> Callable[[Request, Exception], Coroutine[Any, Any, Response]]:
    async def handle(request: Request, error: Exception) -> Response:
        return await REFUSING.run(partial(tell, request, error))

    def tell(request: Request, error: Exception) -> Response:
        said = say if isinstance(say, Said) else say(request, error)
        if is_program(request.url.path):
            told = said.next % said.named if said.named else said.next
            response = answer(request, error, said.status, said.happened, told)
        else:
            response = page(request, "error", "alert", said.status, said=said)
        response.headers.update(getattr(error, "headers", None) or {})  # which methods are allowed
        if is_program(request.url.path) and "Allow" in response.headers:
            response.headers["Allow"] = methods(response.headers["Allow"])
        response.headers.update(ANSWERS)  # a broken handler's answer does not pass the guard
        if isinstance(error, NotYourTurn):
            error.visitor.remember(response)
        if is_partial(request):
            response.headers.update({"HX-Retarget": "#alert", "HX-Reswap": "innerHTML"})
        return response

    return handle
