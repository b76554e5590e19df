"""The page “Your data”, and the download."""

from fastapi import APIRouter, Request, Response

from app.personal_data import export
from app.questions.context import ContextHere
from app.web.concurrency import HUNDREDS, READING, limit_concurrency
from app.web.downloads import file
from app.web.rendering import page

router = APIRouter(prefix="/account/data")


@router.get("")
@limit_concurrency(READING)
def open_data(request: Request, context: ContextHere) -> Response:
    """Shows what is stored of the visitor, in numbers."""
    return page(request, "personal_data/your_data", of=export.overview(context))


@router.get("/examformer.zip")
@limit_concurrency(HUNDREDS)
def take_all(context: ContextHere) -> Response:
    """Sends everything as one archive."""
    return file(export.archived(context), "examformer.zip", "application/zip")
