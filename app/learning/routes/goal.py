"""The learner's goal: the day of the exam."""

from typing import Annotated

from fastapi import Form, Response

from app.learning import goal
from app.learning.syllabus import EXAM
from app.questions.context import ContextHere
from app.web.concurrency import READING, limit_concurrency
from app.web.routing import Router

router = Router()


@router.post("/goal")
@limit_concurrency(READING)
def set_goal(
    context: ContextHere,
    exam_on: Annotated[str, Form(max_length=20)] = "",
    exam: Annotated[str, Form(max_length=60)] = EXAM,
    in_days: Annotated[goal.InDays, Form()] = "",
) -> Response:
    """Stores the day of the exam, or takes it back where none is named."""
    goal.set_goal(context, exam_on, exam, context.clock.now(), in_days)
    return context.visitor.sent_to("/")
