"""Errors as programs are told them: problem details (RFC 9457) in the words of the pages about them."""

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import Field
from starlette.exceptions import HTTPException

from engine.validation.schema import Shape

MEDIA_TYPE = "application/problem+json"
PROGRAMS = "/api/"  # the prefix of addresses for programs
MOST = 20  # faults in an answer
LISTED = "What there is stands in /api/v1/openapi.json."


class Fault(Shape):
    """A value that is not accepted, and where it is."""

    where: str
    message: str


class Problem(Shape):
    """Why there is no answer: what happened (``title``), and what to do next (``detail``)."""

    type: str = "about:blank"
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    faults: tuple[Fault, ...] = ()


def is_program(path: str) -> bool:
    return path.startswith(PROGRAMS)


def problem(status: int, title: str, detail: str, faults: tuple[Fault, ...] = ()) -> JSONResponse:
    told = Problem(title=title, status=status, detail=detail, faults=faults)
    return JSONResponse(told.model_dump(mode="json"), status, {"Cache-Control": "no-store"}, MEDIA_TYPE)


def answer(request: Request, error: Exception, status: int, title: str, detail: str) -> Response:
    """The answer to a program, in these words except where they speak of pages;
    OPTIONS lists the methods of an address."""
    match error:
        case RequestValidationError():
            return problem(422, "A value does not fit.", "Each is named in `faults`.", _faults(error))
        case HTTPException(status_code=404):
            return problem(404, "There is nothing at this address.", LISTED)
        case HTTPException(status_code=405) if request.method == "OPTIONS":
            return Response(status_code=204)
        case HTTPException(status_code=405):
            return problem(405, "This address takes another method.", LISTED)
        case _:
            return problem(status, title, detail)


def _faults(error: RequestValidationError) -> tuple[Fault, ...]:
    return tuple(
        Fault(where=".".join(map(str, fault["loc"])), message=fault["msg"]) for fault in error.errors()[:MOST]
    )
