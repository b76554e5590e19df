"""Registers the room: its routers, error pages, and what it adds to sheets."""

from fastapi import Request

from app.courses.store.duties import Duty
from app.coursework import errors
from app.coursework.assignment import duty
from app.coursework.routes import assignment, course, gradebook
from app.practice.sheet import Sheet
from app.questions.context import context
from app.web.room import Room


def _duty(request: Request, sheet: Sheet) -> tuple[Duty, bool] | None:
    return duty(context(request), sheet.attempt)


ROOM = Room(
    routers=(course.router, assignment.router, gradebook.router),
    errors=errors.PAGES,
    beside={"sheet": {"duty": _duty}},
)
