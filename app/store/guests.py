"""Who practises: a cookie's hash, nothing else."""

import hashlib
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from app.store.schema import guests


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find(rows: Connection, token: str) -> int | None:
    found = rows.execute(select(guests.c.id).where(guests.c.token_hash == hashed(token))).scalar()
    return None if found is None else int(found)


def add(rows: Connection, token: str) -> int:
    """The new guest; where another worker adds the same one at this moment, that one."""
    row = insert(guests).values(token_hash=hashed(token), created_at=datetime.now(UTC)).returning(guests.c.id)
    try:
        with rows.begin_nested():
            return int(rows.execute(row).scalar_one())
    except IntegrityError:
        return int(rows.execute(select(guests.c.id).where(guests.c.token_hash == hashed(token))).scalar_one())


def lock(rows: Connection, guest: int) -> None:
    """Lets this transaction alone write for the guest, until it ends: what a form sent twice began is then seen."""
    rows.execute(select(guests.c.id).where(guests.c.id == guest).with_for_update())
