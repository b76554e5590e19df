"""Files that a page and a job hand to one another, beside the database; they are dropped after some hours.

They hold answer keys and what people learned, so only the server's own user may read them.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

from app.database.connection import Database
from app.settings import HOME

LASTS = 6 * 3600.0  # seconds
FOLDERS = "prints", "imports"
UNFINISHED = ".part"


def keep(database: Database, folder: str, name: str, content: bytes) -> None:
    """Writes the file as a whole, or not at all."""
    place = _folder(database, folder)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = place / f"{name}{UNFINISHED}"
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    unfinished.rename(place / name)


def read(database: Database, folder: str, name: str) -> bytes | None:
    """Returns the content; None where it is gone."""
    there = is_there(database, folder, name)
    return (_folder(database, folder) / name).read_bytes() if there else None


def is_there(database: Database, folder: str, name: str) -> bool:
    with suppress(OSError):
        return time.time() - (_folder(database, folder) / name).stat().st_mtime < LASTS
    return False


def drop(database: Database, folder: str, name: str) -> None:
    """Removes the file, if it is there."""
    (_folder(database, folder) / name).unlink(missing_ok=True)


def drop_old(database: Database) -> int:
    """Removes the files that have expired, and returns how many."""
    dropped = 0
    for file in (file for folder in FOLDERS for file in _folder(database, folder).glob("*")):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime >= LASTS:
                file.unlink()
                dropped += 1
    return dropped


def _folder(database: Database, folder: str) -> Path:
    """Returns the folder beside the file of SQLite; with PostgreSQL, where that file would be."""
    sqlite = database.url.get_backend_name() == "sqlite" and database.url.database
    return (Path(sqlite).parent if sqlite else HOME / "data") / folder
