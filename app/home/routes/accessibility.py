"""How accessible the pages are, criterion by criterion, and whom to tell of what is not."""

from fastapi import Request, Response

from app.home.accessibility.criterion import WORDS
from app.home.accessibility.report import report
from app.settings import Settings
from app.web.rendering import page
from app.web.routing import Router

router = Router()


@router.get("/accessibility")
def open_report(request: Request) -> Response:
    """Shows the report, which is the same for everybody."""
    settings: Settings = request.app.state.settings
    return page(request, "home/accessibility", report=report(), words=WORDS, contact=settings.contact)
