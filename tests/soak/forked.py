"""A server that starts as a fork of a process which has imported the application, so that a thousand starts take
minutes. Everything else of a start is done each time."""

import multiprocessing
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from app.cli import main
from tests.app.server import Running, Server

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["__main__", "app.main", "app.commands.serving", "app.database.migration"])


class Forked(Server):
    """Serves as ``examformer serve`` does, in a folder of its own."""

    def __init__(self, settings: Mapping[str, str], folder: Path) -> None:
        super().__init__(settings, (), folder)

    def launch(self) -> None:
        printed, complained = (tempfile.NamedTemporaryFile("w+") for _ in "12")  # noqa: SIM115, `wait` closes them
        process = FORKS.Process(
            target=_serve, args=(self._environment, self.folder, printed.name, complained.name)
        )
        process.start()
        self._running = Running(_Process(process), printed, complained)


class _Process:
    """A fork, to be waited for as subprocesses are."""

    def __init__(self, fork: ForkServerProcess) -> None:
        assert fork.pid is not None
        self._fork, self.pid = fork, fork.pid

    @property
    def returncode(self) -> int | None:
        return self._fork.exitcode

    def poll(self) -> int | None:
        return self._fork.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._fork.join(timeout)
        if self._fork.exitcode is None:
            raise subprocess.TimeoutExpired("serve", timeout or 0)
        return self._fork.exitcode

    def send_signal(self, which: signal.Signals) -> None:
        os.kill(self.pid, which)


def _serve(environment: Mapping[str, str], folder: Path, printed: str, complained: str) -> None:
    """What the fork does: the rest of its life is that of a command of its own."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for name, stream in ((printed, 1), (complained, 2)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_APPEND), stream)
    main(["serve"])
