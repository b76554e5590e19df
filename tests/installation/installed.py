"""An installation as people have one: an environment with the wheel in it, and a folder to work in."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from tests.app.client import Client
from tests.app.learner import Learner
from tests.app.server import PATIENCE, Server
from tests.installation.packages import install


class Installed:
    """``folder`` is the working folder of every command. Nothing of this process's surroundings reaches them but its
    PATH."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.python, self.folder = python, folder
        self._examformer = str(python.with_name("examformer"))

    @property
    def file(self) -> Path:
        """The database of an installation that was told nothing."""
        return self.folder / "data" / "examformer.db"

    def take(self, wheel: Path) -> None:
        """Installs this version over the one that is there."""
        install(self.python, wheel)

    def run(self, *arguments: str, **settings: str) -> str:
        """Runs a command that succeeds, and returns what it printed."""
        done = self._done(self._command(*arguments, **settings))
        assert done.returncode == 0, done
        return done.stdout

    def refused(self, *arguments: str, **settings: str) -> str:
        """Runs a command that refuses, and returns what it complained."""
        done = self._done(self._command(*arguments, **settings))
        assert done.returncode == 2, done
        return done.stderr

    def pip(self, *arguments: str) -> str:
        return self._done([str(self.python), "-I", "-m", "pip", *arguments]).stdout

    def _done(self, command: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    @contextmanager
    def serving(self, **settings: str) -> Iterator[Server]:
        listens = {"HOST": "127.0.0.1", "PORT": "{port}"}
        server = Server({}, self._command("serve", **listens, **settings), self.folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()

    def _command(self, *arguments: str, **settings: str) -> list[str]:
        path = f"{self.python.parent}:/usr/local/bin:/usr/bin:/bin"
        surroundings = [f"{name}={value}" for name, value in {"PATH": path, **settings}.items()]
        return [shutil.which("env") or "env", "-i", *surroundings, self._examformer, *arguments]


@contextmanager
def browsing(server: Server, before: Learner | None = None) -> Iterator[Learner]:
    """Somebody with a browser: one who has not been here ``before``, or the same one at another server."""
    with server.browser(dict(before.client.cookies) if before else None) as browser:
        yield Learner(cast(Client, browser))
