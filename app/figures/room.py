"""The room's registration with the application."""

from contextlib import suppress

from fastapi import Request

from app.database.connection import DatabaseDown
from app.figures import errors, figures
from app.figures.routes import figures as routes
from app.identity.permissions import person
from app.web.room import Room
from engine.chain import Run
from engine.figures.catalogue import of_section


def _of_section(request: Request, section: str) -> list[figures.View]:
    return [figures.view(request.app.state.bank, figure.id, {}) for figure in of_section(section)]


def _of_solution(request: Request, exact: Run | None) -> str:
    """The figure of a solution's numbers; none for people who sit an exam, to whom the room is closed."""
    with suppress(DatabaseDown):
        if person(request).sits:
            return ""
    return figures.of_run(exact) if exact is not None else ""


ROOM = Room(
    routers=(routes.router,),
    errors=errors.PAGES,
    beside={"section": {"figures": _of_section}, "solution": {"figure": _of_solution}},
)
