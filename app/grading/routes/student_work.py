"""Pages of student work, for those who teach the course: a student's folder, one sheet, points given by hand."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.grading import student_work
from app.grading.manual_grading import NoSuchPoints
from app.grading.student_work import MarkedTwice, NoReasonGiven
from app.questions.context import StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}")
WRONG = {
    NoSuchPoints: N_("Give a number of points between none and all of them, such as 0.5."),
    NoReasonGiven: N_("Say why, in a sentence: the student reads it beside the new mark."),
    MarkedTwice: N_(
        "Two instructors mark this answer. Mark it in the queue, without seeing the other's marks."
    ),
}


@router.get("/members/{member}")
@limit_concurrency(TEACHING)
def open_folder(
    request: Request,
    context: StudentContext,
    course: str,
    member: Number,
) -> Response:
    """Shows the work of one student of the course. Raises NoSuchCourse, and NotInCourse."""
    return page(request, "grading/student_work", folder=student_work.folder(context, course, member))


@router.get("/sheets/{name}")
@limit_concurrency(TEACHING)
def open_sheet(
    request: Request,
    context: StudentContext,
    course: str,
    name: str,
) -> Response:
    """Shows one sheet that was begun for the course. Raises NoSuchCourse, and NoSuchAttempt."""
    seen = student_work.seen(context, course, name)
    return page(request, "grading/sheet", seen=seen, wrong="", part="", points="", why="")


@router.post("/sheets/{name}/{part}")
@limit_concurrency(TEACHING)
def give_points(
    request: Request,
    context: StudentContext,
    course: str,
    name: str,
    part: str,
    points: Annotated[str, Form(max_length=20)] = "",
    why: Annotated[str, Form()] = "",
) -> Response:
    """Gives a part points by hand; shows again what does not fit (422) and what two markers must mark (409)."""
    try:
        student_work.give(context, course, name, part, points, why)
    except (NoSuchPoints, NoReasonGiven, MarkedTwice) as error:
        wrong = WRONG[type(error)]
        status = 409 if isinstance(error, MarkedTwice) else 422
        seen = student_work.seen(context, course, name)
        return page(
            request, "grading/sheet", status=status, seen=seen, wrong=wrong, part=part, points=points, why=why
        )
    return RedirectResponse(f"/courses/{course}/sheets/{name}#line-{part}", 303)
