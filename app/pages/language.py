"""The switches of language: kept in the browser, in cookies of a year."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from app.i18n import LANGUAGES
from app.rendering import BENGALI, LANGUAGE

router = APIRouter()
YEAR = 365 * 24 * 3600


@router.post("/language")
def choose(
    back: Annotated[str, Form(max_length=500)] = "/",
    language: Annotated[str | None, Form(max_length=3)] = None,
    bengali: Annotated[str | None, Form(max_length=3)] = None,
) -> Response:
    """``back`` is where one was: a path of this site, nothing else. What the pressed button does not name stays."""
    here = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(here, 303)
    chosen = {LANGUAGE: language if language in LANGUAGES else None, BENGALI: bengali}
    for cookie, value in chosen.items():
        if value is not None:
            response.set_cookie(cookie, value, max_age=YEAR, samesite="lax", httponly=True)
    return response
