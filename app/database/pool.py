"""The pool of connections to PostgreSQL.

They are tried before they are handed out, and are given back to the server when they were idle for a minute. A
statement, a wait for a lock and a transaction that does nothing end after a while: a server that hangs or is gone keeps
nobody else waiting for ever.
"""

import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

if TYPE_CHECKING:
    from psycopg import Connection as Plain
    from psycopg_pool import ConnectionPool

PATIENCE = 10  # seconds that somebody waits for a connection or a lock, and on SQLite for the writer before
MOST_CONNECTIONS = 20  # to PostgreSQL, of one process
IDLE = 60  # seconds after which a connection that nobody uses is closed
TRIED_AGAIN = 0.5  # seconds after which a server that is away is tried again while somebody waits
LIMITS = {  # of PostgreSQL, in seconds; a transaction is idle while its process computes
    "statement_timeout": 60,
    "lock_timeout": PATIENCE,
    "idle_in_transaction_session_timeout": 120,
}
CONNECTING = {  # parameters of libpq: a server that is gone without a word is noticed within a minute
    "connect_timeout": 5, "keepalives_idle": 20, "keepalives_interval": 10, "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}  # fmt: skip


class Opening:
    """Opens connections of a kind, as the pool asks for them; ``failure`` says why the last attempt failed, and is ""
    after one that did not."""

    def __init__(self, kind: "type[Plain[Any]]") -> None:
        self._kind = kind
        self.failure = ""

    def connect(self, conninfo: str = "", **given: Any) -> "Plain[Any]":
        try:
            opened = self._kind.connect(conninfo, **given)
        except Exception as error:
            self.failure = " ".join(str(error).split())
            raise
        self.failure = ""
        return opened


def opened(given: Mapping[str, Any]) -> "ConnectionPool[Any]":
    """The pool of connections to PostgreSQL; it connects as they are wanted, and waits for a server that is away."""
    from psycopg import Connection as Plain
    from psycopg_pool import ConnectionPool

    from app.database import failover

    servers = failover.named(given)
    opening: Any = Opening(failover.to_newest_primary(servers) if len(servers) > 1 else Plain)
    pool = ConnectionPool(
        connection_class=opening,
        kwargs={**CONNECTING, **given}, min_size=0, max_size=MOST_CONNECTIONS, open=False, max_idle=IDLE,
        timeout=PATIENCE, reconnect_timeout=TRIED_AGAIN, configure=_limit,
        check=ConnectionPool.check_connection, close_returns=True,
    )  # fmt: skip
    # Whoever waits says so, and once each is enough.
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    pool.open()
    return pool


def connection_of(pool: "ConnectionPool[Any]") -> Any:
    """Waits for a connection. The pool gives a server up that is away, until somebody asks for the next one: so whoever
    waits asks again and again. Raises PoolTimeout, which says why the last attempt to connect failed."""
    from psycopg_pool import PoolTimeout

    gives_up = time.monotonic() + PATIENCE
    while (left := gives_up - time.monotonic()) > 0:
        with suppress(PoolTimeout):
            return pool.getconn(min(left, TRIED_AGAIN))
    why = pool.connection_class.failure or f"all {MOST_CONNECTIONS} connections are in use"
    raise PoolTimeout(f"{why}; waited for {PATIENCE} s")


def lift_limits(connection: Connection) -> None:
    """Lets this transaction take as long as it takes."""
    if connection.dialect.name != "sqlite":
        for limit in LIMITS:
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")


def _limit(connection: Any) -> None:
    for name, seconds in LIMITS.items():
        connection.execute(f"SET {name} = '{seconds}s'")
    connection.commit()
