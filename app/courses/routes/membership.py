"""Pages of the person's courses: those they teach and those they are in; a new one, and joining one with a code."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.courses import joining, membership
from app.web.concurrency import READING, limit_concurrency
from app.web.context import AdministratorContext, Context, ContextHere, InstructorContext, StudentContext
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses")
NumberTyped = Annotated[str, Form(max_length=100)]  # with spaces and dashes


@router.get("")
@limit_concurrency(READING)
def open_courses(
    request: Request, context: ContextHere, of: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """Lists the courses that the person is in, newest first; whoever has no account can type a code. An administrator
    finds the courses ``of`` somebody, or with this title, to take them over."""
    return courses_page(request, context, of=of.strip(), found=membership.search(context, of))


@router.post("")
@limit_concurrency(READING)
def begin_course(
    request: Request, context: InstructorContext, title: Annotated[str, Form()] = ""
) -> Response:
    """Opens a course with the person as its instructor; without a title shows the list again (422)."""
    course = membership.open_course(context, title)
    if course is not None:
        return RedirectResponse(f"/courses/{course.name}", 303)
    return courses_page(request, context, 422, untitled=True)


@router.post("/{course}/take-over")
def take_over(context: AdministratorContext, course: str) -> Response:
    """Makes an administrator the owner of a course. Raises NoSuchCourse."""
    membership.take_over(context, course)
    return RedirectResponse(f"/courses/{course}?saved=true#staff", 303)


@router.post("/{course}/archive")
def archive(context: InstructorContext, course: str) -> Response:
    """Archives the course: nothing new is begun, and its code opens nothing. Raises NoSuchCourse."""
    membership.archive(context, course)
    return RedirectResponse("/courses#archived", 303)


@router.post("/{course}/restore")
def restore(context: InstructorContext, course: str) -> Response:
    """Restores an archived course. Raises NoSuchCourse."""
    membership.restore(context, course)
    return RedirectResponse(f"/courses/{course}", 303)


@router.post("/{course}/number")
def state_number(context: StudentContext, course: str, number: NumberTyped = "") -> Response:
    """Stores the matriculation number of a student who is on no line of the roster. Raises NoSuchCourse."""
    joining.state_number(context, course, number)
    return RedirectResponse(f"/courses/{course}#roster", 303)


@router.post("/{course}/leave")
def leave(context: StudentContext, course: str) -> Response:
    """Takes the person out of the course; their work stays theirs. Raises NoSuchCourse, and LastInstructor."""
    membership.leave(context, course)
    return RedirectResponse("/courses", 303)


def courses_page(request: Request, context: Context, status: int = 200, **told: Any) -> Response:
    """Renders the list of the person's courses; ``untitled``: a new one needs a title, ``unknown`` is a code that opens
    nothing, ``found`` are those found for the words ``of`` an administrator."""
    shown: dict[str, Any] = {"untitled": False, "unknown": "", "of": "", "found": ()}
    return page(
        request,
        "courses/courses",
        status=status,
        courses=membership.mine(context),
        invited=joining.invitations(context),
        person=context.person,
        **(shown | told),
    )
