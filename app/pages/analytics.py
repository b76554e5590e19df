"""A course in figures, for those who teach it, as a page and as CSV."""

from fastapi import APIRouter, Request, Response

from app.actions import analytics
from app.dependencies import DatabaseHere, LibraryHere
from app.rendering import page
from app.visitors import InstructorHere

router = APIRouter(prefix="/courses/{course}")


@router.get("/analytics")
def open_analytics(
    request: Request, database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str
) -> Response:
    return page(request, "analytics", overview=analytics.overview(database, library, person, course))


@router.get("/analytics.csv")
def as_csv(database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str) -> Response:
    headers = {
        "Content-Disposition": 'attachment; filename="analytics.csv"',
        "Cache-Control": "private, no-store",
    }
    text = analytics.as_csv(database, library, person, course)
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
