"""Forgets the addresses from which exams were sat."""

from datetime import UTC, datetime, timedelta

from app.database.connection import Database
from app.exams.store import presences

KEPT = timedelta(days=30)  # for whoever looks into an exam after it; docs/supervision.md says so


def forget(database: Database, now: datetime | None = None) -> int:
    """Empties the addresses of those who came last more than thirty days ago; returns how many."""
    with database.write() as connection:
        return presences.forget_addresses(connection, (now or datetime.now(UTC)) - KEPT)
