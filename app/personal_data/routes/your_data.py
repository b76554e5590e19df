"""The page “Your data”, and the download."""

from typing import Any

from fastapi import APIRouter, Request, Response

from app.personal_data import export
from app.questions.context import Context, ContextHere
from app.web.concurrency import HUNDREDS, READING, limit_concurrency
from app.web.downloads import file
from app.web.rendering import page

router = APIRouter(prefix="/account/data")


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


def show(request: Request, context: Context, status: int = 200, **said: Any) -> Response:
    """Shows the page, with what is wrong about a form that was sent."""
    said = {"unsent": ""} | said
    return page(request, "personal_data/your_data", status=status, of=export.overview(context), **said)
