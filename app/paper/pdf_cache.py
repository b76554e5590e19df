"""Caches PDFs that take minutes to make, as files beside the database, and drops them after some hours.

They hold answer keys, so only the server's own user may read them.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

from app.database.connection import Database
from app.questions.context import Context
from app.settings import HOME

LASTS = 6 * 3600.0  # seconds


def keep(database: Database, name: str, content: bytes) -> None:
    """Writes the file as a whole, or not at all."""
    folder = _folder(database)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = folder / f"{name}.part"
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    unfinished.rename(folder / f"{name}.pdf")


def read(context: Context, name: str) -> bytes | None:
    """Returns the content; None where it is gone."""
    file = _folder(context.database) / f"{name}.pdf"
    return file.read_bytes() if is_there(context, name) else None


def is_there(context: Context, name: str) -> bool:
    with suppress(OSError):
        return time.time() - (_folder(context.database) / f"{name}.pdf").stat().st_mtime < LASTS
    return False


def drop_old(database: Database) -> int:
    """Removes the files that have expired, and returns how many."""
    dropped = 0
    for file in _folder(database).glob("*.p*"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime >= LASTS:
                file.unlink()
                dropped += 1
    return dropped


def _folder(database: Database) -> Path:
    """Returns the folder beside the file of SQLite; with PostgreSQL, where that file would be."""
    sqlite = database.url.get_backend_name() == "sqlite" and database.url.database
    return (Path(sqlite).parent if sqlite else HOME / "data") / "prints"
