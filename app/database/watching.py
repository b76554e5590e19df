"""What is watched of a database: statements that take long, and how long one waits before the first.

A slow statement is logged with its text, in which its parameters do not stand, and counted.
"""

import logging
import time
from typing import Any

from prometheus_client import Counter, Gauge, Histogram
from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext

SLOW = 0.5  # seconds
LONGEST = 2000  # characters of a statement in the log
SLOW_STATEMENTS = Counter(
    "examformer_slow_statements", "SQL statements that took longer than EXAMFORMER_SLOW_QUERY_MS."
)
WAITED = Histogram(
    "examformer_database_wait_seconds",
    "How long was waited for a connection to PostgreSQL, or on SQLite for the writers before.",
    buckets=(0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10),
)
IN_USE = Gauge(
    "examformer_database_connections_in_use",
    "Connections to the database that are in use.",
    multiprocess_mode="livesum",
)
log = logging.getLogger("examformer.database")


def watch(database: Engine, slow: float) -> None:
    """Logs and counts each statement that takes longer than ``slow`` seconds, also one that fails in the end."""

    def begin(_: Any, __: Any, statement: str, parameters: Any, context: Any, ___: bool) -> tuple[str, Any]:
        context.examformer_began = time.perf_counter()
        return statement, parameters

    def end(_: Any, __: Any, statement: str, ___: Any, context: Any, ____: bool) -> None:
        if (took := time.perf_counter() - context.examformer_began) >= slow:
            _tell(statement, took)

    def fail(error: ExceptionContext) -> None:
        began = getattr(error.execution_context, "examformer_began", None)
        if error.statement and began is not None and (took := time.perf_counter() - began) >= slow:
            _tell(error.statement, took)

    event.listen(
        database, "before_cursor_execute", begin, retval=True
    )  # without it, SQLAlchemy wraps the function
    event.listen(database, "after_cursor_execute", end)
    event.listen(database, "handle_error", fail)


def _tell(statement: str, took: float) -> None:
    SLOW_STATEMENTS.inc()
    milliseconds, text = round(1000 * took), " ".join(statement.split())[:LONGEST]
    log.warning("a statement took %d ms: %s", milliseconds, text, extra={"milliseconds": milliseconds})
