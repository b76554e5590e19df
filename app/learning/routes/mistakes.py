"""My mistakes: the list, a set that asks for them, and taking one off."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.learning import cheat_sheet, mistakes
from app.questions.context import ContextHere
from app.web.concurrency import PRINTING, READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rate_limits import counted_for_guests
from app.web.rendering import page
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.get("/mistakes")
@limit_concurrency(READING)
def open_mistakes(request: Request, context: ContextHere) -> Response:
    """Lists the visitor's mistakes."""
    return page(request, "learning/mistakes", found=mistakes.my_mistakes(context))


@router.get("/mistakes/sheet.pdf")
@limit_concurrency(PRINTING)
@counted_for_guests
def print_sheet(request: Request, context: ContextHere) -> Response:
    """Sends a page with the formulas and traps that the visitor still fails."""
    headers = {
        "Content-Disposition": 'inline; filename="what-i-still-get-wrong.pdf"',
        "Cache-Control": "no-store",
    }
    return Response(cheat_sheet.pdf(context), media_type="application/pdf", headers=headers)


@router.post("/mistakes/remove")
@limit_concurrency(READING)
def remove(
    context: ContextHere,
    family: Annotated[str, Form(max_length=60)],
    mistake: Annotated[str, Form(max_length=80)],
) -> Response:
    """Takes a mistake off the list."""
    mistakes.remove(context, family, mistake)
    return RedirectResponse("/mistakes", 303)
