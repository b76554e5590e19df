"""Links that work once: the page of one, and its form."""

from typing import assert_never

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import account, one_time_links
from app.accounts.account import Entered, Unfit
from app.accounts.dependencies import ConfirmationsHere, EntryFormHere
from app.accounts.one_time_links import Confirmed
from app.web.concurrency import SIGNING_IN, limit_concurrency
from app.web.context import ContextHere
from app.web.rendering import language_of, page
from app.web.routing import Router

router = Router()


@router.get("/link/{token}")
def open_link(request: Request, context: ContextHere, token: str) -> Response:
    """Shows the form behind a link, without using it up. Raises NoSuchLink, UsedLink and OldLink."""
    return page(
        request, "accounts/one_time_link", door=one_time_links.door(context, token), email="", problems={}
    )


@router.post("/link/{token}")
@limit_concurrency(SIGNING_IN)
def go_through(
    request: Request, context: ContextHere, token: str, form: EntryFormHere, then: ConfirmationsHere
) -> Response:
    """Uses up the link and signs in, or confirms an e-mail; a form that does not fit leaves the link open (422). Raises
    as ``open_link``, and OtherAccount and EmailTaken."""
    door = one_time_links.door(context, token)
    match one_time_links.go_through(context, token, form.email, form.password, then):
        case Entered(token=new):
            account.note_reader(context, new, language_of(request), form.zone)
            return context.visitor.enter(RedirectResponse(one_time_links.leads_to(context, new), 303), new)
        case Confirmed():
            return RedirectResponse("/account?done=confirmed", 303)
        case Unfit(problems=problems):
            return page(
                request, "accounts/one_time_link", status=422, door=door, email=form.email, problems=problems
            )
        case never:
            assert_never(never)
