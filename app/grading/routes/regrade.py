"""Pages of a regrade: what would change for whom, then the same, stored."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.grading import regrade
from app.grading.regrade import Moved, NoReason, NothingPublished, Plan
from app.questions.context import InstructorContext
from app.web.concurrency import HUNDREDS, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/author/{draft}/regrade", dependencies=[OUTSIDE_OF_EXAMS])
UNSAID = N_("Say first why it is regraded: your students read it beside their new marks.")
MOVED = N_(
    "Something was answered or published since you opened this list. Nothing was stored; here is the new list."
)


@router.get("")
@limit_concurrency(HUNDREDS)
def open_regrade(request: Request, context: InstructorContext, draft: str, best: bool = False) -> Response:
    """Shows what the newest version would change, and stores nothing; without a version leads to the versions."""
    try:
        planned = regrade.plan(context, draft, best)
    except NothingPublished:
        return RedirectResponse(f"/author/{draft}/versions", 303)
    return _page(request, planned)


@router.post("")
@limit_concurrency(HUNDREDS)
def apply(
    request: Request,
    context: InstructorContext,
    draft: str,
    token: Annotated[str, Form(max_length=64)] = "",
    reason: Annotated[str, Form()] = "",
    best: Annotated[bool, Form()] = False,
) -> Response:
    """Stores the list with this token; asks for a missing reason (422), and shows a list that changed (409)."""
    try:
        regrade.apply(context, draft, best, token, reason)
    except NoReason:
        return _page(request, regrade.plan(context, draft, best), 422, UNSAID)
    except Moved:
        return _page(request, regrade.plan(context, draft, best), 409, MOVED, reason)
    except NothingPublished:
        return RedirectResponse(f"/author/{draft}/versions", 303)
    return RedirectResponse(f"/author/{draft}/regrade#log", 303)


def _page(request: Request, planned: Plan, status: int = 200, why: str = "", reason: str = "") -> Response:
    return page(request, "grading/regrade", "list", status, plan=planned, why=why, reason=reason)
