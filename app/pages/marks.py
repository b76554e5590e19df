"""The marks of a course, as a table and as CSV for those who teach it; a student's own."""

from fastapi import APIRouter, Request, Response

from app.actions import marks
from app.dependencies import BankHere, DatabaseHere
from app.rendering import page
from app.visitors import AccountHere, InstructorHere

router = APIRouter(prefix="/courses/{course}")


@router.get("/marks")
def open_marks(
    request: Request, database: DatabaseHere, bank: BankHere, person: AccountHere, course: str
) -> Response:
    return page(request, "marks", marks=marks.marks(database, bank, person, course))


@router.get("/marks.csv")
def as_csv(database: DatabaseHere, bank: BankHere, person: InstructorHere, course: str) -> Response:
    headers = {
        "Content-Disposition": 'attachment; filename="marks.csv"',
        "Cache-Control": "private, no-store",
    }
    text = marks.as_csv(database, bank, person, course)
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
