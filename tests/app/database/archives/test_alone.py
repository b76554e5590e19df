"""One command archives at a time, and none is kept waiting by one that died."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.database.archives.alone import alone
from app.database.backups.errors import InUse
from app.database.connection import Database
from tests.app.learner import always_on_both
from tests.app.server import PATIENCE, surroundings

HOLDS = """
import sys, time
from app.database.archives.alone import alone
from app.database.connection import Database

with alone(Database(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@always_on_both
def test_the_lock_of_a_process_that_is_killed_is_free(store: Database, database_url: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, database_url], stdout=subprocess.PIPE, text=True,
        env=surroundings({}) | {"PYTHONPATH": str(Path(__file__).parents[4])},
    )  # fmt: skip
    assert process.stdout
    with process.stdout:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(InUse, match="Come back after it"), alone(store):
            pass
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    gives_up = time.monotonic() + PATIENCE
    while not is_free(store):  # PostgreSQL notices a moment later that a connection ended
        assert time.monotonic() < gives_up
        time.sleep(0.01)


def is_free(database: Database) -> bool:
    try:
        with alone(database):
            return True
    except InUse:
        return False


@always_on_both
def test_the_lock_is_free_after_a_failure(store: Database) -> None:
    with pytest.raises(ZeroDivisionError), alone(store):
        _ = 1 / 0
    with alone(store):
        pass
