"""The room's registration with the application. Images are shown in exams, too."""

from app.images import errors, images
from app.images.routes import images as routes
from app.web.room import Room

ROOM = Room(routers=(routes.router,), errors=errors.PAGES, housekeeping=(images.drop_unused,))
