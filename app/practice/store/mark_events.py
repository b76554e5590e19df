"""The events that others learn from: an answer was marked, a mark was changed, a solution was opened.

They are stored with what they tell of, in the same transaction, and stay until somebody has taken them in
(``app.learning``).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Boolean, Connection, Integer, bindparam, delete, insert, literal, null, or_, select
from sqlalchemy.sql.elements import ColumnElement

from app.database.schema import attempts, mark_events, people, responses


@dataclass(frozen=True, slots=True)
class Event:
    """``response`` is the answer that was marked; None where the solution was opened."""

    id: int
    person: int
    attempt: int
    response: int | None
    changed: bool


_COLUMNS = ("person_id", "attempt_id", "response_id", "changed")
_ADD = insert(mark_events).from_select(
    _COLUMNS,
    select(
        attempts.c.person_id,
        attempts.c.id,
        bindparam("response", type_=Integer),
        bindparam("changed", type_=Boolean),
    ).where(attempts.c.id == bindparam("attempt")),
)


def add(connection: Connection, attempt: int, response: int | None = None, *, changed: bool = False) -> None:
    """Stores an event of this attempt."""
    connection.execute(_ADD, {"attempt": attempt, "response": response, "changed": changed})


def add_all(connection: Connection, attempt: int) -> None:
    """Stores the events of an attempt that was stored as a whole: all marks, and that its solution was opened."""
    marked = select(attempts.c.person_id, attempts.c.id, responses.c.id, literal(False)).join(
        responses, responses.c.attempt_id == attempts.c.id
    )
    of_this = (attempts.c.id == attempt, responses.c.earned.is_not(None))
    connection.execute(
        insert(mark_events).from_select(_COLUMNS, marked.where(*of_this).order_by(responses.c.id))
    )
    seen = select(attempts.c.person_id, attempts.c.id, null(), literal(False))
    of_this = (attempts.c.id == attempt, attempts.c.solution_seen_at.is_not(None))
    connection.execute(insert(mark_events).from_select(_COLUMNS, seen.where(*of_this)))


def hold(connection: Connection, person: int) -> None:
    """Locks the person until the transaction ends, so that nobody else takes in the same events."""
    connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())


def waiting(connection: Connection, person: int, now: datetime, most: int) -> Sequence[Event]:
    """Returns the oldest events of a person; of an exam only once its sheets are open."""
    wanted = (
        select(mark_events)
        .join(attempts, attempts.c.id == mark_events.c.attempt_id)
        .where(mark_events.c.person_id == person, _opened(now))
        .order_by(mark_events.c.id)
        .limit(most)
    )
    return [
        Event(row.id, row.person_id, row.attempt_id, row.response_id, row.changed)
        for row in connection.execute(wanted)
    ]


def people_waiting(connection: Connection, now: datetime, most: int) -> Sequence[int]:
    """Returns people with events that can be taken in, those with the oldest first."""
    wanted = (
        select(mark_events.c.person_id)
        .join(attempts, attempts.c.id == mark_events.c.attempt_id)
        .where(_opened(now))
        .distinct()
        .limit(most)
    )
    return list(connection.execute(wanted).scalars())


def take_out(connection: Connection, events: Collection[int]) -> None:
    """Deletes events that were taken in."""
    connection.execute(delete(mark_events).where(mark_events.c.id.in_(events)))


def take_out_all(connection: Connection, person: int, now: datetime) -> None:
    """Deletes all of a person's events that could be taken in."""
    opened = select(attempts.c.id).where(attempts.c.person_id == person, _opened(now))
    mine = mark_events.c.person_id == person
    connection.execute(delete(mark_events).where(mine, mark_events.c.attempt_id.in_(opened)))


def _opened(now: datetime) -> ColumnElement[bool]:
    return or_(attempts.c.opens_at.is_(None), attempts.c.opens_at <= now)
