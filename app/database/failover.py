"""Connections to PostgreSQL where the address names several servers, of which one takes writes at a time.

A primary that was given up may start again and take writes that nobody will find; it says of itself that it is the
primary, as the right one does. But each promotion begins a timeline with a higher number. So no process goes back to a
server that is behind another one that it knew.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Self

from psycopg import Connection, OperationalError

ASKED = "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"
Server = Mapping[str, str]  # the parameters of libpq that tell it from the others
log = logging.getLogger("examformer")


def named(given: Mapping[str, Any]) -> list[Server]:
    """The servers that these parameters of libpq name, in their order."""
    hosts = str(given.get("host", "")).split(",")
    ports = str(given["port"]).split(",") if given.get("port") else [""] * len(hosts)
    return [{"host": host, "port": port} for host, port in zip(hosts, ports, strict=True)]


def to_newest_primary(servers: Sequence[Server]) -> type[Connection[Any]]:
    """Makes a kind of connection that is opened to the one of these servers that takes writes. It raises
    OperationalError where none does, or only one that is behind another one that was known."""
    order, known = list(servers), 0

    class ToNewestPrimary(Connection[Any]):
        @classmethod
        def connect(cls, conninfo: str = "", **given: Any) -> Self:
            nonlocal order, known
            taken: Self | None = None
            why = OperationalError("no server is named")
            all_are_asked = not known
            for server in order:
                wanted = {**given, **server, "target_session_attrs": "read-write"}
                try:
                    one = super().connect(conninfo, **wanted)
                    timeline = _timeline(one)
                except OperationalError as error:
                    why = error
                    continue
                if timeline < known:
                    one.close()
                    why = OperationalError(
                        f"{server['host']} was the primary before a failover: switch it off"
                    )
                    log.error("%s", why)
                    continue
                if taken is not None:
                    taken.close()
                taken, known = one, timeline
                order = [server, *(each for each in order if each != server)]
                if not all_are_asked:
                    break
            if taken is None:
                raise why
            return taken

    return ToNewestPrimary


def _timeline(connection: Connection[Any]) -> int:
    try:
        (number,) = connection.execute(ASKED).fetchone() or (0,)
        connection.rollback()
    except OperationalError:
        connection.close()
        raise
    return int(number)
