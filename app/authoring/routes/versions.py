"""The published versions of one question, the changes between two, and going back to one."""

from typing import Annotated

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.authoring import versions
from app.questions.context import InstructorContext
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/author/{draft}/versions", dependencies=[OUTSIDE_OF_EXAMS])
Numbered = Annotated[int | None, Query(ge=0, lt=2**31)]


@router.get("")
@limit_concurrency(COMPUTING)
def open_versions(
    request: Request,
    context: InstructorContext,
    draft: str,
    old: Numbered = None,
    new: Numbered = None,
) -> Response:
    """Compares two versions, by default the newest changes. Raises NoSuchQuestion, NoSuchVersion, and TakesTooLong."""
    return page(request, "authoring/versions", compared=versions.compared(context, draft, old, new))


@router.post("")
@limit_concurrency(COMPUTING)
def go_back(context: InstructorContext, draft: str, number: Annotated[int, Form(ge=1, lt=2**31)]) -> Response:
    """Makes the text of a version the draft, and opens it. Raises NoSuchQuestion, and NoSuchVersion."""
    versions.go_back(context, draft, number)
    return RedirectResponse(f"/author/{draft}", 303)
