"""The guide for authors of questions."""

from fastapi import APIRouter, Request, Response

from app.authoring.guide import guide
from app.web.rendering import page

router = APIRouter()


@router.get("/guide")
def open_guide(request: Request) -> Response:
    """Shows the guide to everybody."""
    return page(request, "authoring/guide", guide=guide())
