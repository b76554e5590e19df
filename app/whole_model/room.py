"""The room's registration with the application."""

from fastapi import Request

from app.practice.sheet import Sheet
from app.web.room import Room
from app.whole_model.exercise import origin
from app.whole_model.routes import scale, smollm2, whole_model
from app.whole_model.smollm2.readings import READING


def _of_its_numbers(request: Request, sheet: Sheet) -> str:
    return origin(request.app.state.database, sheet.attempt.name if sheet.attempt else None)


ROOM = Room(
    routers=(whole_model.router, smollm2.router, scale.router),
    jobs=(READING,),
    beside={"sheet": {"model_state": _of_its_numbers}},
)
