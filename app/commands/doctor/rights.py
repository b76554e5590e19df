"""The user that runs Examformer, and what new files are like."""

import os
import stat
from pathlib import Path
from shlex import quote

from app.commands.doctor import disk
from app.commands.doctor.checkup import Check
from app.commands.doctor.database import URL
from app.commands.doctor.findings import Finding, advice, ok
from app.commands.doctor.installation import Installation

STATUS = Path("/proc/self/status")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def user(at: Installation) -> Finding:
    me = os.geteuid()
    if at.sqlite and at.sqlite.there and (owner := at.sqlite.file.stat().st_uid) != me:
        name = disk.user_name(owner)
        return advice(
            f"the database belongs to {name}, and this command runs as {disk.user_name(me)}",
            f"What is found here may not hold for a server that runs as {name}. To ask as that user:",
            f"sudo -u {name} --preserve-env examformer doctor",
        )
    if me == 0:
        return advice(
            "it runs as root, who may do everything on this machine",
            "A user of its own can do less harm: useradd --system examformer",
            "Programs of learners run as another user in any case.",
        )
    return ok(f"it runs as {disk.user_name(me)}, not as root")


def new_files(at: Installation) -> Finding | None:
    if at.sqlite is None or (mask := _umask()) is None:
        return None
    place = disk.nearest(at.sqlite.file.parent)
    if at.sqlite.file.parent != place:
        return ok("the folder of the database is made so that only this user reads it")
    if mask & stat.S_IRWXO == stat.S_IRWXO or not place.stat().st_mode & OTHERS:
        return ok(f"other users of this machine cannot read new files in {place}")
    return advice(
        f"new files in {place}, such as copies of the database, are open to other users (umask {mask:03o})",
        f"chmod 700 {quote(str(place))}",
        "or start the server with umask 077 (systemd: UMask=0077).",
    )


def _umask() -> int | None:
    """Read, not set for a moment: other threads make files meanwhile."""
    lines = STATUS.read_text("utf-8").splitlines() if STATUS.exists() else []
    return next((int(line.split()[1], 8) for line in lines if line.startswith("Umask:")), None)


CHECKS = (Check("user", user, needs=(URL,)), Check("new files", new_files, needs=(URL,)))
