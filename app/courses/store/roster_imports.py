"""Stores the last import of each course's roster, or the last time that many were matched with its lines: what every
line was before and after, so that it can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from app.courses.store.pairing import Alone
from app.courses.store.roster import Entry, Line, State
from app.database.schema import people, roster_imports


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the roster, and whether the student is withdrawn."""

    line: Line
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """An entry before and after an import; ``before`` is None for one that it added. ``matched`` is what somebody who
    was matched with it had before, None in an import."""

    entry: int
    before: Standing | None
    after: Standing
    matched: Alone | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Import:
    """An import, or those who were matched at once; ``by`` is the person who made it, "" for a deleted account."""

    id: int
    by: str
    at: datetime
    changes: tuple[Change, ...]

    @property
    def matched(self) -> bool:
        """True if people were matched, and no list was imported."""
        return any(one.matched for one in self.changes)


def standing(entry: Entry) -> Standing:
    """Returns the part of an entry that imports set."""
    return Standing(entry.line, entry.state is State.WITHDRAWN)


def log(connection: Connection, course: int, person: int, at: datetime, changes: Sequence[Change]) -> None:
    """Stores an import in place of the one before it."""
    connection.execute(delete(roster_imports).where(roster_imports.c.course_id == course))
    told = [asdict(one) for one in changes]
    new = {"course_id": course, "person_id": person, "at": at, "changes": told}
    connection.execute(insert(roster_imports).values(new))


def last(connection: Connection, course: int) -> Import | None:
    """Returns the import that can be undone."""
    row = connection.execute(
        select(roster_imports, people.c.name, people.c.email)
        .outerjoin(people, people.c.id == roster_imports.c.person_id)
        .where(roster_imports.c.course_id == course)
    ).first()
    if row is None:
        return None
    changes = tuple(map(_change, row.changes))
    return Import(id=row.id, by=row.name or row.email or "", at=row.at, changes=changes)


def forget(connection: Connection, number: int) -> None:
    """Deletes an import: it is undone, or too old."""
    connection.execute(delete(roster_imports).where(roster_imports.c.id == number))


def forget_older(connection: Connection, than: datetime) -> None:
    """Deletes the imports made before this time, with the names in them."""
    connection.execute(delete(roster_imports).where(roster_imports.c.at < than))


def _change(told: Mapping[str, Any]) -> Change:
    before, matched = told["before"], told.get("matched")
    lists = ("marks", "grades", "dates")  # an older matching has no dates
    alone = matched and Alone(**matched | {name: tuple(matched.get(name, ())) for name in lists})
    return Change(told["entry"], before and _standing(before), _standing(told["after"]), alone)


def _standing(told: Mapping[str, Any]) -> Standing:
    return Standing(Line(**told["line"]), told["withdrawn"])
