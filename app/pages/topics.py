"""Topics: sections and models as two doors to the same exercises, and the grid of models and skills as a third."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from app.actions import grid, topics
from app.dependencies import BankHere, DatabaseHere, VisitorHere
from app.rendering import page

router = APIRouter()


@router.get("/topics")
def open_topics(
    request: Request,
    database: DatabaseHere,
    bank: BankHere,
    visitor: VisitorHere,
    by: Literal["section", "model"] = "section",
    q: Annotated[str, Query(max_length=100)] = "",
    model: Annotated[str, Query(max_length=60)] = "",
    skill: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    rooms = topics.rooms(database, bank, visitor.token, by, q, model, skill)
    cell = (model, grid.SKILLS.get(skill, "")) if model or skill else None
    return page(request, "topics", "rooms", by=by, q=q, rooms=rooms, cell=cell)


@router.get("/grid")
def open_grid(request: Request, database: DatabaseHere, bank: BankHere, visitor: VisitorHere) -> Response:
    return page(request, "grid", grid=grid.grid(database, bank, visitor.token), skills=grid.SKILLS)
