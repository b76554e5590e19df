"""Registers the room: its routers and error pages."""

from app.courses import errors
from app.courses.routes import join, membership
from app.web.room import Room

ROOM = Room(
    routers=(membership.router, join.router),
    errors=errors.PAGES,
)
