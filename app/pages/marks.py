"""The marks of a course, as a table and as CSV for those who teach it; a student's own."""

from fastapi import APIRouter, Request, Response

from app.actions import marks
from app.dependencies import DatabaseHere, LibraryHere
from app.downloads import table
from app.lanes import TEACHING, in_lane
from app.rendering import page
from app.visitors import AccountHere, InstructorHere

router = APIRouter(prefix="/courses/{course}")


@router.get("/marks")
@in_lane(TEACHING)
def open_marks(
    request: Request, database: DatabaseHere, library: LibraryHere, person: AccountHere, course: str
) -> Response:
    return page(request, "marks", marks=marks.marks(database, library, person, course))


@router.get("/marks.csv")
@in_lane(TEACHING)
def as_csv(database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str) -> Response:
    return table(marks.as_csv(database, library, person, course), "marks")
