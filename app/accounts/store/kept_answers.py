"""Stores what programs were answered, for a day: a request that is sent twice is carried out once."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_on_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_on_sqlite

from app.database.schema import kept_answers

KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer, and the ``fingerprint`` of the request that it was given to."""

    fingerprint: str
    status: int
    answer: str


def begin(connection: Connection, person: int, key: str, fingerprint: str) -> KeptAnswer | None:
    """Returns what was answered to this key; None where the request is new, which holds its key until the transaction
    ends. Another request with the same key waits for it."""
    mine = (kept_answers.c.person_id == person, kept_answers.c.key == key)
    connection.execute(delete(kept_answers).where(*mine, kept_answers.c.at < datetime.now(UTC) - KEPT))
    insert = insert_on_sqlite if connection.dialect.name == "sqlite" else insert_on_postgresql
    new = {"person_id": person, "key": key, "fingerprint": fingerprint, "status": 0, "answer": ""}
    added = insert(kept_answers).values(at=datetime.now(UTC), **new).on_conflict_do_nothing()
    if connection.execute(added.returning(kept_answers.c.id)).first():
        return None
    row = connection.execute(select(kept_answers).where(*mine)).one()
    return KeptAnswer(row.fingerprint, row.status, row.answer)


def keep(connection: Connection, person: int, key: str, status: int, answer: str) -> None:
    """Keeps the answer to a request that has begun."""
    mine = (kept_answers.c.person_id == person, kept_answers.c.key == key)
    connection.execute(update(kept_answers).where(*mine).values(status=status, answer=answer))


def forget_older(connection: Connection) -> None:
    """Deletes what is older than a day."""
    connection.execute(delete(kept_answers).where(kept_answers.c.at < datetime.now(UTC) - KEPT))
