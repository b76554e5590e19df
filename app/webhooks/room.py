"""Registers the room: its router, error page, the job that tells webhooks, and what puts it into the queue."""

from app.web.room import Room
from app.webhooks import delivery, errors
from app.webhooks.routes import webhooks

ROOM = Room(
    routers=(webhooks.router,),
    errors=errors.PAGES,
    jobs=(delivery.WEBHOOKS,),
    housekeeping=(delivery.enqueue,),
)
