"""The lab: the list of its demos."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.actions import lab
from app.dependencies import DatabaseHere
from app.rendering import page
from app.visitors import VisitorHere

router = APIRouter()


@router.get("/lab")
def open_lab(request: Request, database: DatabaseHere, visitor: VisitorHere) -> Response:
    return page(request, "lab", scores=lab.scores(database, visitor.token))
