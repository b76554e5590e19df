"""Looks into an archive, and puts the saves of a sitting back into its audit log, so that an appeal can be answered."""

from dataclasses import dataclass
from pathlib import Path

from app.database.archives import archive as files
from app.database.archives.alone import alone
from app.database.archives.archive import Holding
from app.database.backups import making
from app.database.backups.errors import Different, Refusal
from app.database.connection import Connection, Database
from app.exams.store import archive_file, archives, old_saves, sittings
from app.exams.store.archive_file import Held, Total
from app.exams.store.old_saves import Values


class NotThere(Refusal):
    """The archive has no saves of such a sitting, or the database none that are missing."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A sound archive, and what it holds of which exams."""

    holding: Holding
    totals: tuple[Total, ...]


def contents(file: Path) -> Contents:
    """Raises FileNotFoundError, and Unsound."""
    holding = files.check(file)
    with files.opened(file) as connection:
        return Contents(holding, tuple(archive_file.totals(connection)))


def saves(file: Path, sitting: int) -> list[Values]:
    """Returns the saves of a sitting. Raises FileNotFoundError, Unsound, and NotThere."""
    files.check(file)
    with files.opened(file) as connection:
        _held(connection, file, sitting)
        return archive_file.saves(connection, sitting)


def put_back(database: Database, file: Path, sitting: int) -> int:
    """Puts the saves of a sitting back as they were, and returns how many these are.

    Raises FileNotFoundError, NoDatabase, and Refusal.
    """
    with alone(database):
        making.refuse_other_revisions(database)
        name = files.check(file).name
        with files.opened(file) as connection:
            held = _held(connection, file, sitting)
            written = archive_file.saves(connection, sitting)
        with database.write() as connection:
            _refuse_others(connection, file, name, held)
            there = {one["id"]: one for one in old_saves.there(connection, sitting, written)}
            if any(one != there.get(one["id"], one) for one in written):
                raise Different(
                    f"The saves of sitting {sitting} in {file} are not those of its log. Nothing was changed."
                )
            old_saves.put_back(connection, [one for one in written if one["id"] not in there])
            archives.forget(connection, sitting)
    return len(written)


def _held(connection: Connection, file: Path, sitting: int) -> Held:
    held = archive_file.sitting(connection, sitting)
    if held is None:
        raise NotThere(f"{file} holds nothing of sitting {sitting}.")
    return held


def _refuse_others(connection: Connection, file: Path, name: str, held: Held) -> None:
    known, note = sittings.by_id(connection, held.id), archives.of_sitting(connection, held.id)
    if known is None or known.name != held.name:
        raise NotThere(f"Sitting {held.id} of {file} is not in this database.")
    if note is None:
        raise NotThere(f"The saves of sitting {held.id} are all in the database.")
    if note.name != name:
        raise NotThere(f"The saves of sitting {held.id} lie in {note.file}, not in {file}.")
    if note.finished_at is None:
        raise NotThere(f"{file} is not finished: give `examformer archive` its day and this file first.")
