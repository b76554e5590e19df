"""Errors in the reader's words: the exceptions that all rooms share,
and the handlers that turn exceptions into pages."""

import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from math import ceil
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.database.connection import DatabaseDown
from app.logs import HEADER, request_id
from app.web.addresses import allowed
from app.web.concurrency import REFUSING, TooBusy
from app.web.dependencies import BadForm
from app.web.errors.pages import ErrorPage, ErrorPages, LeadsTo
from app.web.errors.problem_details import answer, is_program
from app.web.languages.languages import N_
from app.web.pdf.layout import CannotPrint
from app.web.rate_limits import NotYourTurn, TooManyGuests, TooManyTries, TooMuchForGuests
from app.web.rendering import is_partial, page
from app.web.security import ANSWERS
from engine.deadline import TakesTooLong

BAD_FORM = ErrorPage(
    400, N_("This form is not complete."), N_("Open the page again and send the form from there.")
)
log = logging.getLogger("examformer")


def cannot_print(request: Request, error: CannotPrint) -> ErrorPage:
    return ErrorPage(503, N_("This server cannot make PDFs."), str(error), address="/study", link=N_("Study"))


def database_down(request: Request, error: DatabaseDown) -> ErrorPage:
    log.error("database: %s", error.orig)
    return ErrorPage(
        503,
        N_("Your work could not be stored just now: the database cannot be written."),
        N_(
            "Nothing that was stored before is lost. Keep this page open, and send the form again in a minute."
        ),
        address="/",
        link=N_("To the start"),
    )


def too_busy(request: Request, error: TooBusy) -> ErrorPage:
    happened = N_("Many people are asking for this at the same moment.")
    then = N_("Please try again in some seconds; nothing was changed.")
    if request.method != "GET" or is_partial(request):
        return ErrorPage(503, happened, then)
    url = request.url
    again = f"{url.path}?{url.query}" if url.query else url.path
    return ErrorPage(503, happened, then, address=again, link=N_("Try again"))


def too_many_tries(request: Request, error: TooManyTries) -> ErrorPage:
    minutes = ceil(error.wait / 60)
    happened, then = N_("That was tried too often."), N_("Please try again in %(minutes)s min.")
    return ErrorPage(429, happened, then, address="/account", link=N_("Back"), named={"minutes": minutes})


def too_much_for_guests(request: Request, error: TooMuchForGuests) -> ErrorPage:
    happened = N_("Guests at your address have asked for much in the last minute.")
    then = N_("Please go on in %(seconds)s s. With an account you need not wait.")
    return ErrorPage(
        429, happened, then, address="/account", link=N_("Sign in"), named={"seconds": error.wait}
    )


def http(request: Request, error: HTTPException) -> ErrorPage:
    if error.status_code == 404:
        return ErrorPage(404, N_("There is no page at this address."), N_("The topics list all exercises."))
    return ErrorPage(error.status_code, str(error.detail), N_("Go back and try again."))


def invalid(request: Request, error: RequestValidationError) -> ErrorPage:
    first = error.errors()[0]
    title = f"The address has a value that does not fit: {first['loc'][-1]}."
    return ErrorPage(422, title, N_("Open the exercise from the topics."))


def broken(request: Request, error: Exception) -> ErrorPage:
    return ErrorPage(
        500,
        N_("Something broke on our side."),
        N_(
            "What was stored before is safe; this was not carried out. "
            "Go back and try again, or take another exercise."
        ),
    )


PAGES: ErrorPages = {
    BadForm: BAD_FORM,
    TooBusy: too_busy,
    TakesTooLong: ErrorPage(
        422,
        N_("This takes too long to work out."),
        N_("Nothing was changed. Use smaller numbers, vectors and matrices, or shorter texts."),
    ),
    TooManyTries: too_many_tries,
    TooManyGuests: ErrorPage(
        429,
        N_("Many new visitors came from your address within the hour."),
        N_("Please try again in some minutes. Whoever has worked here before can go on."),
    ),
    TooMuchForGuests: too_much_for_guests,
    CannotPrint: cannot_print,
    DatabaseDown: database_down,
    HTTPException: http,
    RequestValidationError: invalid,
    Exception: broken,
}


def install(app: FastAPI, tables: Iterable[ErrorPages]) -> None:
    """Registers a handler for each exception of these tables:
    it becomes a page, or the same words beside the sheet for htmx."""
    for table in (PAGES, *tables):
        for kind, found in table.items():
            app.add_exception_handler(
                kind, _redirect(found) if isinstance(found, LeadsTo) else _handler(found)
            )


def _redirect(leads_to: LeadsTo) -> Callable[[Request, Exception], Coroutine[Any, Any, Response]]:
    async def redirect(_: Request, error: Exception) -> Response:
        return RedirectResponse(leads_to.address(error), 303)

    return redirect


def _handler(
    found: ErrorPage | Callable[..., ErrorPage],
) -> Callable[[Request, Exception], Coroutine[Any, Any, Response]]:
    async def handle(request: Request, error: Exception) -> Response:
        return await REFUSING.run(partial(tell, request, error))

    def tell(request: Request, error: Exception) -> Response:
        said = found if isinstance(found, ErrorPage) else found(request, error)
        if is_program(request.url.path):
            response = answer(request, error, said.status, said.happened, said.told_to_programs)
        else:
            number = request_id.get() if said.status == 500 else ""
            response = page(request, "web/error", "alert", said.status, said=said, number=number)
        response.headers.update(ANSWERS)  # a broken handler's answer does not pass the middleware
        response.headers[HEADER] = request_id.get()
        response.headers.update(getattr(error, "headers", None) or {})  # such as Allow and Retry-After
        if is_program(request.url.path) and "Allow" in response.headers:
            response.headers["Allow"] = ", ".join(allowed(request.app, request.url.path))
        if isinstance(error, NotYourTurn):
            error.visitor.remember(response)
        if is_partial(request):
            response.headers.update({"HX-Retarget": "#alert", "HX-Reswap": "innerHTML"})
        return response

    return handle
