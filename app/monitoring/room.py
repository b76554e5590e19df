"""The room's registration with the application."""

from app.monitoring import probe
from app.monitoring.routes import health, metrics, overview
from app.monitoring.routes import probe as probe_route
from app.web.room import Room

ROOM = Room(
    routers=(health.router, probe_route.router, metrics.router, overview.router),
    larger_bodies=(probe.LARGER,),
)
