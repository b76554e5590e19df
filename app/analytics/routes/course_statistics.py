"""A course in figures, for its instructors, as a page and as CSV."""

from fastapi import APIRouter, Request, Response

from app.analytics import course_statistics
from app.identity.permissions import InstructorHere
from app.questions.dependencies import LibraryHere
from app.web.concurrency import TEACHING, in_lane
from app.web.dependencies import DatabaseHere
from app.web.downloads import table
from app.web.rendering import page

router = APIRouter(prefix="/courses/{course}")


@router.get("/analytics")
@in_lane(TEACHING)
def open_analytics(
    request: Request, database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str
) -> Response:
    """Shows the figures of a course that the person teaches. Raises NoSuchCourse."""
    return page(
        request,
        "analytics/course_statistics",
        overview=course_statistics.overview(database, library, person, course),
    )


@router.get("/analytics.csv")
@in_lane(TEACHING)
def as_csv(database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str) -> Response:
    """Sends each student's share of the points of each question. Raises NoSuchCourse."""
    return table(course_statistics.as_csv(database, library, person, course), "analytics")
