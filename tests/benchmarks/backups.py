"""A database of a million rows: backed up, checked, restored and moved, by the commands as an operator types them."""

import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import NullPool, Table, create_engine, insert

from app.database import migration
from app.database.connection import Database
from app.database.schema import attempts, entries, people, responses, sittings, trail
from tests.app.server import EXAMFORMER, surroundings
from tests.benchmarks.figures import Figure
from tests.benchmarks.web import postgres

PEOPLE, SHEETS, ANSWERS, FIELDS, SAVES = 2_500, 50, 5, 30, 70  # of each person, sheet, and exam, one a person
ROWS = PEOPLE * (2 + SHEETS * (1 + ANSWERS) + FIELDS + SAVES)
LOOK = 0.05  # seconds between two looks at its memory
NOW = datetime(2026, 11, 1, 8, tzinfo=UTC)
VARIANT = {"parameters": {"u": [0.1 * n for n in range(60)]}, "bands": [[0.5, 0.7]] * 60}  # 1.6 kB


def figures(told: Callable[[str], None]) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="examformer-bench-") as name, postgres(Path(name)) as server:
        folder, restored = Path(name), server.replace("/postgres?", "/restored?")
        with create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool).connect() as admin:
            admin.exec_driver_sql("CREATE DATABASE restored")
        lite, other = (f"sqlite:///{folder / file}" for file in ("exam.db", "other.db"))
        first, second = (str(folder / file) for file in ("first.db", "second.db"))
        told(f"  {ROWS:,} rows")
        fill(lite)
        steps = {
            "backup of SQLite": (lite, "backup", first),
            "check of a backup": (lite, "check-backup", first),
            "restore to SQLite": (other, "restore", first),
            "move from SQLite to PostgreSQL": (lite, "move", "--to", server),
            "backup of PostgreSQL": (server, "backup", second),
            "restore to PostgreSQL": (restored, "restore", second),
        }
        found = []
        for what, (url, *command) in steps.items():
            told(f"  {what}")
            seconds, megabytes = run(url, *command)
            found.append(Figure(f"{what}, {ROWS:,} rows", None, ROWS / seconds, None, "/s"))
            found.append(Figure(f"{what}, the most memory", 300, megabytes, None, "MB", more_is_better=False))
        return found


def run(url: str, *arguments: str) -> tuple[float, float]:
    """Runs a command; the seconds that it took, and the most memory that it had at one moment, in megabytes."""
    began = time.monotonic()
    running = subprocess.Popen(
        [EXAMFORMER, *arguments],
        env=surroundings({"EXAMFORMER_DATABASE_URL": url}),
        stdout=subprocess.DEVNULL,
    )
    most = 0
    while running.poll() is None:
        if found := re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{running.pid}/status").read_text()):
            most = max(most, int(found[1]))
        time.sleep(LOOK)
    assert running.returncode == 0, arguments
    return time.monotonic() - began, most / 1000


def fill(url: str) -> None:
    """Makes a database in which people practised, and sat an exam each."""
    migration.upgrade(url)
    with closing(Database(url)) as database, database.write() as connection:
        for person in range(1, PEOPLE + 1):
            for table, rows in of(person):
                connection.execute(insert(table), rows)


def of(person: int) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    yield people, [{"id": person, "created_at": NOW, "name": "Ada", "role": "guest"}]
    sheets = range(person * SHEETS, (person + 1) * SHEETS)
    question = {"question": "cosine-of-two-vectors", "section": "2.12", "points": "5", "variant": VARIANT}
    yield (
        attempts,
        [
            question
            | {
                "id": sheet,
                "name": f"sheet {sheet}",
                "person_id": person,
                "form_key": f"{sheet}",
                "level": "exam",
            }
            | {"begun_at": NOW + timedelta(minutes=sheet)}
            for sheet in sheets
        ],
    )
    marked = {"rule": "right", "credit": "1", "cells": [["right", "0.96"]], "feedback": []}
    yield (
        responses,
        [
            {
                "attempt_id": sheet,
                "part": f"part {n}",
                "form_key": f"{sheet}",
                "typed": ["0.96"],
                "earned": "1",
            }
            | {"verdict": marked, "at": NOW + timedelta(minutes=sheet, seconds=n)}
            for sheet in sheets
            for n in range(ANSWERS)
        ],
    )
    exam = {"number": "01-001", "blueprint": {}, "minutes": 60, "points": "90", "forbids_aids": True}
    still = {"extended": 0, "paused_for": 0.0, "window": "w", "place": 1, "closed_by": "", "receipt": ""}
    yield (
        sittings,
        [exam | still | {"id": person, "name": f"{person}", "person_id": person, "prepared_at": NOW}],
    )
    saved = {"sitting_id": person, "place": 1, "text": "It turns neurons off at random.", "at": NOW}
    yield entries, [saved | {"field": f"{n}", "revision": n} for n in range(FIELDS)]
    yield trail, [saved | {"kind": "save", "field": f"{n % FIELDS}", "revision": n} for n in range(SAVES)]
