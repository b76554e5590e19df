"""Who practises: a cookie's hash, nothing else."""

import hashlib
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select

from app.store.schema import guests


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find(rows: Connection, token: str) -> int | None:
    found = rows.execute(select(guests.c.id).where(guests.c.token_hash == hashed(token))).scalar()
    return None if found is None else int(found)


def add(rows: Connection, token: str) -> int:
    row = insert(guests).values(token_hash=hashed(token), created_at=datetime.now(UTC)).returning(guests.c.id)
    return int(rows.execute(row).scalar_one())
