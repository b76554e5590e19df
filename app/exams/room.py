"""What the room brings to the application."""

import re

from fastapi import Request

from app.database.connection import Database
from app.exams import errors
from app.exams.routes import course_exam, live_monitor, mock_exams, review, sitting
from app.exams.store import sittings
from app.identity.permissions import person
from app.web.body_limits import KIB, Larger
from app.web.room import Room


def _sits_here(request: Request) -> bool:
    """Whether it is the sitting of who asks."""
    who = person(request).id
    if who is None:
        return False
    database: Database = request.app.state.database
    with database.read() as rows:
        return sittings.find(rows, who, request.scope["path"].split("/")[2]) is not None


SAVES = r"/sittings/[^/]+/(saves|questions/[^/]+)"  # what waited in an exam for a connection comes at once
ROOM = Room(
    # A full room asks for the first two at one moment.
    routers=(sitting.router, course_exam.router, mock_exams.router, review.router, live_monitor.router),
    errors=errors.PAGES,
    larger_bodies=(Larger(re.compile(SAVES), 1536 * KIB, _sits_here),),
)
