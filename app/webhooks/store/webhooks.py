"""Stores the webhooks of courses; a server holds one while it looks for changes and sends."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, insert, or_, select, update

from app.database.schema import courses, deliveries, webhooks


@dataclass(frozen=True, kw_only=True, slots=True)
class Webhook:
    """A webhook of a course by name; ``failures`` are in a row. ``told`` are the marks that were told, by student and
    assignment, None before the first look."""

    id: int
    course: str
    person: int
    address: str
    secret: str
    made_at: datetime
    off_at: datetime | None
    failures: int
    told: dict[str, dict[str, str]] | None


def add(connection: Connection, course: int, person: int, address: str, now: datetime) -> tuple[int, str]:
    """Stores a new webhook; returns its number, and the secret that signs what is sent."""
    secret = f"whsec_{secrets.token_urlsafe(32)}"
    new = {"course_id": course, "person_id": person, "address": address, "secret": secret, "failures": 0}
    added = insert(webhooks).values(made_at=now, **new).returning(webhooks.c.id)
    return int(connection.execute(added).scalar_one()), secret


def of_course(connection: Connection, course: int) -> list[Webhook]:
    """Returns the webhooks in the order in which they were made."""
    found = _all().where(webhooks.c.course_id == course).order_by(webhooks.c.id)
    return [_webhook(row) for row in connection.execute(found)]


def waiting(connection: Connection, now: datetime, looked_before: datetime) -> list[int]:
    """Returns the webhooks for which there is something to do: to look for changes, or to send."""
    due = exists().where(deliveries.c.webhook_id == webhooks.c.id, deliveries.c.next_at <= now)
    old = or_(webhooks.c.looked_at.is_(None), webhooks.c.looked_at <= looked_before)
    free = or_(webhooks.c.held_until.is_(None), webhooks.c.held_until <= now)
    wanted = select(webhooks.c.id).where(webhooks.c.off_at.is_(None), free, or_(due, old))
    return list(connection.execute(wanted.order_by(webhooks.c.id)).scalars())


def hold(connection: Connection, webhook: int, now: datetime, until: datetime) -> Webhook | None:
    """Holds a webhook until this moment; None where another server holds it, or it is gone or off."""
    free = or_(webhooks.c.held_until.is_(None), webhooks.c.held_until <= now)
    mine = (webhooks.c.id == webhook, webhooks.c.off_at.is_(None), free)
    held = update(webhooks).where(*mine).values(held_until=until).returning(webhooks.c.id)
    if connection.execute(held).first() is None:
        return None
    row = connection.execute(_all().where(webhooks.c.id == webhook)).one()
    return _webhook(row)


def let_go(connection: Connection, webhook: int) -> None:
    """Lets other servers send."""
    connection.execute(update(webhooks).where(webhooks.c.id == webhook).values(held_until=None))


def tell(connection: Connection, webhook: int, told: dict[str, dict[str, str]], now: datetime) -> None:
    """Notes which marks were told by now."""
    values = {"told": told, "looked_at": now}
    connection.execute(update(webhooks).where(webhooks.c.id == webhook).values(values))


def count(connection: Connection, webhook: int, failed: bool) -> int:
    """Counts a try that failed, or ends the row of those that did; returns how many failed in a row."""
    failures = webhooks.c.failures + 1 if failed else 0
    counted = update(webhooks).where(webhooks.c.id == webhook).values(failures=failures)
    found = connection.execute(counted.returning(webhooks.c.failures)).scalar()
    return int(found or 0)


def switch(connection: Connection, webhook: int, off_at: datetime | None) -> None:
    """Turns a webhook off, or on again: then marks are compared anew, and what changed meanwhile is not told."""
    values: dict[str, Any] = {"off_at": off_at}
    if off_at is None:
        values |= {"failures": 0, "told": None, "looked_at": None}
    connection.execute(update(webhooks).where(webhooks.c.id == webhook).values(values))


def remove(connection: Connection, webhook: int) -> None:
    """Removes a webhook with all that was sent to it."""
    connection.execute(delete(webhooks).where(webhooks.c.id == webhook))


def _all() -> Any:
    return select(webhooks, courses.c.name.label("course")).join(
        courses, courses.c.id == webhooks.c.course_id
    )


def _webhook(row: Row[Any]) -> Webhook:
    return Webhook(
        id=row.id,
        course=row.course,
        person=row.person_id,
        address=row.address,
        secret=row.secret,
        made_at=row.made_at,
        off_at=row.off_at,
        failures=row.failures,
        told=row.told,
    )
