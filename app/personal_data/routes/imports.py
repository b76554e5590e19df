"""An import: the file is sent, then looked at, then confirmed."""

from typing import Annotated

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from app.jobs.runner import TooMuchWork
from app.personal_data import imports
from app.personal_data.forms import SentFile
from app.personal_data.imports import NothingSent
from app.personal_data.routes.your_data import show
from app.questions.context import ContextHere
from app.web.concurrency import READING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/account/data/imports", dependencies=[OUTSIDE_OF_EXAMS])


@router.post("")
@limit_concurrency(READING)
def receive(request: Request, context: ContextHere, content: SentFile) -> Response:
    """Keeps the file and has it read; shows the form again where there is none (422)."""
    try:
        with request.app.state.rate_limiter.admit_guest(context.visitor):
            name = imports.receive(context, content)
    except (NothingSent, TooMuchWork) as error:
        return show(request, context, 422, unsent=str(error))
    request.app.state.runner.nudge()
    return context.visitor.sent_to(f"/account/data/imports/{name}")


@router.get("/{name}")
@limit_concurrency(READING)
def look(request: Request, context: ContextHere, name: str) -> Response:
    """Shows how far it is, what is to be confirmed, or what was stored. Raises NoSuchImport."""
    return page(request, "personal_data/import", "import", of=imports.look(context, name))


@router.post("/{name}")
@limit_concurrency(READING)
def go_on(
    request: Request, context: ContextHere, name: str, do: Annotated[str, Form()] = "confirm"
) -> Response:
    """Confirms the import, or cancels it. Raises NoSuchImport."""
    if do == "cancel":
        return RedirectResponse(imports.cancel(context, name), 303)
    try:
        name = imports.confirm(context, name)
    except TooMuchWork as error:
        return show(request, context, 422, unsent=str(error))
    request.app.state.runner.nudge()
    return RedirectResponse(f"/account/data/imports/{name}", 303)
