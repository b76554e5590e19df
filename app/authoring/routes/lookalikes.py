"""The questions that may ask the same as a draft, for its author to look at."""

from fastapi import Request, Response

from app.authoring import editor
from app.authoring.exports import NoQuestionYet
from app.questions import lookalikes
from app.questions.context import InstructorContext
from app.questions.library import drafted
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router
from engine.questions import Question

router = Router(prefix="/author/{draft}/lookalikes", dependencies=[OUTSIDE_OF_EXAMS])


@router.get("")
@limit_concurrency(COMPUTING)
def open_lookalikes(request: Request, context: InstructorContext, draft: str) -> Response:
    """Raises NoSuchQuestion, and NoQuestionYet where the draft cannot be read."""
    question = drafted(draft, editor.opened(context, draft).text)
    if not isinstance(question, Question):
        raise NoQuestionYet(draft)
    found = lookalikes.of_one(question, list(context.library.bank.questions.values()))
    return page(request, "authoring/lookalikes", question=question, found=found)
