"""What the room brings to the application."""

from app.questions import errors
from app.web.room import Room

ROOM = Room(errors=errors.PAGES)
