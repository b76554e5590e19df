"""Pages of the gradebook: as a table and as files for those who see names in the course; a student's own marks."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.coursework import gradebook, gradebook_files
from app.questions.context import StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.downloads import file, table
from app.web.rendering import page

router = APIRouter(prefix="/courses/{course}")
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
    """Sends a line per student, to those who see names in the course. Raises NoSuchCourse."""
    return table(gradebook_files.as_csv(gradebook.table(context, course, section)), "gradebook")


@router.get("/gradebook.xlsx")
@limit_concurrency(TEACHING)
def as_xlsx(context: StudentContext, course: str, section: SectionAsked = "") -> Response:
    """Sends the same as a workbook. Raises NoSuchCourse."""
    content = gradebook_files.as_xlsx(gradebook.table(context, course, section))
    return file(content, "gradebook.xlsx", WORKBOOK)
