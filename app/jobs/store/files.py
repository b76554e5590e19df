"""Stores files in pieces, each short enough that saves of answers do not wait while it is written."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, select, update

from app.database.schema import job_file_pieces, job_files


def begin(connection: Connection, name: str, person: int | None, now: datetime) -> int:
    """Adds a file without content, which is not there until it is finished; returns its number."""
    made = insert(job_files).values(name=name, person_id=person, whole=False, made_at=now)
    return int(connection.execute(made.returning(job_files.c.id)).scalar_one())


def add_piece(connection: Connection, file: int, number: int, content: bytes) -> None:
    connection.execute(insert(job_file_pieces).values(file_id=file, number=number, content=content))


def finish(connection: Connection, file: int) -> None:
    """From now on the file is there."""
    connection.execute(update(job_files).where(job_files.c.id == file).values(whole=True))


def is_there(connection: Connection, name: str, after: datetime) -> bool:
    """True if the file is whole and was made after that moment."""
    return bool(connection.execute(select(exists().where(*_there(name, after)))).scalar())


def content(connection: Connection, name: str, after: datetime) -> bytes | None:
    """Returns the content; None where the file is not there."""
    if not is_there(connection, name, after):
        return None
    its = select(job_file_pieces.c.content).join(job_files).where(*_there(name, after))
    return b"".join(connection.execute(its.order_by(job_file_pieces.c.number)).scalars())


def drop(connection: Connection, *names: str) -> None:
    """Removes the files of these names that there are."""
    connection.execute(delete(job_files).where(job_files.c.name.in_(names)))


def drop_old(connection: Connection, until: datetime) -> int:
    """Removes the files that were made until then, and returns how many."""
    return connection.execute(delete(job_files).where(job_files.c.made_at <= until)).rowcount


def _there(name: str, after: datetime) -> tuple[Any, ...]:
    return job_files.c.name == name, job_files.c.whole, job_files.c.made_at > after
