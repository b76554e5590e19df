"""Pages of similar answers, for those who mark: which are compared, the pairs that share most, and two side by side."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.grading.similarity import asked, comparing, side_by_side
from app.jobs.runner import TooMuchWork
from app.questions.context import Context, StudentContext
from app.web.concurrency import TEACHING, limit_concurrency
from app.web.dependencies import Number
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/courses/{course}/similarity")


@router.get("")
@limit_concurrency(TEACHING)
def open_overview(request: Request, context: StudentContext, course: str) -> Response:
    """Lists the course's programs and texts. Raises NoSuchCourse."""
    return page(request, "grading/similarity", overview=asked.overview(context, course))


@router.get("/{work}/{question}")
@limit_concurrency(TEACHING)
def open_pairs(request: Request, context: StudentContext, course: str, work: str, question: str) -> Response:
    """Shows the pairs that share most. Raises NoSuchCourse, and NothingToCompare."""
    return _page(request, context, course, work, question)


@router.post("/{work}/{question}")
@limit_concurrency(TEACHING)
def compare(request: Request, context: StudentContext, course: str, work: str, question: str) -> Response:
    """Queues the comparison; says so where too many wait (409)."""
    try:
        comparing.start(context, course, work, question)
    except TooMuchWork as error:
        return _page(request, context, course, work, question, 409, str(error))
    request.app.state.runner.nudge()
    return RedirectResponse(f"/courses/{course}/similarity/{work}/{question}#comparison", 303)


@router.post("/{work}/{question}/cancel")
@limit_concurrency(TEACHING)
def cancel(context: StudentContext, course: str, work: str, question: str) -> Response:
    """Cancels the comparison that goes on. Raises NoSuchCourse, and NothingToCompare."""
    comparing.cancel(context, course, work, question)
    return RedirectResponse(f"/courses/{course}/similarity/{work}/{question}#comparison", 303)


@router.get("/{work}/{question}/pairs/{pair}")
@limit_concurrency(TEACHING)
def open_pair(
    request: Request, context: StudentContext, course: str, work: str, question: str, pair: Number
) -> Response:
    """Shows two answers side by side. Raises NoSuchCourse, and NothingToCompare."""
    shown = side_by_side.shown(context, course, work, question, pair)
    return page(request, "grading/side_by_side", shown=shown)


def _page(
    request: Request,
    context: Context,
    course: str,
    work: str,
    question: str,
    status: int = 200,
    wrong: str = "",
) -> Response:
    results = comparing.results(context, course, work, question)
    return page(request, "grading/similar_pairs", "comparison", status=status, results=results, wrong=wrong)
