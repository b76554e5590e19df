"""Moves old saves into an archive: written, compared, sealed and on the disk before the first of them is removed.

Whatever interrupts it, the same command goes on where it was: what is written is known by its name, and what is removed
is written down in the transaction that removes it. Transactions are small, and between them it rests as long as it
worked, so that saves of exams get their turn.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.database.archives import archive as files
from app.database.archives.alone import alone
from app.database.backups import making
from app.database.backups.copying import Told, untold
from app.database.backups.errors import Different, Refusal
from app.database.connection import Connection, Database
from app.exams.archiving import old_sittings
from app.exams.archiving.old_sittings import Found
from app.exams.store import archive_file, archives, old_saves
from app.exams.store.archive_file import Held
from app.exams.store.archives import Archive
from app.exams.store.old_saves import Values

AT_ONCE = 100  # rows that one transaction removes
REST = 0.01  # seconds, at least, from one to the next
Rests = Callable[[float], object]


class Unfinished(Refusal):
    """An earlier archive is written, and not all that it holds is removed yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Archived:
    """The outcome: how many saves of how many sittings were removed now, and how many sittings were left although they
    are in the file. ``went_on``: the file had been written before. ``lost`` are files of earlier archives that were
    never finished, and are not there any more."""

    saves: int
    sittings: int
    left: int
    went_on: bool
    lost: tuple[str, ...]


def old(database: Database, before: datetime) -> tuple[Found, int]:
    """Returns the sittings whose saves are old, and how many saves these are; nothing is changed."""
    making.refuse_other_revisions(database)
    with database.read() as connection:
        found = old_sittings.find(connection, before)
        return found, sum(len(old_saves.replaced(connection, sitting)) for sitting in found.old)


def archive(
    database: Database, before: datetime, target: Path, told: Told = untold, rests: Rests = time.sleep
) -> Archived:
    """Moves what is old into a file, over nothing; into one that this command has written before it goes on.

    Raises FileExistsError, NoDatabase, and Refusal.
    """
    with alone(database):
        making.refuse_other_revisions(database)
        with database.read() as connection:
            unfinished = archives.unfinished(connection)
            gone = [one for one in unfinished if not Path(one.file).exists()]
            lost = tuple(one.file for one in gone if archives.is_used(connection, one.id))
        if went_on := target.exists():
            begun = _begun(database, target, before)
        else:
            for one in unfinished:
                if one not in gone:
                    raise Unfinished(_not_finished(one))
                _finish(database, one)
            begun = _write(database, before, target, told)
        saves, sittings, left = _remove(database, begun, before, target, told, rests)
        _finish(database, begun)
    return Archived(saves=saves, sittings=sittings, left=left, went_on=went_on, lost=lost)


def _begun(database: Database, target: Path, before: datetime) -> Archive:
    """Returns what is known of an archive that is there. Raises FileExistsError, and Unsound."""
    held = files.check(target)
    with database.read() as connection:
        known = archives.named(connection, held.name)
    if known is None or held.before != before:
        raise FileExistsError(f"{target} is there already; choose another name")
    return known


def _not_finished(one: Archive) -> str:
    return (
        f"{one.file} was written, and not all that it holds is removed from the database yet. Name that file and its "
        "day, which `examformer check-archive` says, to go on with it."
    )


def _write(database: Database, before: datetime, target: Path, told: Told) -> Archive:
    """Writes what is old. The archive is known before its file is there, so that no file is unknown."""
    with database.read() as connection:
        found = old_sittings.find(connection, before).old
    with database.write() as connection:
        name = secrets.token_urlsafe(12)
        begun = archives.begin(connection, name, str(target.resolve()), datetime.now(UTC))
    try:
        with files.written(target, database, name, before, archive_file.TABLES) as add:
            for done, sitting in enumerate(found, 1):
                with database.read() as connection:
                    archive_file.add(add, connection, sitting)
                told("written", done, len(found))
    except BaseException:
        _finish(database, begun)
        raise
    return begun


def _remove(
    database: Database, begun: Archive, before: datetime, target: Path, told: Told, rests: Rests
) -> tuple[int, int, int]:
    files.check(target)  # as it lies on the disk
    removed = touched = left = 0
    with files.opened(target) as file:
        sittings = archive_file.sittings(file)
        for done, sitting in enumerate(sittings, 1):
            here = 0
            for saves in archive_file.pieces(file, sitting.id, AT_ONCE):
                began = time.monotonic()
                with database.write() as connection:
                    some = _remove_some(connection, begun, before, sitting, saves)
                rests(max(REST, time.monotonic() - began))
                if some is None:
                    left += 1
                    break
                here += some
            removed, touched = removed + here, touched + bool(here)
            told("removed", done, len(sittings))
    return removed, touched, left


def _remove_some(
    connection: Connection, begun: Archive, before: datetime, sitting: Held, saves: Sequence[Values]
) -> int | None:
    """Removes saves of a sitting, and returns how many were there; None where they were put back, lie in another
    archive, or are not old any more. Raises Different."""
    note = archives.of_sitting(connection, sitting.id)
    if note is None:
        if begun.finished_at or not old_sittings.find(connection, before, sitting.id).old:
            return None
        archives.note(connection, sitting.id, begun.id, sitting.saves, datetime.now(UTC))
    elif note.name != begun.name:
        return None
    there = old_saves.there(connection, sitting.id, saves)
    written = {one["id"]: one for one in saves}
    if any(one != written[one["id"]] for one in there):
        raise Different(
            f"The saves of sitting {sitting.id} are not those that were written. None of them was removed; report it."
        )
    old_saves.remove(connection, [one["id"] for one in there])
    return len(there)


def _finish(database: Database, one: Archive) -> None:
    with database.write() as connection:
        archives.finish(connection, one.id, datetime.now(UTC))
