"""Bubblewrap: a file system of its own with Python and NumPy in it, no network, no other processes, a user who owns
nothing, and limits on time, memory, processes and files."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np

from app.sandbox import MEMORY, works

INSIDE = Path(__file__).with_name("inside.py")
NOBODY = 61_000  # the first of the user ids that runs go by; each process that starts runs has one of its own
USERS = 4_000
LIMITS = {"as": MEMORY, "nproc": 4, "fsize": 0, "core": 0, "nofile": 32, "cpu": 5}


class Bubblewrap:
    start_seconds: float = 10.0
    environment: Mapping[str, str] = MappingProxyType({})

    def installed(self) -> bool:
        """Whether it is there and may make its walls: some systems do not let it."""
        return shutil.which("bwrap") is not None and works(self)

    def command(self) -> Sequence[str]:
        return [*self._walls(), *self._limits(), *self._python()]

    def _walls(self) -> Iterator[str]:
        yield from (_found("bwrap"), "--die-with-parent", "--new-session", "--clearenv")
        yield from (
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-net",
            "--unshare-uts",
            "--unshare-cgroup-try",
        )
        if os.geteuid() != 0:
            yield from ("--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL")
        for name, value in {"OPENBLAS_NUM_THREADS": "1", "PATH": "/usr/bin", "LANG": "C.UTF-8"}.items():
            yield from ("--setenv", name, value)
        yield from ("--ro-bind", "/usr", "/usr")
        for folder in ("bin", "lib", "lib64"):
            where = Path("/", folder)
            if where.is_symlink():
                yield from ("--symlink", os.readlink(where), str(where))
            elif where.exists():
                yield from ("--ro-bind", str(where), str(where))
        yield from ("--ro-bind", sys.base_prefix, "/python", "--dir", "/site")
        packages = Path(np.__file__).parent.parent
        for package in ("numpy", "numpy.libs"):
            if (packages / package).exists():
                yield from ("--ro-bind", str(packages / package), f"/site/{package}")
        yield from (
            "--ro-bind",
            str(INSIDE),
            "/inside.py",
            "--dev",
            "/dev",
            "--remount-ro",
            "/",
            "--chdir",
            "/",
        )

    def _limits(self) -> Iterator[str]:
        """As root the user changes inside, for the count of processes does not bind root."""
        if os.geteuid() == 0:
            user = str(NOBODY + os.getpid() % USERS)
            yield from (
                "/usr/bin/setpriv",
                "--reuid",
                user,
                "--regid",
                user,
                "--clear-groups",
                "--no-new-privs",
            )
            yield from ("--bounding-set=-all", "--inh-caps=-all")
        yield from ("/usr/bin/prlimit", *(f"--{name}={most}" for name, most in LIMITS.items()))
        yield from ("/usr/bin/nice", "-n", "15")

    def _python(self) -> Iterator[str]:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        yield from (f"/python/bin/{version}", "-I", "-S", "-B", "/inside.py")


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise FileNotFoundError(program)
    return path
