"""Calculator keys: a page on which keys to press, and how many digits to keep."""

from fastapi import Request, Response

from app.web.rendering import page
from app.web.routing import Router

router = Router()


@router.get("/calculator")
def open_calculator(request: Request) -> Response:
    """Shows the page, which is the same for everybody."""
    return page(request, "study/calculator")
