"""Bubblewrap: a file system of its own with Python, NumPy and the question's data files alone in it, where nothing can
be written; no network; a user who owns nothing; and a filter of system calls (``syscalls``).

The memory limit is that of one address space (RLIMIT_AS), and it holds for a whole run because a run is one process:
the filter lets it make neither processes nor threads nor memory that outlives a mapping, backed by a limit of one
process. A cgroup would count the same process once more, and only where one is delegated to the server (systemd, no
container), so none is used. Outside the limit are the two processes of bubblewrap and the two pipes, one MiB each at
most.
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from app.practice.sandbox import FOLDER, MEMORY, NO_FILES, SECONDS, Files, piped, syscalls, works
from app.practice.sandbox.needed import PYTHON, executable, needed

HERE = Path(__file__).parent
NOBODY = 61_000  # the first user id for runs; each process that starts runs has its own
USERS = 4_000
LIMITS = {"as": MEMORY, "nproc": 1, "fsize": 0, "core": 0, "nofile": 32}


class Bubblewrap:
    start_seconds: float = 20.0
    patience: float = 20.0  # one that computes is ended before, after SECONDS of its own

    def installed(self) -> bool:
        """True if bubblewrap is there, may set up its namespaces, which some systems forbid, and the filter is
        known."""
        try:
            return shutil.which("bwrap") is not None and syscalls.known() and works(self)
        except (OSError, subprocess.SubprocessError):  # its Python does not run, or lacks what it needs
            return False

    def start(self, files: Files = NO_FILES) -> subprocess.Popen[bytes]:
        with ExitStack() as handed:
            rules = _handed(handed, syscalls.filter_of(platform.machine(), changes_user=_is_root()))
            data = {f"{FOLDER}/{name}": _handed(handed, content) for name, content in files.items()}
            walls = (*self._walls(data), "--seccomp", str(rules))
            return piped([*walls, *self._program()], handed=(rules, *data.values()))

    def _walls(self, data: Mapping[str, int]) -> Iterator[str]:
        """Yields bubblewrap's arguments; ``data`` are the descriptors of data files by their paths inside."""
        yield from (shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session", "--clearenv")
        for apart in ("ipc", "pid", "net", "uts", "cgroup-try"):
            yield f"--unshare-{apart}"
        yield from ("--cap-drop", "ALL")
        if _is_root():
            yield from ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
        else:
            yield from ("--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY))
        folders = {folder: None for _, inside in needed().files for folder in reversed(inside.parents[:-1])}
        for folder in folders:  # otherwise one that only its source's owner may open would be closed
            yield from ("--perms", "0755", "--dir", str(folder))
        for source, inside in needed().files:
            yield from ("--ro-bind", str(source), str(inside))
            if (source / "site-packages").exists():
                yield from ("--tmpfs", f"{inside}/site-packages", "--remount-ro", f"{inside}/site-packages")
        for name in ("start.py", "inside.py"):
            yield from ("--ro-bind", str(HERE / name), f"/{name}")
        yield from ("--perms", "0755", "--dir", FOLDER)
        for path, descriptor in data.items():
            yield from ("--perms", "0444", "--ro-bind-data", str(descriptor), path)
        libraries = ":".join(map(str, needed().libraries))
        for name, value in {
            "OPENBLAS_NUM_THREADS": "1",
            "LANG": "C.UTF-8",
            "LD_LIBRARY_PATH": libraries,
        }.items():
            yield from ("--setenv", name, value)
        yield from ("--remount-ro", "/", "--chdir", FOLDER)

    def _program(self) -> Iterator[str]:
        """Yields the command inside. As root, the user changes there, because a limit of processes does not bind
        root."""
        user = NOBODY + os.getpid() % USERS if _is_root() else 0
        yield from (str(PYTHON / executable()), "-I", "-S", "-B", "/start.py", str(user))
        yield from (f"{name}={most}:{most}" for name, most in LIMITS.items())
        yield f"cpu={SECONDS}:{SECONDS + 1}"  # a second more for one that does not hear of it


def _handed(until: ExitStack, content: bytes) -> int:
    """Returns a descriptor from which a process that gets it reads the content; it is open ``until`` then."""
    descriptor = os.memfd_create("handed")
    until.callback(os.close, descriptor)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _is_root() -> bool:
    return os.geteuid() == 0
