"""What the room brings to the application."""

from app.practice import errors
from app.practice.code import RUN
from app.practice.routes import practice
from app.practice.similarity import NEARNESS
from app.web.room import Room

ROOM = Room(
    closed_in_exams=(practice.router,),
    errors=errors.PAGES,
    jobs=(RUN, NEARNESS),
)
