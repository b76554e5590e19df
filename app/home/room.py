"""The room's registration with the application."""

from app.home import minutes
from app.home.routes import accessibility, course_map, home, map, progress, topics
from app.web.room import Room

ROOM = Room(
    routers=(
        home.router,
        topics.router,
        map.router,
        course_map.router,
        progress.router,
        accessibility.router,
    ),
    beside={"section": {"exercises": topics.beside_section}},
    housekeeping=(minutes.measure,),
)
