"""Pages of the gradebook: as a table and as CSV for those who teach the course; a student's own marks."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.coursework import gradebook
from app.questions.context import StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.downloads import table
from app.web.rendering import page

router = APIRouter(prefix="/courses/{course}")
SectionAsked = Annotated[str, Query(max_length=100)]


@router.get("/gradebook")
@limit_concurrency(TEACHING)
def open_marks(
    request: Request, context: StudentContext, course: str, section: SectionAsked = ""
) -> Response:
    """Shows all marks, or those of one section, to those who teach the course, to a student their own. Raises
    NoSuchCourse."""
    return page(request, "coursework/gradebook", marks=gradebook.marks(context, course, section))


@router.get("/gradebook.csv")
@limit_concurrency(TEACHING)
def as_csv(context: StudentContext, course: str, section: SectionAsked = "") -> Response:
    """Sends a line per student, to those who teach the course. Raises NoSuchCourse."""
    return table(gradebook.as_csv(context, course, section), "gradebook")
