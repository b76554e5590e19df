"""Pages of an assignment: edited by those who teach the course, begun question by question by its students."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.coursework.assignments import assignment as acting
from app.coursework.assignments import editing, results, settings, start
from app.coursework.assignments import figure as first_figure
from app.coursework.assignments.assignment import Paper
from app.coursework.assignments.settings import WrongDates
from app.grading import results_release
from app.questions.context import Context, InstructorContext, StudentContext
from app.questions.kinds import KINDS
from app.web.beside import beside
from app.web.concurrency import MARKING, TEACHING, limit_concurrency
from app.web.dependencies import moment, number_in
from app.web.rendering import page
from app.web.routing import Router
from app.web.sections import SECTIONS

router = Router(prefix="/courses/{course}/assignments")
Moment = Annotated[str, Form(max_length=40)]
OF_SECTION = "section:"  # before the name of one, in place of a student's number on the roster


@router.post("")
def add(context: InstructorContext, course: str, title: Annotated[str, Form()] = "") -> Response:
    """Adds an assignment and opens it; without a title adds none. Raises NoSuchCourse, and CourseArchived."""
    made = editing.add(context, course, title)
    return _to(course, made.name) if made else RedirectResponse(f"/courses/{course}", 303)


@router.get("/{assignment}")
@limit_concurrency(TEACHING)
def open_assignment(
    request: Request,
    context: StudentContext,
    course: str,
    assignment: str,
    q: Annotated[str, Query(max_length=100)] = "",
    gone: Annotated[str, Query(max_length=60)] = "",
    done: Literal["", "published", "withdrawn", "released", "extensions"] = "",
    again: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    waits: bool = False,
) -> Response:
    """Shows the assignment; ``gone`` is a question that was just removed, ``done`` what was just saved, and ``again``
    how many have time again by it. A page that ``waits`` for marks wants all of it, also where htmx asks."""
    paper = acting.paper(context, course, assignment, q)
    mine = (
        context.library.choice_of(context.person.id) if gone and paper.teaching and context.person.id else []
    )
    removed = next((question for question in mine if question.id == gone), None)
    return _page(
        request, context, paper, block="" if waits else "found", q=q, removed=removed, done=done, again=again
    )


@router.post("/{assignment}/remove")
def remove(context: InstructorContext, course: str, assignment: str) -> Response:
    """Removes the assignment, unless it was begun. Raises NoSuchCourse, NoSuchAssignment, and AlreadyBegun."""
    editing.remove(context, course, assignment)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/{assignment}/publish")
def publish(
    context: InstructorContext, course: str, assignment: str, published: Annotated[bool, Form()] = True
) -> Response:
    """Shows the assignment to its students, or makes a draft of it. Raises NoSuchCourse, CourseArchived,
    NoSuchAssignment, and AlreadyBegun."""
    settings.publish(context, course, assignment, published)
    return _to(course, f"{assignment}?done={'published' if published else 'withdrawn'}")


@router.post("/{assignment}/release")
def release(request: Request, context: InstructorContext, course: str, assignment: str) -> Response:
    """Releases the results. Raises NoSuchCourse, and NoSuchAssignment."""
    settings.release(context, course, assignment)
    results_release.submit_due(context.database, context.library)
    request.app.state.runner.nudge()
    return _to(course, f"{assignment}?done=released")


@router.post("/{assignment}/questions")
@limit_concurrency(TEACHING)
def assign(
    context: InstructorContext,
    course: str,
    assignment: str,
    question: Annotated[str, Form(max_length=60)] = "",
    section: Annotated[str, Form(max_length=8)] = "",
    q: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Adds one question, or all of a section."""
    assert context.person.id is not None
    wanted = [
        one
        for one in context.library.choice_of(context.person.id)
        if question == one.id or section == one.section
    ]
    editing.assign(context, course, assignment, wanted)
    return _to(course, f"{assignment}?{urlencode({'q': q})}" if q else assignment, "questions")


@router.post("/{assignment}/questions/{question}")
def arrange(
    context: InstructorContext,
    course: str,
    assignment: str,
    question: str,
    do: Annotated[Literal["up", "down", "level", "remove"], Form()],
    level: Annotated[str, Form(max_length=16)] = "",
) -> Response:
    """Moves a question, sets its level, or takes it out. Raises NoSuchCourse, and NoSuchAssignment."""
    match do:
        case "remove":
            editing.withdraw(context, course, assignment, question)
            return _to(course, f"{assignment}?gone={question}", "questions")
        case "level":
            editing.give_level(context, course, assignment, question, level)
        case _:
            editing.move(context, course, assignment, question, -1 if do == "up" else 1)
    return _to(course, assignment, "questions")


@router.post("/{assignment}/extensions")
@limit_concurrency(TEACHING)
def extend(
    request: Request,
    context: InstructorContext,
    course: str,
    assignment: str,
    student: Annotated[str, Form(max_length=60)] = "",
    due: Moment = "",
    remove: Annotated[bool, Form()] = False,
) -> Response:
    """Gives a due date to a student, or to a section of them, or removes one. A form without either, and a date before
    everybody's, are shown again (422). Raises NoSuchCourse, NoSuchAssignment, NoSuchSection, and NoSuchEntry."""
    typed = {"student": student, "due": due}
    if not student or not (due.strip() or remove):
        return _refused(request, context, course, assignment, "empty", typed)
    at = None if remove else moment(due)
    try:
        if student.startswith(OF_SECTION):
            section = student.removeprefix(OF_SECTION)
            again = editing.extend_section(context, course, assignment, section, at)
        else:
            again = editing.extend(context, course, assignment, number_in(student), at)
    except WrongDates:
        return _refused(request, context, course, assignment, "extensions", typed)
    return _to(course, f"{assignment}?done=extensions&again={again}")


@router.post("/{assignment}/begin/{question}")
@limit_concurrency(MARKING)
def begin(
    context: StudentContext,
    course: str,
    assignment: str,
    question: str,
    again: Annotated[bool, Form()] = False,
) -> Response:
    """Redirects to the sheet, whose address has no seed: its numbers are stored, and nobody can draw them again. Where
    the policy allows it, ``again`` begins one more, with new numbers."""
    name = start.begin(context, course, assignment, question, again)
    return RedirectResponse(f"/attempts/{name}", 303)


def _refused(
    request: Request,
    context: Context,
    course: str,
    assignment: str,
    fault: Literal["extensions", "empty"],
    typed: Mapping[str, Any],
) -> Response:
    """Shows that nothing was changed: the reason is beside the form at fault, which keeps what was typed."""
    paper = acting.paper(context, course, assignment)
    return _page(request, context, paper, 422, fault=fault, typed=typed)


def _page(
    request: Request, context: Context, paper: Paper, status: int = 200, block: str = "found", **said: Any
) -> Response:
    one, hidden = paper.assignment, paper.closed and not paper.teaching
    said |= beside(request, "assignment", paper)
    said = {"q": "", "removed": None, "fault": "", "typed": {}, "done": "", "again": 0} | said
    return page(
        request,
        "coursework/assignment",
        block,
        status,
        paper=paper,
        sections=SECTIONS,
        kinds=KINDS,
        beginning=None if hidden else first_figure.shown(context.library.bank, one, context.person),
        coming=results.coming(context, paper) if paper.teaching else None,
        **said,
    )


def _to(course: str, assignment: str, place: str = "") -> Response:
    return RedirectResponse(f"/courses/{course}/assignments/{assignment}{'#' + place if place else ''}", 303)
