"""The room's registration with the application."""

from app.questions import errors
from app.web.room import Room

ROOM = Room(errors=errors.PAGES)
