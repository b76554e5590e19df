"""Runs a learner's function where it can reach nothing but the data files of its question: no other files, no network,
no other process, little time and memory.

One interface with two back ends: bubblewrap, and Python compiled to WebAssembly. Where neither works, nothing is run.
The program and the arguments of its calls go in; JSON values come out, and are compared outside
(``engine.kinds.code``).
"""

import json
import secrets
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Protocol

from engine.kinds.code import Called

SECONDS = 3  # of computing, for the program and all its calls together: a busy server takes nothing from them
MOST_OUTPUT = 256 * 1024  # bytes, of the program and of its results
MEMORY = 512 * 2**20
NOT_OPEN = "The place where programs run did not open. Please try again."
FOLDER = "/data"  # inside: the program's own
COMPUTED_TOO_LONG = -signal.SIGXCPU, 128 + signal.SIGXCPU  # as the program ends, and as bubblewrap says it

Files = Mapping[str, bytes]  # contents by name
NO_FILES: Files = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Broken:
    """The program did not reach its first call: it is not Python, or lacks the function. ``line`` counts from 1."""

    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """The results of the calls in order; there are none after a call that ended the program."""

    calls: tuple[Called, ...]


class Backend(Protocol):
    """A way to confine a program. ``start`` runs ``inside.py`` in ``FOLDER``, where these files can be read by their
    names. It says that it has started and then reads from its standard input; ``start_seconds`` is how long that may
    take, ``patience`` how many seconds of the clock all of the rest may."""

    start_seconds: float
    patience: float

    def installed(self) -> bool: ...

    def start(self, files: Files = NO_FILES) -> subprocess.Popen[bytes]: ...


def piped(
    command: Sequence[str], environment: Mapping[str, str] = MappingProxyType({}), handed: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """Starts the command with its input and output piped to us, and with these descriptors open in it."""
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(environment),
        pass_fds=handed,
    )  # fmt: skip


def run(
    backend: Backend,
    program: str,
    function: str,
    calls: Sequence[Mapping[str, Any]],
    arrays: Sequence[str] = (),
    patience: float | None = None,
    files: Files = NO_FILES,
) -> Ran | Broken:
    """Calls the function with the arguments of each call; a call is sent only when the one before has returned. The
    program finds the ``files`` beside it. ``patience`` is that of the back end unless another is given."""
    patience = backend.patience if patience is None else patience
    mark = secrets.token_hex(8)
    process = backend.start(files)
    talk = Talk(process, mark)
    late = threading.Timer(backend.start_seconds, process.kill)
    late.start()
    done: list[Called] = []
    try:
        if not talk.started():
            return Broken(NOT_OPEN)
        late.cancel()
        late = threading.Timer(patience, process.kill)
        late.start()
        ready = talk.ask({"mark": mark, "program": program, "function": function, "arrays": list(arrays)})
        if ready is None:
            return Broken("The program ended before its function could be called.")
        if "broken" in ready:
            line = ready.get("line")
            return Broken(str(ready["broken"])[:300], line if isinstance(line, int) else None)
        while ready is not None and len(done) < len(calls):
            ready = talk.ask(calls[len(done)])
            if ready is not None:
                done.append(_called(ready))
        if ready is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1.0)  # it said its last: how it ended tells why
    finally:
        waited = not late.is_alive()
        late.cancel()
        process.kill()
        process.wait()
        talk.close()
    if len(done) < len(calls):
        done.append(Called(error=_why_it_ended(talk.heard, patience if waited else None, process.returncode)))
    return Ran(tuple(done))


class Talk:
    """Lines to a program and back; of its output, only lines that begin with the mark are answers."""

    def __init__(self, process: subprocess.Popen[bytes], mark: str) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.to, self.back = process.stdin, process.stdout
        self.mark = mark.encode()
        self.heard = 0

    def ask(self, what: Mapping[str, Any]) -> dict[str, Any] | None:
        """Returns the answer; None where the program ended, or wrote too much. Its other output is skipped."""
        with suppress(OSError):  # it ended before it read
            self.to.write(json.dumps(what).encode() + b"\n")
            self.to.flush()
        while line := self.back.readline(MOST_OUTPUT):
            self.heard += len(line)
            if self.heard > MOST_OUTPUT:
                return None
            if line.startswith(self.mark):
                return _read(line[len(self.mark) :])
        return None

    def started(self) -> bool:
        return b"started" in self.back.readline(100)

    def close(self) -> None:
        with suppress(OSError):
            self.to.close()
        self.back.close()


def _read(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = None
    return said if isinstance(said, dict) else {"error": "What it returned could not be read."}


def _called(said: Mapping[str, Any]) -> Called:
    return Called(said.get("value"), str(said.get("error", ""))[:500], str(said.get("output", ""))[:4000])


def _why_it_ended(heard: int, waited: float | None, status: int) -> str:
    if heard >= MOST_OUTPUT:
        return f"It wrote more than {MOST_OUTPUT // 1024} KiB and was ended. Print less."
    if status in COMPUTED_TOO_LONG:
        return f"It took longer than {SECONDS} seconds and was ended. Does a loop not come to its end?"
    if waited is not None:
        return (
            f"It took longer than {waited:g} seconds and was ended. "
            "Does a loop not come to its end, or does it sleep?"
        )
    return "The program ended before the function returned. It may have used up its memory, or ended itself."


@cache
def backend() -> Backend | None:
    """Returns the first back end that works on this machine. None instead of an error: then programs are not run
    here."""
    from app.practice.sandbox.bubblewrap import Bubblewrap
    from app.practice.sandbox.wasm import Wasm

    chosen: tuple[Backend, ...] = (Bubblewrap(), Wasm())
    return next((one for one in chosen if one.installed()), None)


def works(one: Backend) -> bool:
    """Tries the back end with a small function."""
    program = "import numpy as np\ndef double(x):\n    return 2 * x"
    return run(one, program, "double", [{"x": [1.0, 2.0]}], ["x"]) == Ran((Called([2.0, 4.0]),))
