"""Saves what is typed on a sheet of an assignment while somebody types."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from app.practice import opening, practice
from app.practice.answers import Overtaken
from app.practice.forms import SheetForm, SheetFormHere
from app.practice.sheet import Sheet
from app.questions.context import ContextHere
from app.web.concurrency import MARKING, limit_concurrency

router = APIRouter()


@router.post("/attempts/{name}/autosave")
@limit_concurrency(MARKING)
def autosave(context: ContextHere, name: str, form: SheetFormHere) -> JSONResponse:
    """Saves what stands on the sheet, as its page asks while somebody types: ``saved``, but for lines that are
    ``unread``, and which revision the page has ``seen`` by now; ``closed``, where it is not saved unasked (any more);
    or ``elsewhere``, where another page has saved since. Raises as ``opening.begun``, and FullSheet."""
    on = opening.begun(context, name)
    if not on.saves_itself:
        return JSONResponse({"state": "closed"})
    try:
        sheet = practice.check(context, on, form.key, form.typed, seen=form.seen or 0, unasked=True)
    except Overtaken:
        return JSONResponse({"state": "elsewhere"})
    return JSONResponse({"state": "unread" if sheet.unread else "saved", "seen": _seen(sheet, form)})


def _seen(sheet: Sheet, form: SheetForm) -> int:
    """Returns the revision that the page has seen by now: the newest one, if all that is stored stands on the page."""
    latest = sheet.attempt.latest() if sheet.attempt else {}
    stands = all(tuple(form.typed.get(name, ())) == one.typed for name, one in latest.items())
    return sheet.attempt.revision if sheet.attempt and stands else form.seen or 0
