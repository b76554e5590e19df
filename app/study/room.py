"""The room's registration with the application."""

from app.study import errors
from app.study.routes import calculator, cards, solve, study
from app.web.room import Room

ROOM = Room(
    routers=(calculator.router, study.router, cards.router, solve.router),
    errors=errors.PAGES,
)
