"""Progress: what one has done, by topic, and the same as a table to take away."""

from fastapi import APIRouter, Request, Response

from app.actions import progress
from app.dependencies import DatabaseHere, LibraryHere
from app.downloads import table
from app.rendering import page
from app.visitors import VisitorHere

router = APIRouter()


@router.get("/progress")
def open_progress(
    request: Request, database: DatabaseHere, library: LibraryHere, visitor: VisitorHere
) -> Response:
    return page(request, "progress", record=progress.record(database, library, visitor.token))


@router.get("/progress.csv")
def take_away(database: DatabaseHere, visitor: VisitorHere) -> Response:
    return table(progress.as_csv(database, visitor.token), "examformer-progress")
