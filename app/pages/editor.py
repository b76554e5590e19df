"""The editor of one question: its text, what it looks like, its check, and publishing."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import editor, proof
from app.actions.preview import preview
from app.dependencies import AuthorHere, DatabaseHere, DraftForm, DraftFormHere
from app.rendering import is_partial, page
from app.store.database import Database
from app.store.questions import Draft
from engine.variants import MOST_SEED

router = APIRouter(prefix="/author/{draft}")


@router.get("")
def open_editor(
    request: Request,
    database: DatabaseHere,
    owner: AuthorHere,
    draft: str,
    seed: Annotated[int, Query(ge=0, lt=MOST_SEED)] = 1,
    level: Annotated[str, Query(max_length=16)] = "",
) -> Response:
    opened = editor.opened(database, owner, draft)
    return _page(request, "report", opened, DraftForm(opened.text, seed, level, {}))


@router.post("")
def save(database: DatabaseHere, owner: AuthorHere, draft: str, form: DraftFormHere) -> Response:
    editor.save(database, owner, draft, form.text)
    return _back(draft, form)


@router.post("/preview")
def look(
    request: Request, database: DatabaseHere, owner: AuthorHere, draft: str, form: DraftFormHere
) -> Response:
    """What the text is as it stands in the editor; nothing is written."""
    return _page(request, "preview", editor.opened(database, owner, draft), form)


@router.post("/tests")
def keep_test(
    request: Request, database: DatabaseHere, owner: AuthorHere, draft: str, form: DraftFormHere
) -> Response:
    if editor.add_test(database, owner, draft, form.text, form.seed, form.level, form.typed):
        return _back(draft, form)
    return _page(request, "preview", editor.opened(database, owner, draft), form, 422)


@router.post("/check")
def check(
    request: Request, database: DatabaseHere, owner: AuthorHere, draft: str, form: DraftFormHere
) -> Response:
    if why := proof.check(database, owner, draft, form.text):
        return _refused(request, database, owner, draft, form, why)
    request.app.state.runner.nudge()
    return _back(draft, form, "#report")


@router.post("/cancel")
def cancel(database: DatabaseHere, owner: AuthorHere, draft: str, form: DraftFormHere) -> Response:
    proof.cancel(database, owner, draft, form.text)
    return _back(draft, form, "#report")


@router.post("/publish")
def publish(
    request: Request, database: DatabaseHere, owner: AuthorHere, draft: str, form: DraftFormHere
) -> Response:
    if why := proof.publish(database, owner, draft, form.text):
        return _refused(request, database, owner, draft, form, why)
    return _back(draft, form, "#report")


def _refused(
    request: Request, database: Database, owner: int, name: str, form: DraftForm, why: str
) -> Response:
    return _page(request, "report", editor.opened(database, owner, name), form, 409, why)


def _page(
    request: Request, block: str, draft: Draft, form: DraftForm, status: int = 200, why: str = ""
) -> Response:
    """The report alone needs no preview: it is asked for twice a second while a check runs."""
    database: Database = request.app.state.database
    alone = block == "report" and is_partial(request)
    number, changed = proof.standing(database, draft)
    return page(
        request,
        "editor",
        block,
        status,
        draft=draft,
        text=form.text,
        preview=None if alone else preview(draft.name, form.text, form.seed, form.level, form.typed),
        report=proof.report(database, draft, form.text),
        number=number,
        changed=changed,
        why=why,
    )


def _back(name: str, form: DraftForm, place: str = "") -> Response:
    return RedirectResponse(f"/author/{name}?seed={form.seed}&level={_plain(form.level)}{place}", 303)


def _plain(level: str) -> str:
    """A level as it may stand in an address; a name of ours has nothing else in it."""
    return level if level.replace("-", "").isalpha() and level.isascii() else ""
