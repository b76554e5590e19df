"""Home: what to do next."""

from fastapi import APIRouter, Request, Response

from app.actions import home
from app.dependencies import BankHere, DatabaseHere, VisitorHere
from app.rendering import page

router = APIRouter()


@router.get("/")
def open_home(request: Request, database: DatabaseHere, bank: BankHere, visitor: VisitorHere) -> Response:
    desk = home.desk(database, bank, visitor.token, request.app.state.example)
    return page(request, "home", desk=desk)
