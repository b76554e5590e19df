"""Whether this process lives, and whether a proxy should send it requests. Both say nothing else, to anybody."""

import threading

from fastapi import Request, Response

from app.database.connection import Database
from app.web.concurrency import WATCHING, limit_concurrency
from app.web.routing import Router

router = Router(prefix="/health")
SOON = 2.0  # seconds in which the database has to answer


@router.get("/live")
async def is_live() -> Response:
    """Answers as long as the process does."""
    return _said("alive")


@router.get("/ready")
@limit_concurrency(WATCHING)
def is_ready(request: Request) -> Response:
    """Answers 200 if the process can do its work, and 503 while the database is away or the server is ending."""
    stopping: threading.Event = request.app.state.stopping
    database: Database = request.app.state.database
    if stopping.is_set():
        return _said("ending", 503)
    return _said("ready") if database.answers(SOON) else _said("no database", 503)


def _said(word: str, status: int = 200) -> Response:
    return Response(f"{word}\n", status, media_type="text/plain", headers={"Cache-Control": "no-store"})
