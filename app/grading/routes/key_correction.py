"""Pages of key correction: full points for all who were asked a question of an exam, previewed, then given."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.grading import key_correction
from app.grading.student_work import NoReasonGiven
from app.questions.context import InstructorContext
from app.web.concurrency import HUNDREDS, limit_concurrency
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/exams/{exam}/results/questions/{question}/full-points")


@router.get("")
@limit_concurrency(HUNDREDS)
def open_plan(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    question: str,
) -> Response:
    """Shows what full points would change; stores nothing. Raises NoSuchCourse, and NoCourseExam."""
    plan = key_correction.plan(context, course, exam, question)
    return page(request, "grading/key_correction", plan=plan, unsaid=False)


@router.post("")
@limit_concurrency(HUNDREDS)
def give(
    request: Request,
    context: InstructorContext,
    course: str,
    exam: str,
    question: str,
    why: Annotated[str, Form()] = "",
) -> Response:
    """Gives full points to all, or asks for a missing reason (422). Raises NoSuchCourse, and NoCourseExam."""
    try:
        key_correction.give(context, course, exam, question, why)
    except NoReasonGiven:
        plan = key_correction.plan(context, course, exam, question)
        return page(request, "grading/key_correction", status=422, plan=plan, unsaid=True)
    return RedirectResponse(
        f"/courses/{course}/exams/{exam}/results/questions/{question}/full-points#log", 303
    )
