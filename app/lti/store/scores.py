"""Stores line items, and what the platform has acknowledged of the marks in them."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.database.schema import lti_line_items, lti_scores

Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LineItem:
    """A column of the platform's gradebook for an assignment or exam; ``address`` is "" until the platform has it."""

    id: int
    assignment: int
    link: str
    address: str


@dataclass(frozen=True, slots=True)
class Sent:
    """The last mark of a person that the platform took, None while it has none; ``sent_at`` is the timestamp of the
    last one that left, taken or not. One that was refused is tried again at ``next_at``."""

    acknowledged: Told | None
    sent_at: datetime | None
    fault: str = ""
    failures: int = 0
    next_at: datetime | None = None


NEVER = Sent(None, None)


def line_items(connection: Connection, there: int) -> list[LineItem]:
    found = select(lti_line_items).where(lti_line_items.c.context_id == there).order_by(lti_line_items.c.id)
    return [LineItem(row.id, row.assignment_id, row.link, row.address) for row in connection.execute(found)]


def keep_line_item(connection: Connection, there: int, assignment: int, link: str, address: str) -> None:
    """Notes the line item of an assignment, which has one in a context: a later link with one of its own replaces it,
    and then the platform has no marks in it yet."""
    this = (lti_line_items.c.context_id == there, lti_line_items.c.assignment_id == assignment)
    row = connection.execute(select(lti_line_items).where(*this).with_for_update()).first()
    if row is None:
        new = {"context_id": there, "assignment_id": assignment, "link": link, "address": address}
        with suppress(IntegrityError), connection.begin_nested():  # somebody else came at this moment
            connection.execute(insert(lti_line_items).values(new))
    elif address and row.address != address:
        change = update(lti_line_items).where(lti_line_items.c.id == row.id)
        connection.execute(change.values(link=link, address=address))
        nothing = update(lti_scores).where(lti_scores.c.line_item_id == row.id)
        connection.execute(nothing.values(acknowledged=None))


def locate(connection: Connection, line_item: int, address: str) -> None:
    """Notes where the platform has a line item that was made for us."""
    connection.execute(update(lti_line_items).where(lti_line_items.c.id == line_item).values(address=address))


def of_line_item(connection: Connection, line_item: int) -> dict[int, Sent]:
    """Returns what the platform has, by person."""
    found = connection.execute(select(lti_scores).where(lti_scores.c.line_item_id == line_item))
    return {
        row.person_id: Sent(row.acknowledged, row.sent_at, row.fault, row.failures, row.next_at)
        for row in found
    }


def note(connection: Connection, line_item: int, person: int, sent: Sent) -> None:
    """Stores how it stands with one mark."""
    values = {
        "acknowledged": None if sent.acknowledged is None else dict(sent.acknowledged),
        "sent_at": sent.sent_at,
        "fault": sent.fault,
        "failures": sent.failures,
        "next_at": sent.next_at,
    }
    mine = (lti_scores.c.line_item_id == line_item, lti_scores.c.person_id == person)
    if connection.execute(update(lti_scores).where(*mine).values(values)).rowcount == 0:
        connection.execute(insert(lti_scores).values(line_item_id=line_item, person_id=person, **values))
