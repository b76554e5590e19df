"""Live runs of the lab, for the script of a demo's page: begun, watched as a stream of events, steered and stopped."""

import json
from asyncio import sleep
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Header, Query, Request
from fastapi.responses import JSONResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.actions import runs as acting
from app.actions.runs import GoesOn, NoSuchRun, NoTorch, Run
from app.dependencies import DatabaseHere
from app.i18n import N_
from app.lanes import WATCHING, in_lane
from app.store.database import DatabaseDown
from app.store.jobs import State
from app.visitors import PersonHere, VisitorHere
from app.work import TooMuchWork
from engine.demos.gpt_settings import OutOfRange

router = APIRouter(prefix="/lab/runs")
NO_TORCH = N_("Nothing can be trained on this server: it has no PyTorch. The recorded run can be watched.")
UNSTORED = {"Cache-Control": "no-store"}
SOON = 0.1  # seconds between two looks at a run that goes on
LATER = 0.25  # and at one that waits or is paused
BACK = 1000  # milliseconds after which a browser that lost the stream comes back
STEP = 10**6  # no run has so many

After = Annotated[int, Query(ge=-1, le=STEP)]
look = in_lane(WATCHING)(acting.look)


@router.post("")
def begin(
    request: Request,
    database: DatabaseHere,
    visitor: VisitorHere,
    demo: Annotated[str, Form()] = "gpt",
    seed: Annotated[int, Form()] = 1,
    layers: Annotated[int, Form()] = 2,
    width: Annotated[int, Form()] = 32,
    heads: Annotated[int, Form()] = 4,
    dropout: Annotated[float, Form()] = 0.0,
    steps: Annotated[int, Form()] = 500,
    batch: Annotated[int, Form()] = 32,
    rate: Annotated[float, Form()] = 3e-3,
    warm_up: Annotated[int, Form()] = 20,
    falls: Annotated[bool, Form()] = True,
    optimiser: Annotated[str, Form()] = "adamw",
    samples_every: Annotated[int, Form()] = 50,
) -> Response:
    chosen = {
        "seed": seed, "layers": layers, "width": width, "heads": heads, "dropout": dropout, "steps": steps,
        "batch": batch, "rate": rate, "warm_up": warm_up, "falls": falls, "optimiser": optimiser,
        "samples_every": samples_every,
    }  # fmt: skip
    try:
        with request.app.state.doorkeeper.letting_in(database, visitor):
            person, name = acting.begin(database, visitor.token, demo, chosen)
    except GoesOn as error:
        return _refused(409, str(error), name=error.name)
    except TooMuchWork as error:
        return _refused(429, str(error))
    except NoTorch:
        return _refused(503, NO_TORCH)
    except OutOfRange as error:
        return _refused(422, str(error))
    request.app.state.runner.nudge()
    response = _shown(acting.look(database, person, name), 201)
    response.headers["Location"] = f"/lab/runs/{name}"
    visitor.remember(response)
    return response


@router.get("/{name}")
def open_run(database: DatabaseHere, person: PersonHere, name: str, after: After = -1) -> Response:
    return _shown(acting.look(database, person.id, name, after))


@router.post("/{name}/steer")
def steer(
    database: DatabaseHere,
    person: PersonHere,
    name: str,
    rate: Annotated[float | None, Form()] = None,
    paused: Annotated[bool | None, Form()] = None,
    until: Annotated[int | None, Form(ge=0, le=STEP)] = None,
) -> Response:
    """What is left out stays as it is. With ``paused``, the run goes on until the step ``until``, then it waits."""
    wishes = {"rate": rate, "paused": paused, "until": until}
    try:
        acting.steer(
            database, person.id, name, {wish: value for wish, value in wishes.items() if value is not None}
        )
    except OutOfRange as error:
        return _refused(422, str(error))
    return _shown(acting.look(database, person.id, name, STEP))


@router.post("/{name}/stop")
def stop(database: DatabaseHere, person: PersonHere, name: str) -> Response:
    """Also what a page sends when it is left."""
    acting.stop(database, person.id, name)
    return _shown(acting.look(database, person.id, name, STEP))


async def watched(
    database: DatabaseHere,
    person: PersonHere,
    name: str,
    after: After = -1,
    last_event_id: Annotated[str, Header()] = "",
) -> Run:
    """The run that is to be followed, from where its browser lost it. Raises NoSuchRun, before anything is sent."""
    seen = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) < 8 else after
    return await look(database, person.id, name, seen)


@router.get("/{name}/events", response_class=EventSourceResponse)
async def follow(
    request: Request, database: DatabaseHere, person: PersonHere, run: Annotated[Run, Depends(watched)]
) -> AsyncIterator[ServerSentEvent]:
    """``state`` when that changes, ``points`` as they come, ``over`` at the end; a comment when nothing came for long.

    It ends with the run, and when its browser is gone. Where the database cannot be read, or the server is to end, it
    ends too, and the browser comes back.
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
                goes_on = run.state is State.RUNNING and not run.steering.get("paused")
                await sleep(SOON if goes_on else LATER)
            run = await look(database, person.id, run.name, run.seen)


def _event(name: str, told: Mapping[str, Any], last: int | None = None) -> ServerSentEvent:
    id = None if last is None else str(last)
    return ServerSentEvent(event=name, raw_data=json.dumps(told), id=id, retry=BACK)


def _named(run: Run, *names: str) -> dict[str, Any]:
    return {name: getattr(run, name) for name in names}


def _shown(run: Run, status: int = 200) -> JSONResponse:
    return JSONResponse(asdict(run), status, UNSTORED)


def _refused(status: int, said: str, **more: str) -> JSONResponse:
    """What happened, in a sentence to be shown."""
    return JSONResponse({"said": said, **more}, status, UNSTORED)
