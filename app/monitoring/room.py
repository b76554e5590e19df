"""The room's registration with the application."""

from app.monitoring.routes import health
from app.web.room import Room

ROOM = Room(routers=(health.router,))
