"""The page on which administrators see how the installation stands."""

from fastapi import Request, Response

from app.monitoring.overview import overview
from app.web.concurrency import READING, limit_concurrency
from app.web.context import AdministratorContext
from app.web.rendering import page
from app.web.routing import Router

router = Router(prefix="/monitoring")


@router.get("")
@limit_concurrency(READING)
def open_overview(request: Request, context: AdministratorContext) -> Response:
    """Says what is wrong and what to do, then the numbers of this moment."""
    state = request.app.state
    shown = overview(context.database, context.clock, state.heartbeat, state.gauges, state.runner.kinds)
    return page(request, "monitoring/overview", shown=shown)
