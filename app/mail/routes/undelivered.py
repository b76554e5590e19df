"""The page of administrators about e-mails that did not arrive."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts.dependencies import sends_mail
from app.mail import undelivered
from app.web.concurrency import READING, limit_concurrency
from app.web.context import AdministratorContext
from app.web.dependencies import Number
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/mail/undelivered", dependencies=[Depends(sends_mail)])
HERE = "/mail/undelivered"


@router.get("")
@limit_concurrency(READING)
def open_list(
    request: Request, context: AdministratorContext, done: Literal["", "again", "discarded", "test"] = ""
) -> Response:
    """Lists what was given up; ``done`` names what was just done."""
    shown: dict[str, Any] = {"shown": undelivered.listed(context), "words": undelivered.WORDS}
    return page(request, "mail/undelivered", done=done, **shown)


@router.post("")
def do_for_all(context: AdministratorContext, do: Annotated[Literal["again", "test"], Form()]) -> Response:
    """Sends all of them again, or a test to oneself."""
    if do == "again":
        undelivered.send_again(context)
    else:
        undelivered.test(context)
    return RedirectResponse(f"{HERE}?done={do}", 303)


@router.post("/{number}")
def do_for_one(
    context: AdministratorContext, number: Number, do: Annotated[Literal["again", "discarded"], Form()]
) -> Response:
    """Sends one again, or discards it. Raises NoSuchMail."""
    if do == "again":
        undelivered.send_again(context, number)
    else:
        undelivered.discard(context, number)
    return RedirectResponse(f"{HERE}?done={do}", 303)
