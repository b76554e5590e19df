"""The switches of language: kept in the browser, in cookies of a year."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from app.rendering import BENGALI

router = APIRouter()
YEAR = 365 * 24 * 3600


@router.post("/language")
def choose(
    back: Annotated[str, Form(max_length=500)] = "/", bengali: Annotated[str, Form(max_length=3)] = ""
) -> Response:
    """``back`` is where one was: a path of this site, nothing else."""
    here = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(here, 303)
    response.set_cookie(BENGALI, "yes" if bengali else "no", max_age=YEAR, samesite="lax", httponly=True)
    return response
