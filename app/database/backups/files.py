"""SQLite databases as files: copied page by page, written beside and moved into place, held alone, and set aside."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine

from app.database.backups.errors import InUse
from app.database.connection import NoDatabase

BELONG_TO_IT = ("-wal", "-shm", "-journal")  # what SQLite puts beside a file; without it, it means nothing
OF_THE_DISK = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM}


def stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


@contextmanager
def written(target: Path) -> Iterator[Path]:
    """Hands out a file beside the target to write to, readable by this user alone. At the end of the block it is moved
    to the target, over nothing; where the block fails, it is removed.

    Raises FileExistsError and NoDatabase.
    """
    refuse_to_overwrite(target)
    with part_of(target) as part:
        yield part
        refuse_to_overwrite(target)
        place(part, target)


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Hands out an empty file beside the target, and removes what is left of it."""
    part = target.with_name(f"{target.name}.part-{stamp()}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise NoDatabase(
            f"{target} cannot be written ({error.strerror}). Choose another place, or let this user write there."
        ) from error
    try:
        yield part
    finally:
        for end in ("", *BELONG_TO_IT):
            Path(f"{part}{end}").unlink(missing_ok=True)


def place(part: Path, target: Path) -> None:
    """Moves a file into its place at one moment, once all of it is on the disk."""
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def refuse_to_overwrite(target: Path) -> None:
    if target.exists():
        raise FileExistsError(f"{target} is there already; choose another name")


def copy(file: Path, target: Path) -> None:
    """Copies one moment of a database that may be in use, page by page."""
    with closing(reading(file)) as source, closing(sqlite3.connect(target)) as made:
        source.backup(made)


def reading(file: Path, how: str = "") -> sqlite3.Connection:
    """A connection that changes nothing."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro{how}", uri=True)


def reading_at_rest(file: Path) -> sqlite3.Connection:
    """The same to a file that nobody writes to, which may lie where nothing can be written."""
    by_itself = not any(Path(f"{file}{end}").exists() for end in BELONG_TO_IT)
    return reading(file, "&immutable=1" if by_itself and is_in_wal(file) else "")


@contextmanager
def filling(part: Path) -> Iterator[Connection]:
    """Opens a transaction into a file of which nothing is kept if it fails: without a journal, and without a look at
    references, which are checked at the end."""
    engine = create_engine("sqlite://", creator=partial(sqlite3.connect, part), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF"):
                connection.exec_driver_sql(f"PRAGMA {pragma}")
            yield connection
            connection.commit()
    finally:
        engine.dispose()


@contextmanager
def at_rest(file: Path) -> Iterator[Connection]:
    """Reads from a file that nobody writes to."""
    engine = create_engine("sqlite://", creator=partial(reading_at_rest, file), poolclass=NullPool)
    with engine.connect() as connection:
        yield connection


def is_in_wal(file: Path) -> bool:
    """True if a database is set to write ahead, as a server sets those that it works with; backups are not."""
    with file.open("rb") as opened:
        return opened.read(20)[18:] == b"\x02\x02"


@contextmanager
def alone(file: Path) -> Iterator[sqlite3.Connection]:
    """Keeps everybody else from a database, and has nothing lie beside it. One that is not there, or cannot be read,
    has no users.

    Raises InUse.
    """
    there = file if file.exists() else ":memory:"
    with closing(sqlite3.connect(there, timeout=1, isolation_level=None)) as connection:
        try:
            # In WAL, who only reads or does nothing stands in the way of this alone. A server that comes turns it back.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                raise _in_use(file)
        except (sqlite3.DatabaseError, ValueError) as error:  # ValueError: a name that is no text
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code == sqlite3.SQLITE_BUSY:
                raise _in_use(file) from error
            if code in OF_THE_DISK or not os.access(file, os.W_OK):  # else the file is damaged
                raise
        yield connection


def private_folder(folder: Path) -> None:
    """Makes a folder in which people's data, and keys, will lie, unless it is there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def set_aside(file: Path) -> Path:
    """Puts a database into a folder of its own beside, with what belongs to it; it stays in its place as well, for
    another to be moved over it. Returns it there."""
    folder = file.with_name(f"{file.name}.aside-{stamp()}")
    folder.mkdir(mode=0o700)
    for end in BELONG_TO_IT:  # never beside another file, which they would spoil
        with suppress(FileNotFoundError):
            Path(f"{file}{end}").rename(folder / f"{file.name}{end}")
    aside = folder / file.name
    try:
        aside.hardlink_to(file)
    except OSError:  # a file system without links
        file.rename(aside)
    _sync(folder)
    return aside


def owned_like(file: Path, model: Path) -> None:
    """Gives a file the owner of another one or of a folder, where this user may: a server of another user goes on."""
    like = model.stat()
    with suppress(PermissionError):
        os.chown(file, like.st_uid, like.st_gid)
    if model.is_file():
        file.chmod(like.st_mode & 0o777)


def _in_use(file: Path) -> InUse:
    return InUse(f"{file} is in use: stop the server, and whatever else has it open, and come back.")


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
