"""Registers the room: its routers, error pages and body limits, and what it adds to sheets and to the editor."""

import re

from fastapi import Request

from app.database.connection import Database
from app.exams import errors, review
from app.exams.live.gauges import gauges
from app.exams.routes import composer, course_exam, live_monitor, mock_exams, sitting, supervision
from app.exams.routes import review as reviewing
from app.exams.store import sittings
from app.exams.store.sitting import Sitting
from app.exams.supervision.closing import outside_of_rooms
from app.exams.supervision.forgetting import forget
from app.exams.usage import Work, asked_by
from app.identity.permissions import person
from app.practice.sheet import Sheet
from app.questions.context import context
from app.web.body_limits import KIB, Larger
from app.web.room import Room
from engine.questions import Question


def _sits_here(request: Request) -> bool:
    """True if the sitting belongs to the person who sends the request."""
    who = person(request).id
    if who is None:
        return False
    database: Database = request.app.state.database
    with database.read() as connection:
        return sittings.find(connection, who, request.scope["path"].split("/")[2]) is not None


def _lost(request: Request, sheet: Sheet) -> Sitting | None:
    """Returns the exam in which points were lost with the same question; on sheets of the learner's own practice
    only."""
    if sheet.attempt and (sheet.attempt.assignment or sheet.attempt.sitting):
        return None
    return review.lost_with(context(request), sheet.variant.question.id)


def _asking(request: Request, published: Question | None) -> tuple[Work, ...]:
    return asked_by(context(request), published) if published else ()


SAVES = r"/sittings/[^/]+/(saves|questions/[^/]+)"  # what waited for a connection comes at once
ROOM = Room(
    # A full room asks for the first two at the same moment.
    routers=(
        sitting.router,
        course_exam.router,
        composer.router,
        mock_exams.router,
        reviewing.router,
        live_monitor.router,
        supervision.router,
    ),
    closes=(outside_of_rooms,),
    housekeeping=(forget,),
    gauges=(gauges,),
    errors=errors.PAGES,
    larger_bodies=(Larger(re.compile(SAVES), 1536 * KIB, _sits_here),),
    beside={"sheet": {"lost": _lost}, "editor": {"asked": _asking}},
)
