"""Puts a new database in the place of one that nobody uses; what people did there is set aside before, or refused.

Where it fails or is killed, the old one is as it was.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection

from app.database import migration
from app.database.backups import checking, files, making, postgres
from app.database.backups.copying import Copied, Told
from app.database.backups.errors import HoldsWork
from app.database.connection import Database, shown, sqlite_url


def replace_file(target: Path, make: Callable[[Path], None], *, replace: bool) -> Path | None:
    """Has a file made, and moves it into place. Returns where the old one lies, None where it held nobody's work.

    Raises InUse and HoldsWork, and whatever ``make`` raises.
    """
    there = target.exists()
    files.private_folder(target.parent)
    with files.alone(target) as old, files.part_of(target) as part:
        number = checking.people_in(old)
        _refuse_work(sqlite_url(target), number, replace=replace)
        make(part)
        files.owned_like(part, target if there else target.parent)
        aside = None if number == 0 else files.set_aside(target)
        if not there:
            files.refuse_to_overwrite(target)  # a server may have been started
        files.place(part, target)
    return aside


def replace_rows(
    url: str, source: Connection, told: Told, *, folder: Path | None
) -> tuple[Copied, Path | None]:
    """Migrates a PostgreSQL database, then puts the rows of the source in the place of its own, in one transaction.
    Returns also the backup of these, which is made in the ``folder``; None where they were nobody's work. Without a
    folder, work is refused.

    Raises NewerDatabase and Refusal.
    """
    database = Database(url)
    try:
        with database.read() as connection:
            postgres.refuse_others(connection)
            _refuse_work(url, postgres.people_in(connection), replace=folder is not None)
        migration.upgrade(url)
        with postgres.alone(database, "ACCESS EXCLUSIVE") as target:
            number = postgres.people_in(target)
            _refuse_work(url, number, replace=folder is not None)
            aside = None
            if number and folder is not None:
                aside = folder / f"{database.url.database}.aside-{files.stamp()}"
                making.of_postgres(target, aside, told)
            copied = postgres.fill(target, source, told)
    finally:
        database.close()
    return copied, aside


def _refuse_work(url: str, number: int | None, *, replace: bool) -> None:
    if number == 0 or replace:
        return
    holds = (
        "is damaged, or another program's"
        if number is None
        else f"holds the work of {number:,} {'person' if number == 1 else 'people'}"
    )
    raise HoldsWork(
        f"The database {shown(url)} {holds}. Name an empty one; `examformer restore --replace` sets aside what is "
        "there."
    )
