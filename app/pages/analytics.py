"""A course in figures, for those who teach it, as a page and as CSV."""

from fastapi import APIRouter, Request, Response

from app.actions import analytics
from app.dependencies import DatabaseHere, LibraryHere
from app.downloads import table
from app.lanes import TEACHING, in_lane
from app.rendering import page
from app.visitors import InstructorHere

router = APIRouter(prefix="/courses/{course}")


@router.get("/analytics")
@in_lane(TEACHING)
def open_analytics(
    request: Request, database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str
) -> Response:
    return page(request, "analytics", overview=analytics.overview(database, library, person, course))


@router.get("/analytics.csv")
@in_lane(TEACHING)
def as_csv(database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str) -> Response:
    return table(analytics.as_csv(database, library, person, course), "analytics")
