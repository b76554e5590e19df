"""A question of an exam whose key was wrong: full points for all who were asked it, looked at, then given."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import mending
from app.actions.sheets import NoReasonGiven
from app.dependencies import DatabaseHere, LibraryHere
from app.lanes import HUNDREDS, in_lane
from app.rendering import page
from app.visitors import InstructorHere

router = APIRouter(prefix="/courses/{course}/exams/{exam}/results/questions/{question}/full-points")


@router.get("")
@in_lane(HUNDREDS)
def open_plan(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    exam: str,
    question: str,
) -> Response:
    plan = mending.plan(database, library, person, course, exam, question)
    return page(request, "mending", plan=plan, unsaid=False)


@router.post("")
@in_lane(HUNDREDS)
def give(
    request: Request,
    database: DatabaseHere,
    library: LibraryHere,
    person: InstructorHere,
    course: str,
    exam: str,
    question: str,
    why: Annotated[str, Form()] = "",
) -> Response:
    try:
        mending.give(database, person, course, exam, question, why)
    except NoReasonGiven:
        plan = mending.plan(database, library, person, course, exam, question)
        return page(request, "mending", status=422, plan=plan, unsaid=True)
    return RedirectResponse(
        f"/courses/{course}/exams/{exam}/results/questions/{question}/full-points#log", 303
    )
