"""Stores which archives there are, and of which sittings they hold the single saves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, insert, select, update

from app.database.schema import archived_saves, save_archives


@dataclass(frozen=True, slots=True)
class Archive:
    """A file that was begun; ``finished_at`` is when the last of what it holds was removed from the database."""

    id: int
    name: str
    file: str
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Note:
    """The number of ``saves`` of a sitting that lie in the archive of this ``name``, and since when;
    ``finished_at`` as in Archive."""

    name: str
    file: str
    finished_at: datetime | None
    saves: int
    at: datetime


def begin(connection: Connection, name: str, file: str, now: datetime) -> Archive:
    new = insert(save_archives).values(name=name, file=file, begun_at=now).returning(save_archives.c.id)
    return Archive(int(connection.execute(new).scalar_one()), name, file, None)


def named(connection: Connection, name: str) -> Archive | None:
    row = connection.execute(select(save_archives).where(save_archives.c.name == name)).first()
    return _archive(row) if row else None


def unfinished(connection: Connection) -> list[Archive]:
    """Returns the archives of which something may still be to be removed, oldest first."""
    open_ones = select(save_archives).where(save_archives.c.finished_at.is_(None))
    return [_archive(row) for row in connection.execute(open_ones.order_by(save_archives.c.id))]


def is_used(connection: Connection, archive: int) -> bool:
    """True if saves were removed that lie there."""
    used = exists().where(archived_saves.c.archive_id == archive)
    return bool(connection.execute(select(used)).scalar())


def finish(connection: Connection, archive: int, now: datetime) -> None:
    """Notes that nothing is left to be removed; one for which nothing was removed is forgotten."""
    connection.execute(update(save_archives).where(save_archives.c.id == archive).values(finished_at=now))
    if not is_used(connection, archive):
        connection.execute(delete(save_archives).where(save_archives.c.id == archive))


def note(connection: Connection, sitting: int, archive: int, saves: int, now: datetime) -> None:
    """Writes down where the saves of a sitting lie; from then on the log lets go of them."""
    connection.execute(
        insert(archived_saves).values(sitting_id=sitting, archive_id=archive, saves=saves, at=now)
    )


def of_sitting(connection: Connection, sitting: int) -> Note | None:
    """Returns where the saves of a sitting lie; None where they are in its log."""
    of = save_archives.c
    found = (
        select(of.name, of.file, of.finished_at, archived_saves.c.saves, archived_saves.c.at)
        .join(archived_saves, archived_saves.c.archive_id == of.id)
        .where(archived_saves.c.sitting_id == sitting)
    )
    row = connection.execute(found).first()
    return Note(*row) if row else None


def forget(connection: Connection, sitting: int) -> None:
    """Notes that the saves of a sitting are in its log again."""
    connection.execute(delete(archived_saves).where(archived_saves.c.sitting_id == sitting))


def _archive(row: Row[Any]) -> Archive:
    return Archive(row.id, row.name, row.file, row.finished_at)
