"""Live runs of the lab, for the script of a demo's page: watched as a stream of events, steered and stopped."""

import json
from asyncio import sleep
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Depends, Form, Header, Query, Request
from fastapi.responses import JSONResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.database.connection import DatabaseDown
from app.jobs.store.jobs import JobState
from app.lab import runs as acting
from app.lab.demos.demo import Run
from app.lab.runs import NoSuchRun
from app.questions.context import ContextHere
from app.web.concurrency import WATCHING, limit_concurrency
from app.web.dependencies import OUTSIDE_OF_EXAMS
from app.web.routing import Router
from engine.demos.gpt.settings import OutOfRange

router = Router(prefix="/lab/runs", dependencies=[OUTSIDE_OF_EXAMS])
UNSTORED = {"Cache-Control": "no-store"}
SOON = 0.1  # seconds between two looks at a run that goes on
LATER = 0.25  # and at one that waits or is paused
BACK = 1000  # milliseconds after which a browser that lost the stream comes back
STEP = 10**6  # no run has so many

After = Annotated[int, Query(ge=-1, le=STEP)]
look = limit_concurrency(WATCHING)(acting.look)
come_back = limit_concurrency(WATCHING)(acting.come_back)


@router.get("/{name}")
def open_run(context: ContextHere, name: str, after: After = -1) -> Response:
    """Sends the run as JSON, with its points after this step. Raises NoSuchRun."""
    return _shown(acting.look(context, name, after))


@router.post("/{name}/steer")
def steer(
    context: ContextHere,
    name: str,
    rate: Annotated[float | None, Form()] = None,
    dropout: Annotated[float | None, Form()] = None,
    batch: Annotated[float | None, Form()] = None,
    beta: Annotated[float | None, Form()] = None,
    paused: Annotated[bool | None, Form()] = None,
    until: Annotated[int | None, Form(ge=0, le=STEP)] = None,
) -> Response:
    """Changes a run; what is left out stays as it is. With ``paused``, it goes on until the step ``until``, then
    waits."""
    wishes = {
        "rate": rate,
        "dropout": dropout,
        "batch": batch,
        "beta": beta,
        "paused": paused,
        "until": until,
    }
    try:
        acting.steer(context, name, {wish: value for wish, value in wishes.items() if value is not None})
    except OutOfRange as error:
        return JSONResponse({"said": str(error)}, 422, UNSTORED)
    return _shown(acting.look(context, name, STEP))


@router.post("/{name}/stop")
def stop(context: ContextHere, name: str) -> Response:
    """Stops the run, and sends it as it stands. Raises NoSuchRun."""
    acting.stop(context, name)
    return _shown(acting.look(context, name, STEP))


@router.post("/{name}/leave")
def leave(context: ContextHere, name: str) -> Response:
    """Called when a page is left or reloaded: stops the run unless its person comes back soon."""
    acting.leave(context, name)
    return Response(status_code=204)


async def watched(
    context: ContextHere,
    name: str,
    after: After = -1,
    last_event_id: Annotated[str, Header()] = "",
) -> Run:
    """The run to be followed, from where its browser lost it. Raises NoSuchRun before anything is sent."""
    seen = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) < 8 else after
    await come_back(context, name)
    return await look(context, name, seen)


@router.get("/{name}/events", response_class=EventSourceResponse)
async def follow(
    request: Request, context: ContextHere, run: Annotated[Run, Depends(watched)]
) -> AsyncIterator[ServerSentEvent]:
    """Sends ``state`` when it changes, ``points`` as they come, ``over`` at the end, and a comment after a long
    silence.

    The stream ends with the run, and when its browser is gone. It also ends if the database cannot be read or the
    server is shutting down; then the browser comes back.
    """
    told = None
    with suppress(DatabaseDown, NoSuchRun):
        while not request.app.state.stopping.is_set():
            standing = _named(run, "state", "position", "total", "steering")
            if standing != told:
                yield _event("state", standing)
                told = standing
            if run.points:
                yield _event("points", _named(run, "done", "total", "points"), run.seen)
            if run.over:
                yield _event("over", _named(run, "state", "done", "total", "said", "result"))
                return
            if not run.more:
                goes_on = run.state is JobState.RUNNING and not run.steering.get("paused")
                await sleep(SOON if goes_on else LATER)
            run = await look(context, run.name, run.seen)


def _event(name: str, told: Mapping[str, Any], last: int | None = None) -> ServerSentEvent:
    id = None if last is None else str(last)
    return ServerSentEvent(event=name, raw_data=json.dumps(told), id=id, retry=BACK)


def _named(run: Run, *names: str) -> dict[str, Any]:
    return {name: getattr(run, name) for name in names}


def _shown(run: Run) -> JSONResponse:
    return JSONResponse(asdict(run), headers=UNSTORED)
