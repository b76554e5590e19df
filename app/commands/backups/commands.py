"""What they print, and how far they are."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.commands.printing import note, progress, say, several
from app.commands.refusal import Refused
from app.database import migration
from app.database.backups import checking, files, making, moving, restoring
from app.database.backups.checking import Holding
from app.database.backups.contents import Contents
from app.database.backups.errors import Refusal, Unsound
from app.database.connection import names_a_database, shown, sqlite_file
from app.database.migration import LostRows, NewerDatabase, Standing
from app.settings import Settings, settings

DATA = Path(str(sqlite_file(Settings.model_fields["database_url"].default))).parent
EVERY = 10  # seconds between two lines of progress where no terminal is


class Shown:
    """How far a copy is: one line that is rewritten on a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, step: str, done: int, total: int) -> None:
        now, said = time.monotonic(), f"{step}: {done:,} of {several(total, 'row')}"
        if sys.stderr.isatty():
            progress(said)
        elif now - self._last > EVERY:
            self._last = now
            note(said)


def run(options: argparse.Namespace) -> int:
    """Carries out one of the four commands; returns the exit status. Raises Refused."""
    match options.command:
        case "backup":
            make(options.to)
        case "check-backup":
            return check(options.file)
        case "restore":
            restore(options.file, options.replace)
        case "move":
            move(options.source, options.to)
    return 0


def make(to: Path | None) -> None:
    """Makes a backup and prints where it lies."""
    url = _of_a_database(settings().database_url, "EXAMFORMER_DATABASE_URL")
    with _refusals():
        made = making.backup(url, to or _beside(url), Shown())
    say(str(made.file))
    note(f"{_size(made.contents, made.file)}: checked, and sealed.")


def check(file: Path) -> int:
    """Prints what a backup holds; returns 1 if it is not sound."""
    try:
        with _refusals():
            holding = checking.check(file)
    except Refused as error:
        if isinstance(error.__cause__, Unsound):
            note(str(error))
            return 1
        raise
    for name, said in _told(holding):
        say(f"{name:<9} {said}")
    return 0


def restore(file: Path, replace: bool) -> None:
    """Puts a backup in the place of the database."""
    url = _of_a_database(settings().database_url, "EXAMFORMER_DATABASE_URL")
    with _refusals():
        files.private_folder(DATA)
        restored = restoring.restore(file, url, DATA, replace=replace, told=Shown())
    holding = restored.holding
    say(f"Restored to {shown(url)}: {_size(holding.contents, file)}.")
    if holding.standing is Standing.OLDER:
        say(f"The backup is of revision {holding.revision}; the database was brought to {migration.head()}.")
    if restored.aside:
        say(f"What was there before lies in {restored.aside}")


def move(source: str | None, target: str) -> None:
    """Copies a database into another one, and prints what each has."""
    source = _of_a_database(source or settings().database_url, "--from")
    target = _of_a_database(target, "--to")
    with _refusals():
        copied = moving.move(source, target, Shown())
    names = {name: read.rows for name, read in copied.read.items() if read.rows}
    width = max(map(len, ("table", *names)))
    say(f"{'table':<{width}} {'from':>12} {'to':>12}  sum")
    for name, rows in names.items():
        written = copied.written[name]
        say(f"{name:<{width}} {rows:>12,} {written.rows:>12,}  {written.sum}")
    others = len(copied.read) - len(names)
    say(
        f"{several(sum(names.values()), 'row')} in {several(len(names), 'table')}; {others} are empty in both."
    )
    say(
        f"Every row is the same in both. Set EXAMFORMER_DATABASE_URL to {shown(target)} before you start a server;"
    )
    say(f"{shown(source)} is as it was.")


def _beside(url: str) -> Path:
    """The folder for backups if none is named."""
    if file := sqlite_file(url):
        return file.parent
    files.private_folder(DATA)
    return DATA


def _told(holding: Holding) -> Iterator[tuple[str, str]]:
    yield "file", str(holding.file)
    seal = holding.seal
    yield (
        "made",
        f"{seal.made_at:%Y-%m-%d %H:%M:%S} UTC, from {seal.made_from}" if seal else "it does not say",
    )
    yield "revision", f"{holding.revision}, {holding.standing.value}"
    yield "people", f"{holding.people:,}"
    for table in ("courses", "sittings"):
        yield table, f"{holding.count(table):,}"
    yield "holds", _size(holding.contents, holding.file)
    rows = "every row is as it was written" if seal else "it has no seal that its rows could be compared with"
    yield "sound", f"pages, indexes and references are whole; {rows}"


def _size(contents: Contents, file: Path) -> str:
    rows = sum(content.rows for content in contents.values())
    return f"{several(len(contents), 'table')}, {several(rows, 'row')}, {file.stat().st_size / 1e6:,.1f} MB"


def _of_a_database(url: str, name: str) -> str:
    in_memory = names_a_database(url) and url.startswith("sqlite") and sqlite_file(url) is None
    if in_memory or not names_a_database(url):
        raise Refused("must be sqlite:///FILE or postgresql://USER@HOST/NAME", name)
    return url


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except (Refusal, LostRows, NewerDatabase, OSError) as error:
        raise Refused(str(error)) from error
    except KeyboardInterrupt as error:
        raise Refused("stopped before it was done") from error
    finally:
        progress("")
