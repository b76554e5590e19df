"""Links that work once: the page of one, and its form."""

from typing import assert_never

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.accounts import one_time_links
from app.accounts.account import Entered, Unfit
from app.accounts.dependencies import EntryFormHere
from app.identity.permissions import VisitorHere
from app.web.concurrency import SIGNING_IN, in_lane
from app.web.dependencies import DatabaseHere
from app.web.rendering import page

router = APIRouter()


@router.get("/link/{token}")
def open_link(request: Request, database: DatabaseHere, token: str) -> Response:
    """Shows the form behind a link, without using it up. Raises NoSuchLink, UsedLink and OldLink."""
    return page(
        request, "accounts/one_time_link", door=one_time_links.door(database, token), email="", problems={}
    )


@router.post("/link/{token}")
@in_lane(SIGNING_IN)
def go_through(
    request: Request, database: DatabaseHere, visitor: VisitorHere, token: str, form: EntryFormHere
) -> Response:
    """Uses up the link and signs in; a form that does not fit leaves the link open (422). Raises as ``open_link``."""
    door = one_time_links.door(database, token)
    match one_time_links.go_through(database, visitor.token, token, form.email, form.password):
        case Entered(token=new):
            return visitor.enter(RedirectResponse(one_time_links.leads_to(database, new), 303), new)
        case Unfit(problems=problems):
            return page(
                request, "accounts/one_time_link", status=422, door=door, email=form.email, problems=problems
            )
        case never:
            assert_never(never)
