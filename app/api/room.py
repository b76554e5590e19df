"""The room's registration with the application."""

from app.api import errors, guide_route, v1
from app.api.teaching.roster import LARGER
from app.web.room import Room

ROOM = Room(routers=(v1.router, guide_route.router), errors=errors.PAGES, larger_bodies=(LARGER,))
