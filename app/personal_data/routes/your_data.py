"""The page “Your data”, the download, and the deletion of everything."""

from typing import Annotated, Any

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.personal_data import deletion, export
from app.personal_data.deletion import NotSaid
from app.questions.context import Context, ContextHere
from app.web.concurrency import HUNDREDS, READING, SIGNING_IN, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.downloads import file
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/account/data", dependencies=[OUTSIDE_OF_EXAMS])


@router.get("")
@limit_concurrency(READING)
def open_data(request: Request, context: ContextHere) -> Response:
    """Shows what is stored of the visitor, in numbers."""
    return show(request, context)


@router.get("/examformer.zip")
@limit_concurrency(HUNDREDS)
def take_all(context: ContextHere) -> Response:
    """Sends everything as one archive."""
    return file(export.archived(context), "examformer.zip", "application/zip")


@router.post("/deletion")
@limit_concurrency(SIGNING_IN)
def delete_everything(request: Request, context: ContextHere, said: Annotated[str, Form()] = "") -> Response:
    """Deletes everything and ends every session; shows the form again where it was not confirmed (422).

    Raises StillSitting, LastAdministrator, LastInstructor, and SignedOut.
    """
    rate_limiter, me = request.app.state.rate_limiter, context.person.id
    if me is not None:
        rate_limiter.check_password_change(context.visitor, me)
    try:
        deletion.delete_everything(context, said)
    except NotSaid as error:
        if me is not None and error.password:
            rate_limiter.record_failed_password_change(me)
        return show(request, context, 422, unsaid=str(error))
    response = context.visitor.leave(RedirectResponse("/account/data/deletion", 303))
    response.headers["Clear-Site-Data"] = (
        '"cache", "storage"'  # what the browser kept of pages and of typed text
    )
    return response


@router.get("/deletion")
def deleted(request: Request) -> Response:
    """Says that everything is deleted; opened by itself, it says so to nobody."""
    return page(request, "personal_data/deleted")


def show(request: Request, context: Context, status: int = 200, **said: Any) -> Response:
    """Shows the page, with what is wrong about a form that was sent."""
    shown: dict[str, Any] = {
        "unsent": "",
        "unsaid": "",
        "asks_password": deletion.has_password(context),
    } | said
    return page(request, "personal_data/your_data", status=status, of=export.overview(context), **shown)
