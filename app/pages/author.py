"""The instructor's own questions: the list, a new one, a copy of a built-in one."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from app.actions import author
from app.dependencies import AuthorHere, BankHere, DatabaseHere
from app.library import UnknownQuestion
from app.rendering import page

router = APIRouter(prefix="/author")


@router.get("")
def open_own(
    request: Request,
    database: DatabaseHere,
    owner: AuthorHere,
    q: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    return page(request, "author", "found", q=q, questions=author.own(database, owner, q))


@router.post("")
def begin(database: DatabaseHere, owner: AuthorHere) -> Response:
    return RedirectResponse(f"/author/{author.begin(database, owner)}", 303)


@router.post("/copies")
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
