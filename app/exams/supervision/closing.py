"""Closes practice, solutions and the lab to the rooms of an exam while it is sat: to whoever comes from there, signed
in or not."""

from datetime import datetime, timedelta

from fastapi import Request

from app.database.connection import Database
from app.exams.blueprints import blueprint
from app.exams.blueprints.blueprint import Unreadable
from app.exams.store import exams
from app.exams.store import supervision as store
from app.exams.store.exams import Exam
from app.exams.store.sitting import LateStart
from app.identity.networks import address, holds, network
from app.identity.permissions import person
from app.identity.store.people import Role

LONGEST = timedelta(days=1)  # after the opening: a sitting that nobody ends closes nothing for ever


class ClosedHere(PermissionError):
    """The page is closed to this address while exams are sat in the room; carries when their time is over by plan, and
    the numbers of the exams."""

    def __init__(self, until: datetime, exams: frozenset[int]) -> None:
        super().__init__(until)
        self.until, self.exams = until, exams


def outside_of_rooms(request: Request) -> None:
    """Closes pages that help with an exam to its rooms. Instructors, who supervise there, go on with their work. Raises
    ClosedHere."""
    now: datetime = request.app.state.clock.now()
    database: Database = request.app.state.database
    here = address(request.client.host if request.client else "")
    with database.read() as connection:
        found = {
            number: _planned_end(exams.by_id(connection, number))
            for number, one in store.closing(connection, now - LONGEST, now)
            if any(holds(map(network, room.ranges), here) for room in one.rooms)
        }
        sat = exams.being_sat(connection) if found else set()
    closed = {number: until for number, until in found.items() if now < until or number in sat}
    if closed and not person(request).role.may(Role.INSTRUCTOR):
        raise ClosedHere(max(closed.values()), frozenset(closed))


def _planned_end(exam: Exam) -> datetime:
    """Returns when the time is over for those who begin as late as possible, without anybody's extra time; where no
    last moment to begin is set, for those who begin at the opening."""
    opens_at = exam.rules.opens_at
    assert opens_at is not None
    try:
        minutes = blueprint.published(exam.blueprint).minutes + exam.extended
    except Unreadable:
        return opens_at
    last = opens_at if exam.rules.late is LateStart.LEFT else exam.rules.closes_at or opens_at
    return min(last + timedelta(minutes=minutes), opens_at + LONGEST)
