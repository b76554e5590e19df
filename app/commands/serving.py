"""Starts the server: the database first, in this one process, then the workers."""

import errno
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory

import uvicorn

from app import __version__, logs
from app.commands import invitations
from app.commands.protocol import ShortHeads
from app.database import migration
from app.database.connection import sqlite_file
from app.settings import Settings

PATIENCE = 3  # seconds that Ctrl-C waits for answers on their way: a stream of events may last ten minutes


def serve(settings: Settings) -> int:
    """Serves until Ctrl-C; returns the exit status."""
    if settings.workers > 1 and sqlite_file(settings.database_url):
        print(
            "Several workers need PostgreSQL: set EXAMFORMER_DATABASE_URL, or EXAMFORMER_WORKERS=1.",
            file=sys.stderr,
        )
        return 2
    if refusal := _refusal(settings.host, settings.port):
        print(refusal, file=sys.stderr)
        return 2
    try:
        copy = migration.upgrade(settings.database_url)
    except (migration.NewerDatabase, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if copy:
        print(f"The database was brought up to date; a copy from before lies in {copy}.")
    print(f"The database is {migration.place(settings.database_url)}.")
    print(
        f"Examformer {__version__} is at http://{settings.host}:{settings.port} (Ctrl-C ends it)", flush=True
    )
    if welcome := invitations.welcome(settings):
        print(welcome, flush=True)
    with suppress(KeyboardInterrupt), _metrics_added_up(settings.workers):
        uvicorn.run(
            "app.served:served",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers if settings.workers > 1 else None,
            http=ShortHeads,
            log_config=logs.configuration(settings.log_format),
            log_level="warning",
            access_log=False,  # the middleware of app.monitoring writes one, without addresses
            server_header=False,
            timeout_graceful_shutdown=PATIENCE,
            proxy_headers=True,
            forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
        )
    return 0


@contextmanager
def _metrics_added_up(workers: int) -> Iterator[None]:
    """Gives several workers a folder in which they add up their metrics; prometheus_client finds it by this name when
    each of them imports it."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="examformer-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def _refusal(host: str, port: int) -> str:
    """The reason why nothing can be served at this address, "" where it can."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is taken. Choose another: PORT=8001"
            return f"Nothing can be served on {host}, port {port} ({error.strerror}). Set HOST or PORT."
    return ""
