"""What the proxy between people and the server does to their requests.

A server tells what it sees of a request to who can write into its database (``app.monitoring.probe``).
"""

import json
from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from app.commands.doctor.checkup import Check, Look
from app.commands.doctor.database import URL
from app.commands.doctor.findings import Finding, advice, fault, ok, unchecked, worst
from app.commands.doctor.installation import Installation
from app.commands.doctor.settings import ADDRESS, PROXIES
from app.commands.doctor.way import asking
from app.commands.doctor.way.address import HOST, asked, is_examformer, is_own
from app.commands.doctor.way.asking import Unanswered
from app.database.connection import Database, DatabaseDown
from app.database.inspection import Away
from app.database.migration import Standing
from app.identity.networks import address
from app.monitoring import probe
from app.monitoring.probe import Seen

FORGED = "192.0.2.77"  # of TEST-NET-1 (RFC 5737): nobody has it
SENT = 2560 * 1024  # bytes: a question with its files
AT_ONCE = 1.5  # seconds in which a proxy that refuses a body by its announced length has done so
PROTO = (
    "HAProxy: http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]",
    "nginx: proxy_set_header X-Forwarded-Proto $scheme;",
)
FOR = (
    "Let the proxy set the header itself, whatever a browser sent:",
    "HAProxy: http-request set-header X-Forwarded-For %[src]",
    "nginx: proxy_set_header X-Forwarded-For $remote_addr;",
)


def _through(look: Callable[[Installation, dict[str, str]], Finding]) -> Look:
    """Makes a check of one that asks a server through the proxy; it is left out where there is nothing to be asked."""

    @wraps(look)
    def through(at: Installation) -> Finding | None:
        if not at.address or is_own(at) or not is_examformer(asked(at.address)):
            return None  # which is said already
        if isinstance(at.database, Away) or at.database.standing is not Standing.CURRENT:
            return unchecked("what a server sees, it tells only to who can write into its database")
        database = Database(at.settings.database_url)
        try:
            with probe.left(database) as secret:
                return look(at, secret)
        except DatabaseDown as error:
            return unchecked(f"the database cannot be written: {str(error.orig).strip()}")
        except Unanswered as error:
            return unchecked(f"{type(error).__name__}: {error}"[:200])
        finally:
            database.close()

    return through


@_through
def forwarded(at: Installation, secret: dict[str, str]) -> Finding:
    """Sends forged headers along, and asks the server what it makes of them."""
    parts = urlsplit(at.address)
    lie = {"X-Forwarded-For": FORGED, "X-Forwarded-Proto": "http" if parts.scheme == "https" else "https"}
    answer = asking.ask(at.address, probe.PATH, secret | lie)
    if answer.status != 200:
        return _unknown(answer.status)
    seen = Seen(**json.loads(answer.text))
    found = [*_of_host(parts.netloc, seen), *_of_scheme(parts.scheme, seen), _of_client(seen)]
    return worst(list(dict.fromkeys(found)))  # the same may follow from both headers


@_through
def bodies(at: Installation, secret: dict[str, str]) -> Finding:
    steps = (
        f"nginx: client_max_body_size {probe.MOST // 2**20}m;",
        "HAProxy has no such limit unless one was made.",
    )
    try:
        found = asking.send(at.address, probe.BODY, secret, SENT)
    except ConnectionError:
        return fault("the proxy ends the connection while 2.5 MB are sent", *steps)
    if found.status == 413:
        return fault("the proxy refuses what people send: 2.5 MB were too much for it", *steps)
    if found.status != 200:
        return _unknown(found.status)
    if json.loads(found.text)["bytes"] != SENT:
        return fault("the proxy cuts off what people send: of 2.5 MB not all came", *steps)
    if asking.announce(at.address, probe.BODY, secret, probe.MOST, AT_ONCE) == 413:
        return advice(
            f"the proxy takes 2.5 MB, but no files of {probe.MOST // 2**20} MB to be imported", *steps
        )
    return ok("the proxy lets through what people send, and files to be imported")


@_through
def events(at: Installation, secret: dict[str, str]) -> Finding:
    """Runs of the lab and the live monitor are followed in streams: a proxy must not collect them."""
    for _ in range(2):  # a busy machine may read them all at once
        came = asking.moments(at.address, probe.EVENTS, secret)
        if came and came[-1] - came[0] > probe.APART / 2:
            return ok("events come as they are sent")
    return fault(
        "the proxy holds events back until there are many: whoever watches a run in the lab sees nothing of it",
        "nginx: proxy_buffering off; and no text/event-stream among gzip_types.",
        "HAProxy: no text/event-stream among the types of a compression.",
    )


def _of_host(expected: str, seen: Seen) -> list[Finding]:
    if seen.host == expected:
        return []
    return [
        fault(
            f"the proxy asks the server for {seen.host}, not {expected}: forms may be refused, and links lead astray",
            HOST,
        )
    ]


def _of_scheme(expected: str, seen: Seen) -> list[Finding]:
    if seen.scheme == expected:
        return []
    if seen.forwarded_proto == expected:
        return [_unbelieved(seen)]
    return [
        fault(
            f"people come by {expected}, and the server believes that they come by {seen.scheme}",
            "Let the proxy set the header, whatever a browser sent:",
            *PROTO,
        )
    ]


def _of_client(seen: Seen) -> Finding:
    named = [address(one.strip()) for one in seen.forwarded_for.split(",") if one.strip()]
    if named == [address(FORGED)]:
        return fault("the proxy passes on what a browser says of its address: everybody can take any", *FOR)
    if not named:
        return fault(
            f"the proxy does not say for whom it asks: everybody seems to come from {seen.client}", *FOR
        )
    if address(seen.client) not in named:
        return _unbelieved(seen)
    if address(FORGED) in named:
        forged = address(seen.client) == address(FORGED)
        return (fault if forged and not _is_loopback(named[-1]) else advice)(
            f"the proxy adds the address of a browser to what that says of itself ({seen.forwarded_for})",
            *FOR,
        )
    return ok(f"the server sees who asks ({seen.client}), over {seen.scheme}, for {seen.host}")


def _unbelieved(seen: Seen) -> Finding:
    return fault(
        f"the server does not believe the proxy: everybody seems to come from {seen.client}",
        f"Set {PROXIES}={seen.client}, and start the server anew.",
    )


def _is_loopback(one: object) -> bool:
    return bool(getattr(one, "is_loopback", False))


def _unknown(status: int) -> Finding:
    return unchecked(
        f"the server does not answer what it sees (status {status})",
        f"It has another database than {URL} names here, or is of an older version.",
    )


CHECKS = (
    Check("forwarded headers", forwarded, seconds=30, needs=(ADDRESS, URL)),
    Check("large bodies", bodies, seconds=30, needs=(ADDRESS, URL)),
    Check("events", events, seconds=30, needs=(ADDRESS, URL)),
)
