"""Topics: sections and models as two doors to the same exercises."""

from typing import Literal

from fastapi import APIRouter, Request, Response

from app.actions import topics
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
) -> Response:
    return page(request, "topics", by=by, rooms=topics.rooms(database, bank, visitor.token, by))
