"""The seal of a backup: a table in it that says when it was made, from what, and which rows it has.

It holds as long as nobody works with the file: a server that opens it sets it to write ahead, and then it says nothing.
"""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from app.database.backups import contents
from app.database.backups.checking import SEAL, faults
from app.database.backups.contents import Contents
from app.database.backups.errors import Unsound


def seal(file: Path, made_from: str) -> Contents:
    """Checks a backup that was just written, seals it, and returns what it holds. Raises Unsound."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # so that it is one file, and can be read anywhere
        connection.execute(f"DROP TABLE IF EXISTS {SEAL}")  # of the backup that this database was once
        connection.commit()
        if fault := faults(connection):
            raise Unsound(
                f"The database itself is damaged: {fault}. No backup was made; keep the last one, and a copy of the "
                "file itself."
            )
        found = contents.of_file(connection)
        written = json.dumps({name: (one.rows, one.sum) for name, one in found.items()})
        connection.execute(f"CREATE TABLE {SEAL} (made_at TEXT, made_from TEXT, contents TEXT)")
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        connection.execute(f"INSERT INTO {SEAL} VALUES (?, ?, ?)", (made_at, made_from, written))
        connection.commit()
    return found


def unseal(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"DROP TABLE IF EXISTS {SEAL}")
        connection.commit()
