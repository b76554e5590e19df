"""Registers the room: its routers and error pages, the two addresses that take forms of platforms, the job that sends
marks, and what it adds to the pages of a course."""

from fastapi import Request

from app.coursework.assignments.assignment import Paper
from app.coursework.course import Room as CourseRoom
from app.coursework.roster.page import Roster
from app.database.connection import Database
from app.lti import connections, errors, opened_by
from app.lti.connections import Travel
from app.lti.marks.gauges import gauges
from app.lti.marks.job import SENDING, submit_due
from app.lti.opened_by import Opener
from app.lti.routes import connections as connections_routes
from app.lti.routes import entry, launch, picking, platforms, registration
from app.lti.routes.launch import LAUNCH, LOGIN
from app.lti.store import launches
from app.lti.store.contexts import CourseThere
from app.web.context import context
from app.web.room import Room


def _drop_launches(database: Database) -> None:
    with database.write() as connection:
        launches.drop_old(connection)


def _beside_course(request: Request, room: CourseRoom) -> list[CourseThere]:
    return connections.beside_course(context(request), room.course) if room.teaching else []


def _beside_assignment(request: Request, paper: Paper) -> list[Travel]:
    if not paper.teaching:
        return []
    return connections.beside_assignment(context(request), paper.course, paper.assignment.id)


def _beside_roster(request: Request, roster: Roster) -> list[CourseThere]:
    return connections.beside_course(context(request), roster.course)


def _beside_account(request: Request, _: object) -> list[Opener]:
    return opened_by.openers(context(request))


ROOM = Room(
    routers=(
        launch.router,
        entry.router,
        picking.router,
        registration.router,
        platforms.router,
        connections_routes.router,
    ),
    errors=errors.PAGES,
    jobs=(SENDING,),
    beside={
        "account": {"openers": _beside_account},
        "assignment": {"travels": _beside_assignment},
        "course": {"platforms": _beside_course},
        "roster": {"platforms": _beside_roster},
    },
    from_elsewhere=(LOGIN, LAUNCH),
    housekeeping=(_drop_launches, submit_due),
    gauges=(gauges,),
)
