"""A server in a process of its own, started as a person starts it, asked until it answers, and ended."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO, NamedTuple, Protocol

import httpx2

EXAMFORMER = str(Path(sys.executable).with_name("examformer"))
SERVE = (EXAMFORMER, "serve")
BROWSER = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
PATIENCE = 60  # seconds, on a machine that is busy with other tests

Ended = tuple[int, str, str]  # exit status, what was printed, what was complained


class Process(Protocol):
    """What is asked of a subprocess."""

    pid: int

    @property
    def returncode(self) -> int | None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, which: signal.Signals, /) -> None: ...


class Running(NamedTuple):
    process: Process
    printed: IO[str]
    complained: IO[str]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def surroundings(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with these settings and none of its own but the place of the cache."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("EXAMFORMER_") or name == "EXAMFORMER_CACHE"
    }
    return {**inherited, **settings}


class Server:
    """A command that serves on a port of its own (in it ``{port}``), in a ``folder`` of its own if it has one; ended,
    it can be started there again."""

    def __init__(
        self, settings: Mapping[str, str], command: Sequence[str] = SERVE, folder: Path | None = None
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [word.replace("{port}", str(self.port)) for word in command]
        self._environment = surroundings({"PORT": str(self.port), "HOST": "127.0.0.1", **settings})
        self._running: Running | None = None

    def become(self, settings: Mapping[str, str], command: Sequence[str], folder: Path) -> None:
        """From its next start on it is another program, at the same address."""
        self._command, self.folder = list(command), folder
        self._environment |= settings

    def launch(self) -> None:
        """Starts it in a session of its own, so that no signal of the terminal reaches it by accident."""
        printed, complained = (tempfile.TemporaryFile("w+") for _ in "12")  # noqa: SIM115, `wait` closes them
        process = subprocess.Popen(
            self._command, env=self._environment, cwd=self.folder,
            stdout=printed, stderr=complained, start_new_session=True,
        )  # fmt: skip
        self._running = Running(process, printed, complained)

    def start(self) -> float:
        """Waits for its first page; the seconds until then. Fails with what it printed where it ended."""
        began = time.monotonic()
        self.launch()
        while not self._answers():
            if self.running.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.wait()}")
            if time.monotonic() - began > PATIENCE:
                raise AssertionError(f"the server did not answer: {self.kill()}")
            time.sleep(0.01)
        return time.monotonic() - began

    @property
    def running(self) -> "Running":
        assert self._running is not None, "it was not started, or was ended"
        return self._running

    def printed(self) -> str:
        """Everything printed until now, read without moving the place in the file at which the server goes on."""
        file = self.running.printed.fileno()
        return os.pread(file, os.fstat(file).st_size, 0).decode()

    def browser(self, cookies: Mapping[str, str] | None = None) -> httpx2.Client:
        return httpx2.Client(
            base_url=self.address,
            headers=BROWSER,
            cookies=dict(cookies or {}),
            timeout=PATIENCE,
            trust_env=False,
        )

    def workers(self) -> list[int]:
        """The processes that serve, where there are several."""
        server = self.running.process.pid
        children = Path(f"/proc/{server}/task/{server}/children").read_text("ascii").split()
        return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]

    def browser_of(self, worker: int) -> httpx2.Client:
        """A browser whose connection this worker has, since the others stood still when it was opened."""
        others, browser = [one for one in self.workers() if one != worker], self.browser()
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            assert browser.get("/static/icon.svg").status_code == 200
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)
        return browser

    def wait(self) -> Ended:
        """Until its process is gone: its exit status and what it printed. Kills one that stays."""
        process, printed, complained = self.running
        with printed, complained:
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
            self._running = None
            printed.seek(0)
            complained.seek(0)
            return process.wait(), printed.read(), complained.read()

    def end(self) -> Ended:
        """Ctrl-C."""
        self.running.process.send_signal(signal.SIGINT)
        return self.wait()

    def kill(self) -> Ended:
        """Kills it with its workers, which are a group of their own."""
        os.killpg(self.running.process.pid, signal.SIGKILL)
        return self.wait()

    def stop(self) -> None:
        """Ends it where it still runs."""
        if self._running is not None:
            self.end()

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()


@contextmanager
def serving(url: str, **settings: str) -> Iterator[Server]:
    server = Server({"EXAMFORMER_DATABASE_URL": url, **settings})
    try:
        server.start()
        yield server
    finally:
        server.stop()


def refused(url: str, **settings: str) -> Ended:
    """Launches a server that does not start, and returns what it says."""
    server = Server({"EXAMFORMER_DATABASE_URL": url, **settings})
    server.launch()
    return server.wait()


def fields(html: str) -> dict[str, str]:
    """The hidden fields of a sheet's form, with a key of its own."""
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    return found | {"key": secrets.token_urlsafe(16)}
