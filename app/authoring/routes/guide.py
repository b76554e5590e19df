"""The guide for authors of questions."""

from fastapi import Request, Response

from app.authoring.guide import guide
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/guide")
def open_guide(request: Request) -> Response:
    """Shows the guide to everybody."""
    return page(request, "authoring/guide", guide=guide())
