"""Stores placements: when each was begun and ended, and the topics that it asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from app.database.schema import placements

Answers = tuple[
    tuple[str, bool], ...
]  # topics in the order in which they were asked, and whether they went well


@dataclass(frozen=True, slots=True)
class StoredPlacement:
    """A placement; ``ended_at`` is None while it is going on. Of one that goes on, ``answers`` ends with the topic that
    was skipped last: what was done since follows from the sheets."""

    id: int
    begun_at: datetime
    ended_at: datetime | None
    answers: Answers


def begin(connection: Connection, person: int, at: datetime) -> None:
    """Stores a placement that begins now."""
    connection.execute(insert(placements).values(person_id=person, begun_at=at, answers=[]))


_NEWEST = (
    select(placements)
    .where(placements.c.person_id == bindparam("person"))
    .order_by(placements.c.id.desc())
    .limit(1)
)


def newest(connection: Connection, person: int) -> StoredPlacement | None:
    """Returns the placement that a person began last."""
    row = connection.execute(_NEWEST, {"person": person}).first()
    return None if row is None else _placement(row)


def ended(connection: Connection, person: int) -> Sequence[StoredPlacement]:
    """Returns the placements that a person has ended, oldest first."""
    over = (placements.c.person_id == person, placements.c.ended_at.is_not(None))
    rows = connection.execute(
        select(placements).where(*over).order_by(placements.c.ended_at, placements.c.id)
    )
    return [_placement(row) for row in rows]


def keep(connection: Connection, placement: int, answers: Answers, ended_at: datetime | None = None) -> None:
    """Stores how the topics went so far; with ``ended_at``, for good."""
    values = {"answers": [list(one) for one in answers], "ended_at": ended_at}
    connection.execute(update(placements).where(placements.c.id == placement).values(values))


def add(
    connection: Connection, person: int, begun_at: datetime, ended_at: datetime, answers: Answers
) -> bool:
    """Stores a placement of another installation, unless it is here already. Returns whether it was stored."""
    same = (placements.c.person_id == person, placements.c.begun_at == begun_at)
    if connection.execute(select(placements.c.id).where(*same)).first() is not None:
        return False
    told = [list(one) for one in answers]
    values = {"person_id": person, "begun_at": begun_at, "ended_at": ended_at, "answers": told}
    connection.execute(insert(placements).values(values))
    return True


def _placement(row: Row[Any]) -> StoredPlacement:
    answers = tuple((str(topic), bool(right)) for topic, right in row.answers)
    return StoredPlacement(row.id, row.begun_at, row.ended_at, answers)
