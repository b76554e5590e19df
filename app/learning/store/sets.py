"""Stores practice sets: the exercises that are done in a row, with their numbers."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, bindparam, insert, select, update

from app.database.schema import practice_sets


class Kind(StrEnum):
    """The purpose of a set."""

    REVIEWS = "reviews"
    MISTAKES = "mistakes"


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredTask:
    """An exercise of a set, with its numbers. ``mistake``: the one that its numbers would show, "" for none;
    ``put_off`` once its learner does not want it today."""

    question: str
    level: str
    seed: int
    topic: str
    mistake: str = ""
    put_off: bool = False


@dataclass(frozen=True, slots=True)
class StoredSet:
    """A set; ``ended_at`` is None while it is going on."""

    id: int
    kind: Kind
    begun_at: datetime
    ended_at: datetime | None
    tasks: tuple[StoredTask, ...]


def begin(connection: Connection, person: int, kind: Kind, tasks: Sequence[StoredTask], at: datetime) -> None:
    """Stores a set that begins now."""
    values = {"person_id": person, "kind": kind, "begun_at": at, "tasks": [asdict(task) for task in tasks]}
    connection.execute(insert(practice_sets).values(values))


_NEWEST = (
    select(practice_sets)
    .where(practice_sets.c.person_id == bindparam("person"))
    .order_by(practice_sets.c.id.desc())
    .limit(1)
)


def newest(connection: Connection, person: int) -> StoredSet | None:
    """Returns the set that a person began last."""
    row = connection.execute(_NEWEST, {"person": person}).first()
    if row is None:
        return None
    tasks = tuple(StoredTask(**task) for task in row.tasks)
    return StoredSet(row.id, Kind(row.kind), row.begun_at, row.ended_at, tasks)


def keep(connection: Connection, one: int, tasks: Sequence[StoredTask]) -> None:
    """Stores the exercises of a set as they are now."""
    told = [asdict(task) for task in tasks]
    connection.execute(update(practice_sets).where(practice_sets.c.id == one).values(tasks=told))


def end(connection: Connection, one: int, at: datetime) -> None:
    """Stores that a set was ended."""
    connection.execute(update(practice_sets).where(practice_sets.c.id == one).values(ended_at=at))
