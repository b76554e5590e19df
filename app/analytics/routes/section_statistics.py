"""The marks of a course by section, for those who read them."""

from typing import Annotated

from fastapi import Query, Request, Response

from app.analytics import section_statistics
from app.questions.context import StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}")


@router.get("/sections")
@limit_concurrency(TEACHING)
def open_sections(
    request: Request,
    context: StudentContext,
    course: str,
    of: Annotated[str, Query(max_length=32)] = "",
    section: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """Shows how marks are spread, ``of`` one assignment or all, in one section or all. Raises NoSuchCourse."""
    shown = section_statistics.statistics(context, course, of, section)
    return page(request, "analytics/section_statistics", shown=shown)
