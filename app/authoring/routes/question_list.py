"""The instructor's own questions: the list, a new one, a copy of a built-in one."""

from typing import Annotated

from fastapi import Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.authoring import question_list
from app.authoring.question_list import Standing
from app.authoring.starters import KINDS
from app.questions.context import InstructorContext
from app.questions.library import UnknownQuestion
from app.web.concurrency import COMPUTING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS, BadForm
from app.web.languages.languages import N_
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/author", dependencies=[OUTSIDE_OF_EXAMS])
Words = Annotated[str, Query(max_length=100)]
Kind = Annotated[str, Query(max_length=80)]
STATES = {
    None: N_("all"), Standing.DRAFT: N_("drafts"), Standing.PUBLISHED: N_("published"),
    Standing.CHANGED: N_("with changes"), Standing.ARCHIVED: N_("archived"),
}  # fmt: skip


@router.get("")
@limit_concurrency(COMPUTING)
def open_own(
    request: Request,
    context: InstructorContext,
    q: Words = "",
    kind: Kind = "",
    state: Standing | None = None,
    after: Annotated[int, Query(ge=0, le=question_list.MOST_LEFT_OUT)] = 0,
    gone: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """Lists the questions ``after`` the first ones, by the last change; ``gone`` was archived just now."""
    archived = question_list.archived(context, gone) if gone else None
    shelf = question_list.own(context, q, kind, state, after, question_list.ON_A_PAGE)
    shown = {"states": STATES, "shelf": shelf, "beginnings": KINDS, "archived": archived}
    return page(request, "authoring/question_list", "found", 200, q=q, kind=kind, state=state, **shown)


@router.post("")
@limit_concurrency(COMPUTING)
def begin(context: InstructorContext, kind: Annotated[str, Form(max_length=20)] = "formula") -> Response:
    """Adds a question that begins as an example of this kind, and opens it. Raises BadForm for an unknown kind."""
    if kind not in KINDS:
        raise BadForm(kind)
    name = question_list.begin(context, kind)
    return RedirectResponse(f"/author/{name}", 303)


@router.post("/copies")
@limit_concurrency(COMPUTING)
def make_mine(
    request: Request,
    context: InstructorContext,
    question: Annotated[str, Form(max_length=60)],
) -> Response:
    """Copies a built-in question and opens the copy. Raises UnknownQuestion."""
    bank = context.library.bank
    if question not in bank.questions:
        raise UnknownQuestion(question)
    folder = request.app.state.settings.question_bank
    name = question_list.copy(context, bank.questions[question], folder)
    return RedirectResponse(f"/author/{name}", 303)


@router.post("/{draft}/archive")
def archive(context: InstructorContext, draft: str) -> Response:
    """Archives a question: it is not asked anew, and what was begun goes on. Raises NoSuchQuestion."""
    question_list.archive(context, draft)
    return RedirectResponse(f"/author?gone={draft}", 303)


@router.post("/{draft}/restore")
def restore(context: InstructorContext, draft: str) -> Response:
    """Takes a question out of the archive. Raises NoSuchQuestion."""
    question_list.restore(context, draft)
    return RedirectResponse("/author", 303)
