"""The registration of a room with the application; ``app.main`` lists the rooms, and nothing that is in them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from starlette.routing import BaseRoute

from app.database.connection import Connection, Database
from app.jobs.runner import Kind
from app.web.beside import Beside
from app.web.body_limits import Larger
from app.web.context import Context
from app.web.errors.pages import ErrorPages
from app.web.gauges import Gauges

Confirmation = Callable[[Connection, Context, int], object]  # with the number of the person


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """A room. Its routers are matched in this order. Forms of other sites are taken at the paths ``from_elsewhere``
    alone. ``housekeeping`` is done now and then, in a thread of the server; so is ``upkeep``, which is handed the
    library, too. ``closes`` are checks that close what helps with an exam to more requests than those of people who sit
    one. ``confirmed`` is done in the transaction in which the e-mail of an account becomes known to be the person's.
    ``gauges`` are numbers that an operator watches."""

    routers: Sequence[APIRouter] = ()
    closes: Sequence[Callable[[Request], None]] = ()
    errors: ErrorPages = field(default_factory=dict)
    jobs: Sequence[Kind] = ()
    beside: Beside = field(default_factory=dict)
    larger_bodies: Sequence[Larger] = ()
    from_elsewhere: Sequence[str] = ()
    confirmed: Sequence[Confirmation] = ()
    housekeeping: Sequence[Callable[[Database], object]] = ()
    upkeep: Sequence[Callable[[Database, Any], object]] = ()
    gauges: Sequence[Gauges] = ()


def routes(rooms: Iterable[Room]) -> list[BaseRoute]:
    """The routes of all rooms, in the order in which they are matched: each once, for a request tries one after the
    other."""
    return [route for room in rooms for router in room.routers for route in router.routes]


def said_beside(rooms: Iterable[Room]) -> dict[str, dict[str, Callable[[Request, Any], object]]]:
    """The additions of all rooms to one another's pages, by page."""
    said: dict[str, dict[str, Callable[[Request, Any], object]]] = {}
    for room in rooms:
        for page, sayings in room.beside.items():
            said.setdefault(page, {}).update(sayings)
    return said
