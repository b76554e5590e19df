"""The real server in a process of its own, started as a person starts it."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import httpx2

from tests.app.learner import BROWSER

EXAMFORMER = Path(sys.executable).with_name("examformer")
PATIENCE = 60  # seconds, on a machine that is busy with other tests


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(url: str, port: int, **settings: str) -> "subprocess.Popen[str]":
    """``examformer serve`` in a session of its own, so that no signal of the terminal reaches it by accident."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("EXAMFORMER_")}
    environment |= {"PORT": str(port), "HOST": "127.0.0.1", "EXAMFORMER_DATABASE_URL": url, **settings}
    return subprocess.Popen(
        [EXAMFORMER, "serve"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@dataclass
class Server:
    """A server that answers. ``end`` and ``kill`` wait until its process is gone."""

    process: "subprocess.Popen[str]"
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, cookies: Mapping[str, str] | None = None) -> httpx2.Client:
        return httpx2.Client(
            base_url=self.address,
            headers=BROWSER,
            cookies=dict(cookies or {}),
            timeout=PATIENCE,
            trust_env=False,
        )

    def wait(self) -> None:
        """Until it answers; fails with what it printed where it ended."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.process.communicate()}")
            try:
                with self.browser() as browser:
                    browser.get("/static/icon.svg")
            except httpx2.TransportError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)

    def end(self) -> tuple[int, str, str]:
        """Ctrl-C; its exit status and what it printed."""
        os.kill(self.process.pid, signal.SIGINT)
        printed, complained = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, printed, complained

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def serving(url: str, **settings: str) -> Iterator[Server]:
    port = free_port()
    with Server(start(url, port, **settings), port) as server:
        server.wait()
        yield server


def refused(url: str, port: int | None = None, **settings: str) -> tuple[int, str, str]:
    """The exit status and the words of a server that does not start."""
    process = start(url, port or free_port(), **settings)
    try:
        printed, complained = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, printed, complained


def fields(html: str) -> dict[str, str]:
    """The hidden fields of a sheet's form, with a key of its own."""
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    return found | {"key": secrets.token_urlsafe(16)}
