"""The room's registration with the application."""

from app.personal_data.routes import your_data
from app.web.room import Room

ROOM = Room(closed_in_exams=(your_data.router,))
