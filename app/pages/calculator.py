"""One page of advice on the calculator: which keys to press, when to keep digits."""

from fastapi import APIRouter, Request, Response

from app.rendering import page

router = APIRouter()


@router.get("/calculator")
def open_calculator(request: Request) -> Response:
    return page(request, "calculator")
