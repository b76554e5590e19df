"""Registers the room: its routers and error pages, the address that takes a form of mail programs, and the job that
sends."""

from app.mail import delivery, errors
from app.mail.gauges import gauges
from app.mail.routes import preferences, undelivered, unsubscribing
from app.mail.unsubscribing import OFF
from app.web.room import Room

ROOM = Room(
    routers=(preferences.router, undelivered.router, unsubscribing.router),
    errors=errors.PAGES,
    jobs=(delivery.MAIL,),
    from_elsewhere=(OFF,),
    housekeeping=(delivery.enqueue,),
    gauges=(gauges,),
)
