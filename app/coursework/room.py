"""Registers the room: its routers, error pages, and what it adds to sheets, and the housekeeping of imports."""

import re

from fastapi import Request

from app.coursework import errors
from app.coursework.assignments.standing import Standing, duty
from app.coursework.roster.matching import match_confirmed
from app.coursework.roster.page import forget_imports
from app.coursework.routes import (
    announcements,
    assignment,
    assignment_settings,
    course,
    grade_scale,
    gradebook,
    roster,
    weights,
)
from app.identity.permissions import person
from app.identity.store.people import Role
from app.practice.sheet import Sheet
from app.questions.context import context
from app.web.body_limits import KIB, Larger
from app.web.room import Room


def _duty(request: Request, sheet: Sheet) -> Standing | None:
    return duty(context(request), sheet.attempt)


def _is_instructor(request: Request) -> bool:
    return person(request).role.may(Role.INSTRUCTOR)


LARGEST_LIST = 2048 * KIB  # 500,000 letters, some of four bytes, or of twelve in a form
ROOM = Room(
    routers=(
        course.router,
        announcements.router,
        assignment.router,
        assignment_settings.router,
        gradebook.router,
        roster.router,
        weights.router,
        grade_scale.router,
    ),
    errors=errors.PAGES,
    beside={"sheet": {"duty": _duty}},
    larger_bodies=(
        Larger(re.compile(r"/courses/[^/]+/roster/(preview|import)"), LARGEST_LIST, _is_instructor),
    ),
    housekeeping=(forget_imports,),
    confirmed=(match_confirmed,),
)
