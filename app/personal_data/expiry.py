"""Sessions whose cookies have expired, and the guests as whom nobody can come back."""

from datetime import UTC, datetime, timedelta

from app.database.connection import Database
from app.identity.permissions import YEAR
from app.identity.store import sessions
from app.personal_data.store import deletion

KEPT = timedelta(seconds=YEAR, days=7)  # the cookie's year, and a week for browsers whose clock is behind
MOST = 20  # at once: each is a transaction of its own, between which others write


def forget_expired(database: Database, now: datetime | None = None) -> int:
    """Ends sessions that began more than a year ago, and deletes everything of a guest who has no other.

    Returns how many ended, ``MOST`` where there may be more.
    """
    before = (now or datetime.now(UTC)) - KEPT
    with database.read() as connection:
        found = sessions.expired(connection, before, MOST)
    for session in found:
        with database.write() as connection:
            if sessions.end_expired(connection, session):
                deletion.delete_everything(connection, session.person)
    return len(found)
