"""Registers the room: its router, error page, the job that tells webhooks, and what puts it into the queue."""

from collections.abc import Iterator

from app.clock import Clock
from app.database.connection import Connection
from app.web.gauges import Gauge
from app.web.languages.languages import N_
from app.web.room import Room
from app.webhooks import delivery, errors
from app.webhooks.routes import webhooks
from app.webhooks.store import deliveries


def _gauges(connection: Connection, _: Clock) -> Iterator[Gauge]:
    said = N_("Messages waiting for other programs (webhooks)")
    yield Gauge("webhook_deliveries_waiting", said, deliveries.waiting(connection))


ROOM = Room(
    routers=(webhooks.router,),
    errors=errors.PAGES,
    jobs=(delivery.WEBHOOKS,),
    housekeeping=(delivery.enqueue,),
    gauges=(_gauges,),
)
