"""The file of an SQLite database, and the folder it lies in."""

import os
from pathlib import Path
from shlex import quote

from app.commands.doctor import disk
from app.commands.doctor.checkup import Check
from app.commands.doctor.database import URL
from app.commands.doctor.findings import Finding, advice, fault, ok
from app.commands.doctor.installation import Installation
from app.database import inspection

# Of several machines, or of several kernels: locks and shared memory, which WAL needs, do not hold across them.
SHARED = {
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "drvfs", "afs", "ceph", "glusterfs", "lustre", "gpfs", "beegfs",
    "vboxsf", "fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "fuse.vmhgfs-fuse",
}  # fmt: skip
IN_MEMORY = {"tmpfs", "ramfs"}


def sound(at: Installation) -> Finding | None:
    if at.sqlite is None or not at.sqlite.there:
        return None
    broken = inspection.damage(at.sqlite.file)
    if not broken:
        return ok("SQLite has read all of the file, and found it sound")
    return fault(
        f"the file is damaged: {broken[0]}",
        'Stop the server, and put a copy in its place (docs/operating.md, "Restoring a copy"). Keep the damaged file.',
        "This reads from it what can still be read:",
        f"sqlite3 {quote(str(at.sqlite.file))} .recover",
    )


def folder(at: Installation) -> Finding | None:
    if at.sqlite is None:
        return None
    place = disk.nearest(at.sqlite.file.parent)
    kind = disk.file_system(place)
    if kind in SHARED:
        return fault(
            f"{place} lies on a shared file system ({kind}), on which SQLite loses data",
            f"Set {URL} to a file on a disk of this machine, or to PostgreSQL.",
        )
    if at.sqlite.there and not os.access(at.sqlite.file, os.W_OK):
        return fault(f"this user may not write to {at.sqlite.file}", *_owned(at.sqlite.file))
    if why := inspection.refusal(place):
        return fault(
            f"SQLite cannot write in {place}: {why}",
            *_owned(place),
            "If its file system is mounted read-only, mount it for writing.",
        )
    if kind in IN_MEMORY:
        return advice(
            f"{place} lies in memory ({kind}): what is stored is gone with the next restart of the machine",
            f"Set {URL} to a file on a disk.",
        )
    return ok(f"SQLite can write in {place}, with its log beside the file ({kind or 'file system unknown'})")


def _owned(path: Path) -> tuple[str, str]:
    user = disk.user_name(os.geteuid())
    return (
        f"Look whose it is with `ls -ld {quote(str(path))}`, and run the server and this command as that user,",
        f"or give it to this one: chown -R {user} {quote(str(path))}",
    )


CHECKS = (
    Check("database file", sound, seconds=60, needs=(URL,)),
    Check("database folder", folder, needs=(URL,)),
)
