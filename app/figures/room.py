"""The room's registration with the application."""

from fastapi import Request

from app.figures import errors, figures
from app.figures.routes import figures as routes
from app.web.room import Room
from engine.figures.catalogue import of_section


def _of_section(request: Request, section: str) -> list[figures.View]:
    return [figures.view(figure.id, {}) for figure in of_section(section)]


ROOM = Room(
    closed_in_exams=(routes.router,),
    errors=errors.PAGES,
    beside={"section": {"figures": _of_section}},
)
