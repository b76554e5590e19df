"""The routes, jobs, error pages and lists of demos that this room adds to the application."""

from fastapi import Request

from app.lab import errors
from app.lab.lab import AnyDemo, Way, addresses_for, of_section
from app.lab.routes import lab, runs
from app.lab.runs import TRAINING
from app.practice.sheet import Sheet
from app.web.room import Room


def _with_its_numbers(request: Request, sheet: Sheet) -> list[Way]:
    attempt = sheet.attempt.name if sheet.attempt else None
    state = request.app.state
    return addresses_for(state.database, state.bank, sheet.variant.question, attempt)


def _of_section(request: Request, section: str) -> list[type[AnyDemo]]:
    return of_section(request.app.state.bank, section)


ROOM = Room(
    routers=(lab.router, runs.router),
    errors=errors.PAGES,
    jobs=(TRAINING,),
    beside={"sheet": {"demos": _with_its_numbers}, "section": {"demos": _of_section}},
)
