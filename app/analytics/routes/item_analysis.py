"""The analysis of one question: for its author, who can turn wrong answers into a mistake, and for a course."""

from typing import Annotated

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.analytics import item_analysis, mistake_proposal
from app.questions.context import InstructorContext, StudentContext
from app.web.concurrency import HUNDREDS, TEACHING, limit_concurrency
from app.web.rendering import page
from app.web.routing import Router

router = Router()
Version = Annotated[int, Query(ge=0, lt=2**31)]


@router.get("/author/{draft}/analytics")
@limit_concurrency(TEACHING)
def open_own(
    request: Request,
    context: InstructorContext,
    draft: str,
    version: Version = 0,
) -> Response:
    """Shows the analysis to the owner, of all versions for 0. Raises NoSuchQuestion, and NoSuchVersion."""
    found = item_analysis.of_draft(context, draft, version)
    return page(request, "analytics/item_analysis", analysis=found, why="", of="")


@router.post("/author/{draft}/analytics")
@limit_concurrency(HUNDREDS)
def make_a_mistake(
    request: Request,
    context: InstructorContext,
    draft: str,
    part: Annotated[str, Form(max_length=80)] = "",
    number: Annotated[int, Form(ge=0, lt=2**31)] = 0,
) -> Response:
    """Redirects to the editor where a mistake was put into the draft, else says why not;
    ``number`` is the version, 0 for all."""
    request.app.state.rate_limiter.count_preview(context.account)  # many variants are drawn for it
    why = mistake_proposal.propose(context, draft, part, number)
    if not why:
        return RedirectResponse(f"/author/{draft}?done=mistake", 303)
    found = item_analysis.of_draft(context, draft, number)
    return page(request, "analytics/item_analysis", status=409, analysis=found, why=why, of=part)


@router.get("/courses/{course}/analytics/{question}")
@limit_concurrency(TEACHING)
def open_in_course(
    request: Request,
    context: StudentContext,
    course: str,
    question: str,
) -> Response:
    """Shows the analysis within a course. Raises NoSuchCourse, and NoSuchAssignment if it never asked the question."""
    found = item_analysis.of_course(context, course, question)
    return page(request, "analytics/item_analysis", analysis=found, why="", of="")
