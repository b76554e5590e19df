"""The few addresses that take more than all others, and from whom.

A body is parsed where all requests wait for one another, before its handler asks who sent it. So one that is longer
than the rest is let in only from somebody whom that address knows.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from fastapi import Request

from app.database.connection import Database, DatabaseDown
from app.exams.store import sittings
from app.identity.permissions import person
from app.identity.store.people import Role
from app.web.concurrency import SAVING

KIB = 1024


@dataclass(frozen=True, slots=True)
class Larger:
    """An address that takes ``most`` bytes, and who may send them."""

    path: re.Pattern[str]
    most: int
    known: Callable[[Request], bool]

    async def knows(self, request: Request) -> bool:
        """One look-up, in the lane of saves. Without the database the handler says that it is down."""
        with suppress(DatabaseDown):
            return await SAVING.run(partial(self.known, request))
        return True


def _is_instructor(request: Request) -> bool:
    return person(request).role.may(Role.INSTRUCTOR)


def _sits_here(request: Request) -> bool:
    """Whether it is the sitting of who asks."""
    who = person(request).id
    if who is None:
        return False
    database: Database = request.app.state.database
    with database.read() as rows:
        return sittings.find(rows, who, request.scope["path"].split("/")[2]) is not None


# The editor of a question, of whose 60,000 letters each may take twelve in a form, once in its text and once in its
# fields; an import; and what waited in an exam for a connection.
LARGER = (
    Larger(
        re.compile(r"/author/(?!(?:copies|imports)(?:/|$))[^/]+(/(preview|tests|check|cancel|publish))?"),
        1536 * KIB,
        _is_instructor,
    ),
    Larger(re.compile(r"/author/imports"), 2048 * KIB, _is_instructor),
    Larger(re.compile(r"/sittings/[^/]+/(saves|questions/[^/]+)"), 1536 * KIB, _sits_here),
)
# Of such a body: how many signs may part it into pieces. A page that saves five hundred fields has some ten thousand.
PARTED = {"application/json": (b'",[{', 50_000), "application/x-www-form-urlencoded": (b"&;", 5_000)}


def larger(path: str) -> Larger | None:
    """What this address takes, if it takes more than the rest."""
    return next((one for one in LARGER if one.path.fullmatch(path)), None)


def parting(content_type: str) -> tuple[bytes, int]:
    """The signs that part a body of this type, and how many of them it may have; none where they are not counted."""
    kind = content_type.partition(";")[0].strip().lower()
    return PARTED.get("application/json" if kind.endswith("+json") else kind, (b"", 0))
