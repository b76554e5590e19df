"""What the room brings to the application."""

from app.home.routes import home, progress, topics
from app.web.room import Room

ROOM = Room(
    routers=(home.router, topics.router, progress.router),
)
