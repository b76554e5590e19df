"""Registers the room: its routers, its error pages, and the two addresses that take forms of platforms."""

from app.database.connection import Database
from app.lti import errors
from app.lti.routes import entry, launch, platforms
from app.lti.routes.launch import LAUNCH, LOGIN
from app.lti.store import launches
from app.web.room import Room


def _drop_launches(database: Database) -> None:
    with database.write() as connection:
        launches.drop_old(connection)


ROOM = Room(
    routers=(launch.router, entry.router, platforms.router),
    errors=errors.PAGES,
    from_elsewhere=(LOGIN, LAUNCH),
    housekeeping=(_drop_launches,),
)
