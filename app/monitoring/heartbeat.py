"""The heartbeat of a process that serves: now and then it stores how it stands, so that any other can show it."""

import os
import secrets
import shutil
import socket
import tempfile
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app import __version__
from app.database.connection import Connection, Database, DatabaseDown, sqlite_file
from app.monitoring.process import Disk, Process, State
from app.monitoring.recent import Recent
from app.monitoring.store import processes, whole

KEPT = timedelta(hours=1)  # after the last beat
SOON = 1.0  # second that an ending process waits for the database


class Heartbeat:
    """Beats for this process, whose requests of the last hour are ``recent``."""

    def __init__(self, recent: Recent) -> None:
        self.recent = recent
        self._name, self._started_at = secrets.token_hex(8), datetime.now(UTC)

    def beat(self, database: Database, ended: bool = False) -> None:
        """Stores how this process stands, and forgets those that were not heard of for an hour."""
        with database.write() as connection:
            mine = self.current(database, connection)
            processes.beat(connection, replace(mine, ended_at=mine.beat_at if ended else None))
            processes.forget_older(connection, mine.beat_at - KEPT)

    def end(self, database: Database) -> None:
        """Says that this process ends, if the database can be asked."""
        with suppress(DatabaseDown):
            if database.answers(SOON):
                self.beat(database, ended=True)

    def current(self, database: Database, connection: Connection) -> Process:
        """Returns how this process stands."""
        there, now = whole.time_there(connection), datetime.now(UTC)
        state = State(disks=disks(database), clock=(now - there).total_seconds(), lately=self.recent.lately())
        return Process(
            name=self._name, server=socket.gethostname()[:80], pid=os.getpid(), version=__version__,
            started_at=self._started_at, beat_at=now, ended_at=None, state=state,
        )  # fmt: skip


def disks(database: Database) -> list[Disk]:
    """Returns the disks of this server that must not become full, each once."""
    file = sqlite_file(database.url.render_as_string())
    places = {**({"database": file.parent} if file else {}), "temporary": Path(tempfile.gettempdir())}
    found: dict[int, Disk] = {}
    for place, folder in places.items():
        with suppress(OSError):
            usage = shutil.disk_usage(folder)
            found.setdefault(folder.stat().st_dev, Disk(place=place, free=usage.free, total=usage.total))
    return [*found.values()]
