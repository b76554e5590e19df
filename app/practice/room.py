"""Registers the room: its routers, which are closed in exams, its error pages and its job kinds."""

from app.practice import errors
from app.practice.code import RUN
from app.practice.routes import autosave, practice
from app.practice.rubric_similarity.similarity import NEARNESS
from app.web.room import Room

ROOM = Room(
    routers=(practice.router, autosave.router),
    errors=errors.PAGES,
    jobs=(RUN, NEARNESS),
)
