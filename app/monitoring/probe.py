"""A probe: a doctor asks a server through its proxy what it sees of the request, and so learns what the proxy does.

A server tells that only to who can write into its database: the doctor leaves a secret there for a minute or two, and
sends it along. To everybody else the addresses of a probe are not there.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import token_urlsafe

from starlette.requests import Request

from app.database.connection import Database
from app.monitoring.store import probes
from app.web.body_limits import KIB, Larger

PATH = "/health/probe"
BODY, EVENTS = f"{PATH}/body", f"{PATH}/events"
KEPT = 120.0  # seconds
MOST = 60 * 1024 * KIB  # bytes: the largest body that any page sends
NUMBER, APART = 4, 0.4  # of events, and the seconds between two
SECRET = re.compile(r"Bearer ([\w-]{43})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What a server sees: for which client, scheme and host it takes the request to be, and the two headers as they
    came."""

    client: str
    scheme: str
    host: str
    forwarded_for: str
    forwarded_proto: str


@contextmanager
def left(database: Database) -> Iterator[dict[str, str]]:
    """Leaves a secret in the database, hands out the header that shows it, and takes it back. Raises DatabaseDown."""
    secret = token_urlsafe(32)
    with database.write() as connection:
        probes.leave(connection, secret, time.time() + KEPT)
    try:
        yield {"Authorization": f"Bearer {secret}"}
    finally:
        with database.write() as connection:
            probes.remove(connection, secret)


def is_asked(request: Request) -> bool:
    """True if the request carries a secret that lies in the database."""
    shown = SECRET.fullmatch(request.headers.get("Authorization", ""))
    if shown is None:
        return False
    database: Database = request.app.state.database
    with database.read() as connection:
        return probes.is_known(connection, shown[1], time.time())


def seen(request: Request) -> Seen:
    return Seen(
        client=request.client.host if request.client else "",
        scheme=request.url.scheme,
        host=request.headers.get("Host", ""),
        forwarded_for=", ".join(request.headers.getlist("X-Forwarded-For")),
        forwarded_proto=", ".join(request.headers.getlist("X-Forwarded-Proto")),
    )


LARGER = Larger(re.compile(re.escape(BODY)), MOST, is_asked)
