"""Access to the interface: a program asks for a person by a token, never by a cookie.
Every route is behind this door."""

import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial, wraps
from typing import Annotated, Any, ParamSpec, cast

from fastapi import APIRouter, Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from pydantic import BaseModel

from app.accounts.store import api_tokens
from app.accounts.store.api_tokens import Scope, Token
from app.database.connection import Database
from app.identity.permissions import Visitor, outside_of_exams
from app.identity.store.people import Person
from app.web.concurrency import ASKING
from app.web.errors.problem_details import Problem
from app.web.rate_limits import RateLimiter
from app.web.routing import LateRoute

P = ParamSpec("P")
PREFIX = "/api/v1"
SECRET = re.compile(rf"(?i:bearer) +({api_tokens.PREFIX}[A-Za-z0-9_-]{{43}})")
JSON = re.compile(r"application/json\s*(;.*)?", re.IGNORECASE)
BEARER = HTTPBearer(auto_error=False, scheme_name="token", description="Made on /account, for programs.")
MEANINGS = {
    400: "The body is not JSON.",
    401: "There is no token, or it opens nothing.",
    403: "The person or the token may not do this, or a course of theirs asks this question now.",
    404: "There is no such thing, or not for this person.",
    409: "What is there does not allow it, or is another one since.",
    412: "It was changed since it was read.",
    413: "The body is too long.",
    415: "The body is not announced as application/json.",
    422: "A value does not fit.",
    429: "Asked too often.",
    503: "Not just now: no database, or no fair numbers.",
}
TOLD = {401: "WWW-Authenticate", 429: "Retry-After"}  # headers that these answers have


class NoToken(PermissionError):
    """The program sent no token."""

    headers = {"WWW-Authenticate": 'Bearer realm="Examformer"'}  # noqa: RUF012


class BadToken(PermissionError):
    """The token is not valid: unknown, revoked or expired."""

    headers = {"WWW-Authenticate": 'Bearer realm="Examformer", error="invalid_token"'}  # noqa: RUF012


class NoScope(PermissionError):
    """The token was not made for this; carries the scope that is needed."""


class NotJson(ValueError):
    """The body's Content-Type is not JSON."""


class BadJson(ValueError):
    """The body is not JSON, although it is announced as such."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A program: the person for whom it asks, as they are today, and its token."""

    person: Person
    token: Token


def caller(request: Request) -> Caller:
    """Finds the caller, once in a request, and counts the request.
    Whatever closes the interface to somebody closes it here.

    Raises NoToken, BadToken, TooManyRequests, and as ``outside_of_exams``.
    """
    if not hasattr(request.state, "caller"):
        rate_limiter: RateLimiter = request.app.state.rate_limiter
        database: Database = request.app.state.database
        address = request.client.host if request.client else ""
        rate_limiter.count_request(address)
        if "Authorization" not in request.headers:
            raise NoToken
        given = SECRET.fullmatch(request.headers["Authorization"].strip())
        with database.read() as connection:
            found = api_tokens.behind(connection, given[1]) if given else None
        if found is None:
            raise BadToken
        request.state.person = found[0]  # whatever cookie came along
        outside_of_exams(request)
        rate_limiter.count_token_request(found[1].id)
        request.state.caller = Caller(*found)
        request.state.visitor = Visitor("", False, address, secure=False)
    asking: Caller = request.state.caller
    return asking


async def known(request: Request) -> Caller:
    """The caller that ``Door`` has found."""
    return cast(Caller, request.state.caller)


class Door(LateRoute):
    """Checks the token before anything that was sent is read, and its ``scope`` where something is written; then that
    the body is JSON, where the route takes one."""

    scope: Scope | None = None

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        inside = super().get_route_handler()

        async def through(request: Request) -> Response:
            asking = await ASKING.run(partial(caller, request))
            writes = self.scope is not None and request.method != "GET"
            if writes and self.scope not in asking.token.scopes:
                raise NoScope(self.scope)
            if 422 in self.responses:  # it takes values that may not fit
                _once(request)
            if self.body_field is not None:
                await _read(request)
                request.state.sent = await request.body()
            response = await inside(request)
            response.headers.setdefault("Cache-Control", "private, no-store")
            return response

        return through


def _once(request: Request) -> None:
    """Raises RequestValidationError for a parameter that is given twice: it is not known which of the two was meant."""
    given = [name for name, _ in request.query_params.multi_items()]
    twice = sorted({name for name in given if given.count(name) > 1})
    if twice:
        message = "This is given more than once."
        raise RequestValidationError([{"loc": ("query", name), "msg": message} for name in twice])


async def _read(request: Request) -> None:
    """Reads the body, which stays with the request. Raises NotJson, BadJson, and TooLarge."""
    if not JSON.fullmatch(request.headers.get("Content-Type", "")):
        raise NotJson
    try:
        await request.json()
    except (ValueError, RecursionError) as error:
        raise BadJson from error


def as_json(handler: Callable[P, BaseModel]) -> Callable[P, BaseModel]:
    """Has the handler's answer written as JSON under its limit: a long one takes a while."""

    @wraps(handler)
    def told(*given: P.args, **named: P.kwargs) -> Any:
        return Response(handler(*given, **named).model_dump_json(), media_type="application/json")

    return told


def behind_the_door(noun: str, scope: Scope | None = None) -> APIRouter:
    """A router for one ``noun``; what it writes needs a token with this ``scope``."""
    return APIRouter(
        prefix=PREFIX,
        tags=[noun],
        route_class=type(f"DoorOf{scope.title()}", (Door,), {"scope": scope}) if scope else Door,
        dependencies=[Depends(BEARER)],
        responses=refusals(401, 429, 503),
        generate_unique_id_function=_named,
    )


def _named(route: APIRoute) -> str:
    return route.name


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI description of answers with these statuses."""
    return {
        status: {"model": Problem, "description": MEANINGS[status]} | _headers(status) for status in statuses
    }


def _headers(status: int) -> dict[str, Any]:
    named = {TOLD[status]: {"required": True, "schema": {"type": "string"}}} if status in TOLD else {}
    return {"headers": named} if named else {}


CallerHere = Annotated[Caller, Depends(known)]
NAMED: dict[str, Any] = {  # the OpenAPI description of a question's address, where QuestionHere reads it
    "parameters": [{"name": "question", "in": "path", "required": True, "schema": {"type": "string"}}]
}
SENT = refusals(400, 413, 415, 422)  # of a route that takes JSON
