"""Registers the room: its pages, and what takes in the newest marks."""

from app.learning import errand, errors
from app.learning.forecast import OfCourses
from app.learning.routes import goal, mistakes, placement, sets
from app.learning.upkeep import take_in_lately
from app.web.room import Room

ROOM = Room(
    routers=(goal.router, mistakes.router, placement.router, sets.router),
    errors=errors.PAGES,
    beside={"sheet": {"errand": errand.beside_sheet}},
    upkeep=(take_in_lately, OfCourses()),
)
