"""Queues e-mails, in the transaction of whatever causes them; without a server to send them, nothing is queued."""

from collections.abc import Iterable
from datetime import UTC, datetime

from app.database.connection import Connection
from app.outbox.store import mails
from app.outbox.store.mails import New
from app.settings import settings


def is_on() -> bool:
    """True if this installation sends e-mails."""
    return bool(settings().smtp_host)


def queue(connection: Connection, *new: New) -> None:
    """Queues these e-mails. Of those with one topic, the first stays."""
    queue_all(connection, new)


def queue_all(connection: Connection, new: Iterable[New]) -> None:
    """Queues as ``queue``, many at once."""
    if is_on():
        mails.add(connection, new, datetime.now(UTC))
