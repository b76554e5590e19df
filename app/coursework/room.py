"""What the room brings to the application."""

from app.coursework import errors
from app.coursework.routes import assignment, course, gradebook
from app.web.room import Room

ROOM = Room(
    routers=(course.router, assignment.router, gradebook.router),
    errors=errors.PAGES,
)
