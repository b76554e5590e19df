"""Closes exams that are over to those who sit another one, and running ones to whoever is outside their rooms."""

from fastapi import Request

from app.database.connection import Database
from app.exams import review
from app.exams.store import sittings
from app.exams.supervision import admission
from app.exams.supervision.admission import NotAdmitted, Obstacle
from app.exams.supervision.closing import ClosedHere, outside_of_rooms
from app.exams.supervision.seen import seen
from app.identity.permissions import InExam, person
from app.questions.context import context
from app.web.concurrency import before


def outside_of_the_next(request: Request) -> None:
    """Closes an earlier exam to whoever sits one that forbids aids, and to the rooms in which one is sat. Raises
    InExam, ClosedHere, and NoSuchSitting where the earlier exam is somebody else's."""
    who, name = person(request), request.path_params["name"]
    if who.sits and who.sits != name:
        review.earlier(context(request), name)
        raise InExam(who.sits)
    try:
        outside_of_rooms(request)
    except ClosedHere as closed:
        if review.earlier(context(request), name).exam not in closed.exams:
            raise


def inside(request: Request) -> None:
    """Closes a running exam to requests from outside its rooms, or without what else its supervision asks for. In a
    break, which shows no question, no code is asked for. Raises NotAdmitted."""
    who, name = person(request).id, request.path_params["name"]
    database: Database = request.app.state.database
    if who is None:
        return
    with database.read() as connection:
        sitting = sittings.find(connection, who, name)
        if sitting is None or not sitting.running:
            return
        one = admission.standing_of(connection, sitting, seen(request))
    resting = sitting.paused(request.app.state.clock.now())
    if one and one.obstacle and not (one.obstacle is Obstacle.CODE and resting):
        raise NotAdmitted(name)


INSIDE = [before(inside)]
CLOSED = [before(outside_of_the_next)]
