"""Handlers that a doctor asks through the proxy; to everybody else they are not there."""

from asyncio import sleep
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import asdict

from fastapi import Depends, HTTPException, Request
from fastapi.responses import JSONResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import ClientDisconnect

from app.monitoring import probe
from app.web.concurrency import WATCHING, limit_concurrency
from app.web.routing import Router

router = Router(prefix=probe.PATH)
UNSTORED = {"Cache-Control": "no-store"}


@limit_concurrency(WATCHING)
def is_asked(request: Request) -> bool:
    return probe.is_asked(request)


async def doctor(request: Request) -> None:
    if not await is_asked(request):
        raise HTTPException(404)


FROM_A_DOCTOR = Depends(doctor)


@router.get("", dependencies=[FROM_A_DOCTOR])
async def see(request: Request) -> JSONResponse:
    """Sends what the server sees of the request."""
    return JSONResponse(asdict(probe.seen(request)), headers=UNSTORED)


@router.post("/body", dependencies=[FROM_A_DOCTOR])
async def count(request: Request) -> JSONResponse:
    """Sends how many bytes came."""
    number = 0
    with suppress(ClientDisconnect):
        async for piece in request.stream():
            number += len(piece)
    return JSONResponse({"bytes": number}, headers=UNSTORED)


@router.get("/events", dependencies=[FROM_A_DOCTOR], response_class=EventSourceResponse)
async def count_up() -> AsyncIterator[ServerSentEvent]:
    """Sends some events, one after the other."""
    for number in range(probe.NUMBER):
        if number:
            await sleep(probe.APART)
        yield ServerSentEvent(raw_data=str(number))
