"""The room's registration with the application."""

from app.web.room import Room
from app.whole_model.routes import whole_model

ROOM = Room(closed_in_exams=(whole_model.router,))
