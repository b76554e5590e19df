"""Pages of an assignment: edited by those who teach the course, begun question by question by its students."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.coursework import assignment as acting
from app.coursework import assignment_editing, assignment_start
from app.coursework.assignment import Paper
from app.coursework.assignment_editing import WrongDates
from app.database.connection import Database
from app.identity.permissions import AccountHere, InstructorHere
from app.identity.store.people import Person
from app.questions.dependencies import LibraryHere
from app.questions.kinds import KINDS
from app.questions.library import Library
from app.web.concurrency import MARKING, TEACHING, in_lane
from app.web.dependencies import DatabaseHere, moment
from app.web.rendering import page
from app.web.sections import SECTIONS

router = APIRouter(prefix="/courses/{course}/assignments")
Moment = Annotated[str, Form(max_length=40)]
Number = Annotated[int, Form(ge=1, lt=2**31)]


@router.post("")
def add(
    database: DatabaseHere, person: InstructorHere, course: str, title: Annotated[str, Form()] = ""
) -> Response:
    """Adds an assignment and opens it; without a title adds none. Raises NoSuchCourse, and CourseArchived."""
    made = assignment_editing.add(database, person, course, title)
    return _to(course, made.name) if made else RedirectResponse(f"/courses/{course}", 303)


@router.get("/{assignment}")
@in_lane(TEACHING)
def open_assignment(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: AccountHere,
    course: str,
    assignment: str,
    q: Annotated[str, Query(max_length=100)] = "",
    gone: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """Shows the assignment; ``gone`` is a question that was just removed."""
    paper = acting.paper(database, library, person, course, assignment, q)
    mine = library.choice_of(person.id) if gone and paper.teaching and person.id else []
    removed = next((question for question in mine if question.id == gone), None)
    return _page(request, paper, q=q, removed=removed)


@router.post("/{assignment}")
@in_lane(TEACHING)
def change(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    assignment: str,
    title: Annotated[str, Form()] = "",
    opens: Moment = "",
    due: Moment = "",
) -> Response:
    """Sets title and dates; wrong dates are shown again (422). Raises NoSuchCourse, and NoSuchAssignment."""
    try:
        assignment_editing.change(database, person, course, assignment, title, moment(opens), moment(due))
    except WrongDates:
        typed = {"title": title, "opens": opens, "due": due}
        return _refused(request, database, library, person, course, assignment, "dates", typed)
    return _to(course, assignment, "dates")


@router.post("/{assignment}/remove")
def remove(database: DatabaseHere, person: InstructorHere, course: str, assignment: str) -> Response:
    """Removes the assignment, unless it was begun. Raises NoSuchCourse, NoSuchAssignment, and AlreadyBegun."""
    assignment_editing.remove(database, person, course, assignment)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/{assignment}/questions")
@in_lane(TEACHING)
def assign(
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    assignment: str,
    question: Annotated[str, Form(max_length=60)] = "",
    section: Annotated[str, Form(max_length=8)] = "",
    q: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Adds one question, or all of a section."""
    assert person.id is not None
    wanted = [one for one in library.choice_of(person.id) if question == one.id or section == one.section]
    assignment_editing.assign(database, person, course, assignment, wanted)
    return _to(course, f"{assignment}?{urlencode({'q': q})}" if q else assignment, "questions")


@router.post("/{assignment}/questions/{question}")
def arrange(
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    assignment: str,
    question: str,
    do: Annotated[Literal["up", "down", "level", "remove"], Form()],
    level: Annotated[str, Form(max_length=16)] = "",
) -> Response:
    """Moves a question, sets its level, or takes it out. Raises NoSuchCourse, and NoSuchAssignment."""
    match do:
        case "remove":
            assignment_editing.withdraw(database, person, course, assignment, question)
            return _to(course, f"{assignment}?gone={question}", "questions")
        case "level":
            assignment_editing.give_level(database, library, person, course, assignment, question, level)
        case _:
            assignment_editing.move(database, person, course, assignment, question, -1 if do == "up" else 1)
    return _to(course, assignment, "questions")


@router.post("/{assignment}/extensions")
@in_lane(TEACHING)
def extend(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    assignment: str,
    student: Number,
    due: Moment = "",
) -> Response:
    """Sets a student's due date; without one, the assignment's own holds again."""
    try:
        assignment_editing.extend(database, person, course, assignment, student, moment(due))
    except WrongDates:
        typed = {"student": student, "due": due}
        return _refused(request, database, library, person, course, assignment, "extensions", typed)
    return _to(course, assignment, "extensions")


@router.post("/{assignment}/begin/{question}")
@in_lane(MARKING)
def begin(
    database: DatabaseHere,
    person: AccountHere,
    course: str,
    assignment: str,
    library: LibraryHere,
    question: str,
) -> Response:
    """Redirects to the sheet, whose address has no seed: its numbers are stored, and nobody can draw them again."""
    name = assignment_start.begin(database, library, person, course, assignment, question)
    return RedirectResponse(f"/attempts/{name}", 303)


def _refused(
    request: Request,
    database: Database,
    library: Library,
    person: Person,
    course: str,
    assignment: str,
    fault: Literal["dates", "extensions"],
    typed: Mapping[str, Any],
) -> Response:
    """Shows that nothing was changed: the reason is beside the form at fault, which keeps what was typed."""
    paper = acting.paper(database, library, person, course, assignment)
    return _page(request, paper, 422, fault=fault, typed=typed)


def _page(request: Request, paper: Paper, status: int = 200, **said: Any) -> Response:
    context = {"q": "", "removed": None, "fault": "", "typed": {}} | said
    return page(
        request,
        "coursework/assignment",
        "found",
        status,
        paper=paper,
        sections=SECTIONS,
        kinds=KINDS,
        **context,
    )


def _to(course: str, assignment: str, place: str = "") -> Response:
    return RedirectResponse(f"/courses/{course}/assignments/{assignment}{'#' + place if place else ''}", 303)
