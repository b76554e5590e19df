"""/api/v1: its nouns, and their description as OpenAPI."""

from functools import cache
from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse

from app.api import courses, grades, marks, me, questions, variants
from app.api.access import PREFIX
from app.api.teaching import (
    assignments,
    drafts,
    exams,
    extensions,
    roster,
    set_marks,
    staff,
    webhooks,
    weights,
)
from app.api.teaching import courses as own_courses
from app.web.errors.problem_details import MEDIA_TYPE
from app.web.routing import Router

ABOUT = (
    "Questions, variants, marks, courses and grades for programs. Each asks for one person, by a token that they make "
    "on /account; what it may is what its person may. Every token reads; what it writes is chosen when it is made. "
    "A POST that is sent again with its Idempotency-Key within a day is carried out once; a PUT that "
    "replaces something as a whole needs its ETag as If-Match. Errors are problem details (RFC 9457)."
)


def nouns() -> list[APIRouter]:
    """Returns the routers of all nouns: those that read, then those that also write."""
    reading = (me, questions, variants, marks, courses, grades)
    writing = (
        own_courses,
        staff,
        roster,
        assignments,
        extensions,
        weights,
        set_marks,
        exams,
        drafts,
        webhooks,
    )
    return [one.router for one in (*reading, *writing)]


router = Router(prefix=PREFIX)
router.routes.extend(route for noun in nouns() for route in noun.routes)


@router.get("/openapi.json", include_in_schema=False)
def openapi() -> JSONResponse:
    return JSONResponse(description(), headers={"Cache-Control": "public, max-age=300"})


@cache
def description() -> dict[str, Any]:
    """The OpenAPI document, corrected: FastAPI does not know the media type of our refusals,
    and adds some of its own."""
    whole = get_openapi(title="Examformer", version="1", description=ABOUT, routes=router.routes)
    for operations in whole["paths"].values():
        for operation in operations.values():
            told = operation["responses"]
            for status in [status for status in told if int(status) >= 400]:
                content = told[status]["content"]["application/json"]
                told[status]["content"] = {MEDIA_TYPE: content}
                if (
                    "HTTPValidationError" in content["schema"]["$ref"]
                ):  # an address is a text, which always fits
                    del told[status]
    for theirs in ("HTTPValidationError", "ValidationError"):
        whole["components"]["schemas"].pop(theirs, None)
    return whole
