"""What they print."""

import argparse
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path

from app.commands.printing import note, progress, say, several
from app.commands.refusal import Refused
from app.database.backups.errors import Refusal, Unsound
from app.database.connection import Database, DatabaseDown, shown
from app.exams.archiving import archiving, putting_back
from app.settings import settings


def run(options: argparse.Namespace) -> int:
    """Carries out one of the three commands; returns the exit status. Raises Refused."""
    match options.command:
        case "archive" if options.file is None:
            look(_beginning(options.before))
        case "archive":
            archive(_beginning(options.before), options.file)
        case "check-archive":
            return check(options.file, options.sitting)
        case "unarchive":
            put_back(options.file, options.sitting)
    return 0


def look(before: datetime) -> None:
    """Prints what would be archived, and what not, and why."""
    with _database() as database:
        found, saves = archiving.old(database, before)
    say(
        f"{several(saves, 'single save')} of {several(len(found.old), 'sitting')} that ended before {before:%Y-%m-%d} "
        "can be archived: later ones replaced them, and no mark needs them."
    )
    for reason, number in found.left.items():
        say(f"Left as they are: {several(number, 'sitting')} {reason}.")
    if saves:
        say("Nothing is changed yet: name a file to move them there.")


def archive(before: datetime, file: Path) -> None:
    """Moves old saves into a file, and prints how many these were."""
    with _database() as database:
        done = archiving.archive(database, before, file, _told)
    for lost in done.lost:
        note(
            f"{lost} is not there any more, although not all that it held had been removed. What was removed lies in "
            "it alone; what was not is dealt with anew."
        )
    if done.went_on:
        note(f"{file} had been written before: it was only removed what was still in the database.")
    if done.left:
        note(
            f"{several(done.left, 'sitting')} in the file: left in the database, or in another archive, too."
        )
    say(
        f"{several(done.saves, 'single save')} of {several(done.sittings, 'sitting')} moved to {file}: checked, and "
        "sealed. Keep a copy of it: nothing else has them."
    )


def check(file: Path, sitting: int | None) -> int:
    """Prints what an archive holds, or the saves of one sitting; returns 1 if it is not sound."""
    try:
        with _refusals():
            if sitting is not None:
                for save in putting_back.saves(file, sitting):
                    say(json.dumps(dict(save), default=str, ensure_ascii=False))
                return 0
            found = putting_back.contents(file)
    except Refused as error:
        if isinstance(error.__cause__, Unsound):
            note(str(error))
            return 1
        raise
    held, totals = found.holding, found.totals
    say(f"file      {held.file}")
    say(f"made      {held.made_at:%Y-%m-%d %H:%M:%S} UTC, from {held.made_from}")
    say(f"before    {held.before:%Y-%m-%d}")
    for one in totals:
        say(f"exam      {one.course}, {one.exam}: {_size(one.sittings, one.saves)}")
    size = _size(sum(one.sittings for one in totals), sum(one.saves for one in totals))
    say(f"holds     {size}, {file.stat().st_size / 1e6:,.1f} MB")
    say("sound     every row is as it was written")
    return 0


def put_back(file: Path, sitting: int) -> None:
    """Puts the saves of a sitting back, and prints how many these are."""
    with _database() as database:
        saves = putting_back.put_back(database, file, sitting)
    say(f"{several(saves, 'save')} of sitting {sitting} put back: its history is whole again.")


def _size(sittings: int, saves: int) -> str:
    return f"{several(sittings, 'sitting')}, {several(saves, 'single save')}"


def _beginning(day: str) -> datetime:
    """The moment at which a day begins. Raises Refused for one to come."""
    try:
        before = datetime.combine(date.fromisoformat(day), time(), UTC)
    except ValueError as error:
        raise Refused("must be a day, as 2026-01-01", "--before") from error
    if before > datetime.now(UTC):
        raise Refused("is a day to come", "--before")
    return before


def _told(step: str, done: int, total: int) -> None:
    progress(f"{step}: {done:,} of {several(total, 'sitting')}")


@contextmanager
def _database() -> Iterator[Database]:
    with _refusals(), closing(Database(settings().database_url)) as database:
        yield database


@contextmanager
def _refusals() -> Iterator[None]:
    """Raises Refused."""
    try:
        yield
    except (Refusal, OSError) as error:
        raise Refused(str(error)) from error
    except DatabaseDown as error:
        raise Refused(
            f"the database {shown(settings().database_url)} cannot be read or written ({error.orig})"
        ) from error
    except KeyboardInterrupt as error:
        raise Refused("stopped before it was done; the same command goes on") from error
    finally:
        progress("")
