"""Room on the disk, and who may read what lies there."""

import grp
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from shlex import quote

from app.commands.doctor.checkup import Check
from app.commands.doctor.database import URL, megabytes
from app.commands.doctor.findings import Finding, advice, fault, ok, worst
from app.commands.doctor.installation import Installation
from app.settings import PREFIX

COPIES = 3  # of the database: one from before a migration, one of its tables while they are rebuilt, one as a backup
LEAST = 500e6  # bytes for data, however small the database
TEMPORARY = 200e6  # bytes for the files that people send in at one moment, of up to 60 MiB each
FILES = 1000
MOUNTS = Path("/proc/self/mountinfo")


def room(at: Installation) -> Finding:
    needed = {tempfile.gettempdir(): TEMPORARY}
    if at.sqlite:
        needed = {str(nearest(at.sqlite.file.parent)): max(LEAST, COPIES * at.sqlite.bytes)} | needed
    return worst([_room(Path(place), least) for place, least in needed.items()])


def files_left(at: Installation) -> Finding:
    """A disk with room for bytes may have none for another file."""
    places = [*_data(at), Path(tempfile.gettempdir())]
    short = [place for place in places if _files_left(place) < FILES]
    if not short:
        return ok("there is room for new files")
    return fault(
        f"there is hardly room for another file in {' and '.join(map(str, short))}, however small",
        "Remove what is not needed. This shows where the files are:",
        f"du --inodes -x -d 2 {quote(str(_mount(short[0])))} | sort -n | tail",
    )


def privacy(at: Installation) -> Finding | None:
    """The database and its copies hold keys and what people did."""
    secrets = list(_secrets(at))
    if not secrets:
        return None
    everybody = [file for file in secrets if _open_to(file, stat.S_IRWXO)]
    if everybody:
        return fault(
            f"every user of this machine may read {_named(everybody)}",
            "It holds keys and what people did. So that only its owner may:",
            _closing(at, everybody),
        )
    group = [file for file in secrets if _open_to(file, stat.S_IRWXG) and _members(file)]
    if group:
        return advice(
            f"a group of users may read {_named(group)}: {', '.join(sorted(_members(group[0])))}",
            "If they should not:",
            _closing(at, group),
        )
    return ok(f"only {user_name(secrets[0].stat().st_uid)} reads {_named(secrets)}")


def nearest(place: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    place = place.absolute()
    return next(one for one in (place, *place.parents) if one.is_dir())


def file_system(place: Path) -> str:
    """The kind of file system that the folder lies on, as Linux names it; "" where that is not known."""
    if not MOUNTS.exists():
        return ""
    place = place.resolve()
    found, kind = -1, ""
    for line in MOUNTS.read_text("utf-8", "replace").splitlines():
        before, _, after = line.partition(" - ")
        point = Path(before.split()[4].replace("\\040", " "))
        if place.is_relative_to(point) and len(point.parts) >= found:
            found, kind = len(point.parts), after.split()[0]
    return kind


def user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _data(at: Installation) -> list[Path]:
    return [nearest(at.sqlite.file.parent)] if at.sqlite else []


def _room(place: Path, least: float) -> Finding:
    free = shutil.disk_usage(place).free
    if free >= least:
        return ok(f"{megabytes(free)} are free in {place}")
    return fault(
        f"{megabytes(free)} are free in {place}, and {megabytes(least)} may be needed",
        "Make room, or move it to a larger disk. This shows what takes the room:",
        f"du -x -h -d 1 {quote(str(place))} | sort -h | tail",
    )


def _files_left(place: Path) -> float:
    found = os.statvfs(place)
    return found.f_favail if found.f_files else float("inf")  # some file systems have no such limit


def _mount(place: Path) -> Path:
    return next(one for one in (place, *place.parents) if one.is_mount())


def _secrets(at: Installation) -> Iterator[Path]:
    if at.sqlite and at.sqlite.there:
        file = at.sqlite.file
        yield from sorted(one for one in file.parent.glob(f"{file.name}*") if one.is_file())
    if (password := at.settings.smtp_password_file) and password.is_file():
        yield password


def _open_to(file: Path, whom: int) -> bool:
    """True if these may read the file or write to it, and get as far as to it."""
    reads = whom & (stat.S_IRGRP | stat.S_IWGRP | stat.S_IROTH | stat.S_IWOTH)
    enters = stat.S_IXOTH | (stat.S_IXGRP if whom == stat.S_IRWXG else 0)
    try:
        opens = file.stat().st_mode & reads
    except FileNotFoundError:  # a log that has just been taken in
        return False
    return bool(opens) and all(folder.stat().st_mode & enters for folder in file.resolve().parents)


def _members(file: Path) -> set[str]:
    """The members of the file's group, but for its owner."""
    found = file.stat()
    try:
        listed = set(grp.getgrgid(found.st_gid).gr_mem)
    except KeyError:
        listed = set()
    first = {user.pw_name for user in pwd.getpwall() if user.pw_gid == found.st_gid}
    return (listed | first) - {user_name(found.st_uid), "root"}


def _named(files: list[Path]) -> str:
    more = f" and {len(files) - 1} files like it" if len(files) > 1 else ""
    return f"{files[0]}{more}"


def _closing(at: Installation, files: Iterable[Path]) -> str:
    """The command that leaves these files to their owner, a database with all that is named as it beside it."""
    database = at.sqlite.file if at.sqlite else None
    named = [
        f"{quote(str(database))}*"
        if database and file.parent == database.parent and file.name.startswith(database.name)
        else quote(str(file))
        for file in files
    ]
    return f"chmod 600 {' '.join(dict.fromkeys(named))}"


CHECKS = (
    Check("disk", room, needs=(URL,)),
    Check("number of files", files_left, needs=(URL,)),
    Check("privacy", privacy, needs=(URL, f"{PREFIX}SMTP_PASSWORD_FILE")),
)
