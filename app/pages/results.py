"""The results of an exam, for those who teach the course: as a page and as CSV; one sitting, one question."""

from fastapi import APIRouter, Request, Response

from app.actions import item_analysis, results
from app.dependencies import DatabaseHere, LibraryHere, Number
from app.downloads import table
from app.lanes import TEACHING, in_lane
from app.rendering import page
from app.visitors import InstructorHere

router = APIRouter(prefix="/courses/{course}/exams/{exam}")


@router.get("/results")
@in_lane(TEACHING)
def open_results(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    exam: str,
) -> Response:
    return page(request, "results", results=results.results(database, library, person, course, exam))


@router.get("/results.csv")
@in_lane(TEACHING)
def as_csv(
    database: DatabaseHere, library: LibraryHere, person: InstructorHere, course: str, exam: str
) -> Response:
    name, text = results.as_csv(database, library, person, course, exam)
    return table(text, name)


@router.get("/results/questions/{question}")
@in_lane(TEACHING)
def open_question(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    exam: str,
    question: str,
) -> Response:
    """What became of one question in this exam alone."""
    found = item_analysis.of_exam(database, library, person, course, exam, question)
    return page(request, "item_analysis", analysis=found, why="", of="")


@router.get("/results/{number}")
@in_lane(TEACHING)
def open_sitting(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    exam: str,
    number: Number,
) -> Response:
    """One sitting, question by question."""
    return page(request, "marked", marked=results.marked(database, library, person, course, exam, number))
