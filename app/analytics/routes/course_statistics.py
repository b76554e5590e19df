"""A course in figures, for its instructors, as a page and as CSV."""

from fastapi import Request, Response

from app.analytics import course_statistics
from app.questions.context import StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.downloads import table
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}")


@router.get("/analytics")
@limit_concurrency(TEACHING)
def open_analytics(request: Request, context: StudentContext, course: str) -> Response:
    """Shows the figures of a course that the person teaches. Raises NoSuchCourse."""
    return page(
        request,
        "analytics/course_statistics",
        overview=course_statistics.overview(context, course),
    )


@router.get("/analytics.csv")
@limit_concurrency(TEACHING)
def as_csv(context: StudentContext, course: str) -> Response:
    """Sends each student's share of the points of each question. Raises NoSuchCourse."""
    return table(course_statistics.as_csv(context, course), "analytics")
