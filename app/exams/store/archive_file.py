"""The tables of an archive of exams: its sittings, and their saves. None of them names a person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Index, Integer, MetaData, String, Table, func, select

from app.database.archives.archive import Add, plain
from app.database.schema import trail
from app.database.schema.naming import Moment
from app.exams.store import old_saves
from app.exams.store.old_saves import Values

SITTINGS = Table(
    "sittings",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", String(32)),
    Column("number", String(16)),
    Column("course", String(200)),
    Column("exam", String(200)),
    Column("closed_at", Moment),
    Column("saves", Integer),
)
SAVES = plain(trail)
Index("ix_trail_sitting_id", SAVES.c.sitting_id)
TABLES = (SITTINGS, SAVES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    """A sitting in an archive, with the number of its ``saves`` there."""

    id: int
    name: str
    number: str
    course: str
    exam: str
    closed_at: datetime
    saves: int


@dataclass(frozen=True, slots=True)
class Total:
    """What an archive holds of one exam."""

    course: str
    exam: str
    sittings: int
    saves: int


def add(into: Add, connection: Connection, sitting: int) -> None:
    """Writes a sitting with the saves that later ones replaced; nothing where there are none."""
    saves = old_saves.replaced(connection, sitting)
    if saves:
        into(SITTINGS, [{**old_saves.head_of(connection, sitting), "saves": len(saves)}])
        into(SAVES, saves)


def sittings(file: Connection) -> list[Held]:
    return [Held(**row._mapping) for row in file.execute(select(SITTINGS).order_by(SITTINGS.c.id))]


def sitting(file: Connection, number: int) -> Held | None:
    row = file.execute(select(SITTINGS).where(SITTINGS.c.id == number)).first()
    return Held(**row._mapping) if row else None


def totals(file: Connection) -> list[Total]:
    """Returns what there is of each exam, in the order in which its first sitting was made."""
    of_exam = (SITTINGS.c.course, SITTINGS.c.exam)
    counted = select(*of_exam, func.count(), func.sum(SITTINGS.c.saves)).group_by(*of_exam)
    return [Total(*row) for row in file.execute(counted.order_by(func.min(SITTINGS.c.id)))]


def saves(file: Connection, sitting: int) -> list[Values]:
    """Returns the saves of a sitting, oldest first."""
    its = select(SAVES).where(SAVES.c.sitting_id == sitting).order_by(SAVES.c.id)
    return [dict(row._mapping) for row in file.execute(its)]


def pieces(file: Connection, sitting: int, most: int) -> Iterator[Sequence[Values]]:
    """Yields them so many at a time."""
    found = saves(file, sitting)
    return (found[first : first + most] for first in range(0, len(found), most))
