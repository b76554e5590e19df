"""Puts a backup in the place of the database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from app.database import migration
from app.database.backups import checking, contents, files, replacing
from app.database.backups.checking import SEAL, Holding
from app.database.backups.copying import Told, untold
from app.database.backups.errors import Different, OtherRevision, Refusal, failures_of
from app.database.connection import sqlite_file, sqlite_url
from app.database.migration import Standing


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put in place, and where that lies which was there before; None where nobody had worked there."""

    holding: Holding
    aside: Path | None


def restore(file: Path, url: str, folder: Path, *, replace: bool = False, told: Told = untold) -> Restored:
    """Puts a backup in place, migrated if it is older. With ``replace``, what people did there is set aside: a file
    into a folder beside it, a PostgreSQL database as a backup in ``folder``.

    Raises FileNotFoundError, NoDatabase and Refusal.
    """
    holding = checking.check(file)
    if holding.standing is Standing.NEWER:
        raise OtherRevision(
            f"A newer version of Examformer wrote {file} (its revision is {holding.revision}). Restore it with that "
            "version."
        )
    target = sqlite_file(url)
    if target is not None and target.exists() and target.samefile(file):
        raise Refusal(f"{target} is the database itself. Name a backup of it.")
    with failures_of(url):
        if target is not None:
            aside = replacing.replace_file(target, partial(_copy, holding), replace=replace)
        else:
            with _brought_up(holding) as source:
                _, aside = replacing.replace_rows(url, source, told, folder=folder if replace else None)
    return Restored(holding, aside)


def _copy(holding: Holding, part: Path) -> None:
    """Copies a backup, without its seal, and migrates the copy."""
    with closing(files.reading_at_rest(holding.file)) as source, closing(sqlite3.connect(part)) as made:
        source.backup(made)
        made.execute(f"DROP TABLE IF EXISTS {SEAL}")
        made.commit()
        if contents.of_file(made) != holding.contents:
            raise Different(f"What was copied of {holding.file} was not what it holds. Try again.")
    migration.upgrade(sqlite_url(part), copied=False)


@contextmanager
def _brought_up(holding: Holding) -> Iterator[Connection]:
    """Reads from the backup, or from a migrated copy of it where it is older."""
    with TemporaryDirectory(prefix="examformer-") as folder:
        file = holding.file
        if holding.standing is Standing.OLDER:
            _copy(holding, file := Path(folder) / "backup.db")
        with files.at_rest(file) as source:
            yield source
