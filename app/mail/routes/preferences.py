"""The page on which people say which e-mails they want."""

from typing import Annotated

from fastapi import Depends, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts.dependencies import sends_mail
from app.mail import preferences
from app.outbox import clocks
from app.web.concurrency import READING, limit_concurrency
from app.web.context import StudentContext
from app.web.languages.languages import LANGUAGES
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/account/mail", dependencies=[Depends(sends_mail)])


@router.get("")
@limit_concurrency(READING)
def open_preferences(request: Request, context: StudentContext, saved: bool = False) -> Response:
    """Shows what the person gets by mail."""
    wanted, zones = preferences.of_person(context), sorted(clocks.zones())
    return page(
        request,
        "mail/preferences",
        wanted=wanted,
        words=preferences.WORDS,
        spoken=LANGUAGES,
        zones=zones,
        saved=saved,
    )


@router.post("")
@limit_concurrency(READING)
def choose(
    context: StudentContext,
    kind: Annotated[list[str] | None, Form()] = None,
    course: Annotated[list[str] | None, Form()] = None,
    language: Annotated[str, Form(max_length=8)] = "en",
    zone: Annotated[str, Form(max_length=60)] = "",
) -> Response:
    """Saves which kinds are wanted, from which courses, in which language and by which clock."""
    preferences.choose(context, kind or (), course or (), language, zone)
    return RedirectResponse("/account/mail?saved=true", 303)


@router.post("/again")
def try_again(context: StudentContext) -> Response:
    """Sends mail again to an address that a server had refused."""
    preferences.try_again(context)
    return RedirectResponse("/account/mail?saved=true", 303)
