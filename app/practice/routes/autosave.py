"""Saves what is typed on a sheet of an assignment while somebody types."""

from fastapi.responses import JSONResponse

from app.practice import opening, practice
from app.practice.answers import Known, Overtaken
from app.practice.forms import SheetFormHere
from app.questions.context import ContextHere
from app.web.concurrency import MARKING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.routing import Router

router = Router(dependencies=[OUTSIDE_OF_EXAMS])


@router.post("/attempts/{name}/autosave")
@limit_concurrency(MARKING)
def autosave(context: ContextHere, name: str, form: SheetFormHere) -> JSONResponse:
    """Saves what stands on the sheet, as its page asks while somebody types: ``saved``, but for lines that are
    ``unread``, and at which revision; ``closed``, where it is not saved unasked (any more); or ``elsewhere``, where
    another page has saved since. Raises as ``opening.begun``, and FullSheet."""
    on, known = opening.begun(context, name), form.known or Known(0)
    if not on.saves_itself:
        return JSONResponse({"state": "closed"})
    try:
        sheet = practice.check(context, on, form.key, form.changed, known=known, unasked=True)
    except Overtaken:
        return JSONResponse({"state": "elsewhere"})
    at = sheet.attempt.revision if sheet.attempt else 0
    return JSONResponse({"state": "unread" if sheet.unread else "saved", "at": at})
