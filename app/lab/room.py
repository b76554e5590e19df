"""What the room brings to the application."""

from app.lab import errors
from app.lab.routes import lab, runs
from app.lab.runs import TRAINING
from app.web.room import Room

ROOM = Room(
    closed_in_exams=(lab.router, runs.router),
    errors=errors.PAGES,
    jobs=(TRAINING,),
)
