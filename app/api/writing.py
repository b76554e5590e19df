"""Writing by programs: a request is carried out in one transaction with its answer, and twice sent, once.

A program that hears no answer sends its request again with the same ``Idempotency-Key``, and gets the answer that it
missed. Two programs that change the same thing are kept apart by ``If-Match``: whoever read an older state is refused.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel

from app.accounts.store import kept_answers
from app.accounts.store.kept_answers import KeptAnswer
from app.api.access import refusals
from app.courses.store import courses, roster
from app.identity.store.people import Role
from app.questions import context as questions
from app.questions.context import Context
from app.web.context import Restricted
from engine.validation.schema import Shape

VISIBLE = r"^[\x21-\x7e]{1,255}$"
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="chosen by the program, new for each request, and the same when one is sent again",
        pattern=VISIBLE,
    ),
]
IfMatch = Annotated[
    str,
    Header(
        alias="If-Match",
        description="the ETag of the state that is changed; * for whichever there is",
        max_length=200,
    ),
]
WRITING = refusals(403, 404, 409, 422)  # of every route that writes


class OtherRequest(ValueError):
    """The key was sent with another request before."""


class Overtaken(ValueError):
    """Somebody changed it since the program read it."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.headers = {"ETag": tag}


class Done(Shape):
    """It is done, and there is nothing to tell."""

    done: bool = True


def tag_of(text: str) -> str:
    """Returns the entity tag of an answer: of the same text, the same one."""
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def unchanged(match: str, now: BaseModel) -> None:
    """Raises Overtaken where the program has read another state than this one."""
    tag = tag_of(now.model_dump_json())
    if match.strip() != "*" and tag not in [one.strip() for one in match.split(",")]:
        raise Overtaken(tag)


def tagged(handler: Callable[..., BaseModel]) -> Callable[..., Any]:
    """Has the handler's answer written as JSON under its limit, with its entity tag."""

    @wraps(handler)
    def told(*given: Any, **named: Any) -> Response:
        return _answer(200, handler(*given, **named).model_dump_json())

    return told


def writes(
    status: int = 200, nudges: bool = False
) -> Callable[[Callable[..., BaseModel]], Callable[..., Any]]:
    """Makes a handler, whose context is that of an instructor, one transaction with its answer, which has this status.
    ``nudges``: it leaves work to the runner of jobs.

    The route takes an Idempotency-Key. What is refused is not kept: nothing was done.
    """

    def written(handler: Callable[..., BaseModel]) -> Callable[..., Any]:
        known = signature(handler, eval_str=True)
        takes = [_of_instructor(one) for one in known.parameters.values()]
        takes.append(Parameter("key", Parameter.KEYWORD_ONLY, annotation=Key, default=None))
        if "request" not in known.parameters:
            takes.append(Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request))

        @wraps(handler)
        def told(*, context: Context, key: str | None, request: Request, **named: Any) -> Response:
            if "request" in known.parameters:
                named["request"] = request
            with context.database.as_one() as inside:
                joined = replace(context, database=inside, library=replace(context.library, database=inside))
                kept = _begin(joined, key, _fingerprint(request)) if key else None
                if kept is None:
                    _hold(joined, named.get("course", ""))
                    text = handler(context=joined, **named).model_dump_json()
                    if key:
                        with inside.write() as connection:
                            kept_answers.keep(connection, context.account, key, status, text)
                    kept = KeptAnswer("", status, text)
            if nudges:
                request.app.state.runner.nudge()
            return _answer(kept.status, kept.answer)

        told.__signature__ = known.replace(parameters=takes)  # type: ignore[attr-defined]
        return told

    return written


def instructor(request: Request) -> Context:
    """Makes the context of somebody who may teach. Raises RoleNeeded."""
    return Restricted(Role.INSTRUCTOR, questions.context)(request)


def _of_instructor(one: Parameter) -> Parameter:
    """Lets the role of an instructor be asked for wherever something is written."""
    return one.replace(annotation=Annotated[Context, Depends(instructor)]) if one.name == "context" else one


def _begin(context: Context, key: str, fingerprint: str) -> KeptAnswer | None:
    """Raises OtherRequest."""
    with context.database.write() as connection:
        kept = kept_answers.begin(connection, context.account, key, fingerprint)
    if kept and kept.fingerprint != fingerprint:
        raise OtherRequest(key)
    return kept


def _hold(context: Context, course: str) -> None:
    """Lets requests that write to one course wait for one another: each sees what the one before it left."""
    with context.database.write() as connection:
        if found := courses.named(connection, course):
            roster.hold(connection, found.id)


def _fingerprint(request: Request) -> str:
    """Returns what makes a request this one: its method, its address, and its body, which the door has read."""
    head = f"{request.method} {request.url.path}?{request.url.query}\n".encode()
    return hashlib.sha256(head + getattr(request.state, "sent", b"")).hexdigest()


def _answer(status: int, text: str) -> Response:
    return Response(text, status, {"ETag": tag_of(text)}, "application/json")
