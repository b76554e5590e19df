"""The few addresses that take larger bodies than all others, and from whom; their rooms name them.

A body is parsed on the event loop, where all requests wait for one another, before its handler asks who sent it. So a
larger body is let in only from somebody whom that address knows.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from fastapi import Request

from app.database.connection import DatabaseDown
from app.web.concurrency import SAVING

KIB = 1024
# The separators in such a body, and how many it may have. A page that saves five hundred fields has some ten thousand.
PARTED = {"application/json": (b'",[{', 50_000), "application/x-www-form-urlencoded": (b"&;", 5_000)}


@dataclass(frozen=True, slots=True)
class Larger:
    """Addresses that take ``most`` bytes, and who may send them; ``said`` to those who send more, "" for the usual."""

    path: re.Pattern[str]
    most: int
    known: Callable[[Request], bool]
    said: str = ""

    async def knows(self, request: Request) -> bool:
        """Looks up the sender, under the limit of saves. True without the database:
        the handler then says that it is down."""
        with suppress(DatabaseDown):
            return await SAVING.run(partial(self.known, request))
        return True


def parting(content_type: str) -> tuple[bytes, int]:
    """The separators in a body of this type, and how many of them it may have; none where they are not counted."""
    kind = content_type.partition(";")[0].strip().lower()
    return PARTED.get("application/json" if kind.endswith("+json") else kind, (b"", 0))
