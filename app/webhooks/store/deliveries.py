"""Stores what is sent to webhooks: each stays until it arrived or was given up, and then for two weeks."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from app.database.schema import deliveries

KEPT = timedelta(days=14)
ARRIVED = range(200, 300)


@dataclass(frozen=True, kw_only=True, slots=True)
class Delivery:
    """One event for a webhook; ``status`` is None where no answer came, and ``said`` how it begins, or why none did.
    ``next_at`` is None once it arrived or was given up."""

    id: int
    name: str
    event: str
    body: str
    made_at: datetime
    next_at: datetime | None
    tries: int
    tried_at: datetime | None
    status: int | None
    said: str

    @property
    def arrived(self) -> bool:
        return self.status in ARRIVED if self.status else False


def add(connection: Connection, webhook: int, event: str, body: str, now: datetime) -> None:
    """Stores an event that is to be sent at once."""
    new = {"webhook_id": webhook, "name": secrets.token_urlsafe(12), "event": event, "body": body}
    connection.execute(insert(deliveries).values(made_at=now, next_at=now, tries=0, said="", **new))


def due(connection: Connection, webhook: int, now: datetime, most: int) -> list[Delivery]:
    """Returns what is to be sent now, the oldest first."""
    wanted = select(deliveries).where(deliveries.c.webhook_id == webhook, deliveries.c.next_at <= now)
    return [_delivery(row) for row in connection.execute(wanted.order_by(deliveries.c.id).limit(most))]


def last(connection: Connection, webhook: int, most: int) -> list[Delivery]:
    """Returns what was made last, the newest first."""
    wanted = select(deliveries).where(deliveries.c.webhook_id == webhook)
    return [_delivery(row) for row in connection.execute(wanted.order_by(deliveries.c.id.desc()).limit(most))]


def tried(
    connection: Connection,
    delivery: int,
    now: datetime,
    next_at: datetime | None,
    status: int | None,
    said: str,
) -> None:
    """Notes a try, and when the next one is."""
    values = {"tried_at": now, "next_at": next_at, "status": status, "said": said}
    changed = update(deliveries).where(deliveries.c.id == delivery)
    connection.execute(changed.values(tries=deliveries.c.tries + 1, **values))


def give_up(connection: Connection, webhook: int) -> None:
    """Gives up whatever waits for a webhook."""
    connection.execute(update(deliveries).where(deliveries.c.webhook_id == webhook).values(next_at=None))


def waiting(connection: Connection) -> int:
    """Counts those that are to be sent, or sent again."""
    waits = select(func.count()).select_from(deliveries).where(deliveries.c.next_at.is_not(None))
    return int(connection.execute(waits).scalar_one())


def forget_older(connection: Connection, before: datetime) -> None:
    """Deletes what arrived or was given up, and was made before this moment."""
    over = (deliveries.c.next_at.is_(None), deliveries.c.made_at < before)
    connection.execute(delete(deliveries).where(*over))


def _delivery(row: Row[Any]) -> Delivery:
    return Delivery(
        id=row.id,
        name=row.name,
        event=row.event,
        body=row.body,
        made_at=row.made_at,
        next_at=row.next_at,
        tries=row.tries,
        tried_at=row.tried_at,
        status=row.status,
        said=row.said,
    )
