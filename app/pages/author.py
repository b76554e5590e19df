"""The instructor's own questions: the list, a new one, a copy of a built-in one."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import author
from app.actions.author import Standing
from app.actions.beginnings import KINDS
from app.dependencies import AuthorHere, BadForm, BankHere, DatabaseHere
from app.i18n import N_
from app.lanes import COMPUTING, in_lane
from app.library import UnknownQuestion
from app.rendering import page

router = APIRouter(prefix="/author")
Words = Annotated[str, Query(max_length=100)]
Kind = Annotated[str, Query(max_length=80)]
STATES = {
    None: N_("all"), Standing.DRAFT: N_("drafts"), Standing.PUBLISHED: N_("published"),
    Standing.CHANGED: N_("with changes"), Standing.ARCHIVED: N_("archived"),
}  # fmt: skip


@router.get("")
@in_lane(COMPUTING)
def open_own(
    request: Request,
    database: DatabaseHere,
    owner: AuthorHere,
    q: Words = "",
    kind: Kind = "",
    state: Standing | None = None,
    after: Annotated[int, Query(ge=0, le=author.MOST_LEFT_OUT)] = 0,
    gone: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """``after`` so many that were changed later; ``gone`` was archived just now."""
    archived = author.archived(database, owner, gone) if gone else None
    shelf = author.own(database, owner, q, kind, state, after, author.ON_A_PAGE)
    context = {"states": STATES, "shelf": shelf, "beginnings": KINDS, "archived": archived}
    return page(request, "author", "found", 200, q=q, kind=kind, state=state, **context)


@router.post("")
@in_lane(COMPUTING)
def begin(
    database: DatabaseHere, owner: AuthorHere, kind: Annotated[str, Form(max_length=20)] = "formula"
) -> Response:
    if kind not in KINDS:
        raise BadForm(kind)
    return RedirectResponse(f"/author/{author.begin(database, owner, kind)}", 303)


@router.post("/copies")
@in_lane(COMPUTING)
def make_mine(
    request: Request,
    database: DatabaseHere,
    bank: BankHere,
    owner: AuthorHere,
    question: Annotated[str, Form(max_length=60)],
) -> Response:
    if question not in bank.questions:
        raise UnknownQuestion(question)
    folder = request.app.state.settings.question_bank
    return RedirectResponse(f"/author/{author.copy(database, owner, bank.questions[question], folder)}", 303)


@router.post("/{draft}/archive")
def archive(database: DatabaseHere, owner: AuthorHere, draft: str) -> Response:
    author.archive(database, owner, draft)
    return RedirectResponse(f"/author?gone={draft}", 303)


@router.post("/{draft}/restore")
def restore(database: DatabaseHere, owner: AuthorHere, draft: str) -> Response:
    author.restore(database, owner, draft)
    return RedirectResponse("/author", 303)
