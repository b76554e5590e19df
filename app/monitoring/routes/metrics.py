"""Metrics, for a Prometheus that shows the token of this installation; to anybody else there is no such page."""

import hmac

from fastapi import Header, HTTPException, Request, Response

from app.database.connection import DatabaseDown
from app.monitoring import installation
from app.monitoring.exposition import MEDIA_TYPE, exposition
from app.monitoring.heartbeat import disks
from app.settings import Settings
from app.web.concurrency import WATCHING, limit_concurrency
from app.web.routing import Router

router = Router()
SOON = 2.0  # seconds in which the database has to answer


@router.get("/metrics")
@limit_concurrency(WATCHING)
def read_metrics(request: Request, authorization: str = Header("")) -> Response:
    """Answers 404 without the token, as if nothing were here, and also while the database is away."""
    state = request.app.state
    if not _is_token(authorization, state.settings):
        raise HTTPException(404)
    found = None
    try:
        if state.database.answers(SOON):
            found = installation.ask(state.database, state.clock, state.gauges, state.runner.kinds)
    except DatabaseDown:
        pass
    text = exposition(found, disks(state.database))
    return Response(text, media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})


def _is_token(authorization: str, settings: Settings) -> bool:
    """True if this is the token that opens metrics; the comparison takes as long for any other."""
    token = settings.metrics_token.get_secret_value()
    return bool(token) and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())
