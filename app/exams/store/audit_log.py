"""The contents of a sitting's fields, and its audit log: every save, with its text and time."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, Row, bindparam, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from app.database.schema import entries, trail


class Kind(StrEnum):
    """The kind of an event in the audit log."""

    BEGUN = "begun"
    OPENED = "opened"  # the page was loaded, in some window
    VISITED = "visited"  # the learner turned to another question
    SAVED = "saved"
    OVERTAKEN = "overtaken"  # not stored: the field held a newer text
    REFUSED = "refused"  # not stored: it came after the end
    IN_BREAK = "in break"  # not stored: typed in a break
    CLAIMED = "claimed"  # stored: it came in a break, and its browser claims that it was typed before
    PAUSED = "paused"
    WENT_ON = "went on"
    EXTENDED = "extended"
    TOLD = "told"  # a message to all; "" where it was taken away
    CLOSED = "closed"
    MOVED = "moved"  # a form on paper, from one student to another
    ADMITTED = "let in"  # by a supervisor, although something of the supervision was missing
    TAKEN_BACK = "taken back"  # what a supervisor had let in
    OUTSIDE = "outside"  # held, not stored: it came from outside the rooms, or from another browser
    CAME = "came"  # the rooms to which the address belongs, whenever they change


Spot = tuple[int, str]  # the number of a question, and one of its fields


@dataclass(frozen=True, slots=True)
class Entry:
    """The content of a field."""

    place: int
    field: str
    revision: int
    text: str
    at: datetime

    @property
    def spot(self) -> Spot:
        """The question and the field that hold it."""
        return self.place, self.field


Standing = Mapping[Spot, Entry]  # what each field holds now


@dataclass(frozen=True, slots=True)
class End:
    """The end of a sitting as its last line tells it: ``by`` hand, time or an instructor, ``who`` that was, and the
    ``reason`` that the student reads; the last two may be empty."""

    by: str
    receipt: str
    who: str = ""
    reason: str = ""

    @property
    def line(self) -> str:
        """The text of the last line of the log, which ``Event.end`` reads."""
        named = f", {self.who}" if self.who else ""
        return f"{self.by} {self.receipt}{named}" + (f"\n{self.reason}" if self.reason else "")


@dataclass(frozen=True, slots=True)
class Event:
    """One line of an audit log; ``place`` and ``revision`` are set where it is about a question, or a field.
    ``typed_at`` is when the browser claims that the text was typed, where that is in question."""

    at: datetime
    kind: Kind
    _: KW_ONLY
    place: int | None = None
    field: str = ""
    revision: int | None = None
    text: str = ""
    typed_at: datetime | None = None

    @property
    def size(self) -> int:
        """The size of the text in bytes."""
        return len(self.text.encode())

    @property
    def end(self) -> End | None:
        """The end that this line tells of; None for any other line."""
        if self.kind is not Kind.CLOSED:
            return None
        said, _, reason = self.text.partition("\n")
        given, _, who = said.partition(", ")
        by, _, receipt = given.partition(" ")
        return End(by, receipt, who, reason)


def standing(connection: Connection, sitting: int) -> Standing:
    """Returns what is stored in the fields of a sitting."""
    return {entry.spot: entry for entry in map(entry_of, connection.execute(_STANDING, {"sitting": sitting}))}


_STANDING = select(entries).where(
    entries.c.sitting_id == bindparam("sitting")
)  # built once: every save uses it


def entry_of(row: Row[Any]) -> Entry:
    """Builds the entry of a row."""
    return Entry(row.place, row.field, row.revision, row.text, row.at)


def put(connection: Connection, sitting: int, new: Sequence[Entry]) -> None:
    """Writes these texts into their fields, unless a higher revision is there by now."""
    if not new:
        return
    values = [
        {"sitting_id": sitting, "place": one.place, "field": one.field, "revision": one.revision}
        | {"text": one.text, "at": one.at}
        for one in new
    ]
    connection.execute(_unless_newer(connection.dialect.name), values)


@cache
def _unless_newer(dialect: str) -> Executable:
    """Builds the statement once, because building it takes a sixth of the time of a save."""
    database: Any = sqlite if dialect == "sqlite" else postgresql
    wanted = database.insert(entries)
    newer = {name: wanted.excluded[name] for name in ("revision", "text", "at")}
    statement: Executable = wanted.on_conflict_do_update(
        index_elements=["sitting_id", "place", "field"],
        set_=newer,
        where=entries.c.revision < wanted.excluded.revision,
    )
    return statement


def log(connection: Connection, sitting: int, events: Sequence[Event]) -> None:
    """Adds these lines to the audit log."""
    if events:
        values = [
            {"sitting_id": sitting, "at": one.at, "kind": one.kind, "place": one.place, "field": one.field}
            | {"revision": one.revision, "text": one.text, "typed_at": one.typed_at}
            for one in events
        ]
        connection.execute(insert(trail), values)


def of_sitting(connection: Connection, sitting: int) -> list[Event]:
    """Returns the whole audit log, oldest first."""
    found = connection.execute(select(trail).where(trail.c.sitting_id == sitting).order_by(trail.c.id))
    return [_event(row) for row in found]


def _event(row: Row[Any]) -> Event:
    return Event(
        row.at,
        Kind(row.kind),
        place=row.place,
        field=row.field,
        revision=row.revision,
        text=row.text,
        typed_at=row.typed_at,
    )


def held(connection: Connection, sitting: int) -> Mapping[Spot, Event]:
    """Returns the newest text from outside for each field that anything from there came for."""
    outside = (trail.c.sitting_id == sitting, trail.c.kind == Kind.OUTSIDE)
    found: dict[Spot, Event] = {}
    for row in connection.execute(select(trail).where(*outside).order_by(trail.c.revision, trail.c.id)):
        found[row.place, row.field] = _event(row)
    return found


def end(connection: Connection, sitting: int) -> End | None:
    """Returns how the sitting ended; None while it runs."""
    last = select(trail.c.at, trail.c.text).where(trail.c.sitting_id == sitting, trail.c.kind == Kind.CLOSED)
    row = connection.execute(last.order_by(trail.c.id.desc()).limit(1)).first()
    return Event(row.at, Kind.CLOSED, text=row.text).end if row else None


def pauses(connection: Connection, sitting: int) -> list[tuple[datetime, datetime | None]]:
    """Returns when each break began and when its learner went on, oldest first; None where they never said so."""
    turns = (trail.c.sitting_id == sitting, trail.c.kind.in_((Kind.PAUSED, Kind.WENT_ON)))
    found: list[tuple[datetime, datetime | None]] = []
    for row in connection.execute(select(trail.c.kind, trail.c.at).where(*turns).order_by(trail.c.id)):
        if row.kind == Kind.PAUSED:
            found.append((row.at, None))
        elif found:
            found[-1] = (found[-1][0], row.at)
    return found


def newest_moment(connection: Connection, sittings: Sequence[int]) -> datetime | None:
    """Returns when something was last written into the audit log of any of these."""
    last = select(func.max(trail.c.id)).where(trail.c.sitting_id.in_(sittings)).scalar_subquery()
    return connection.execute(select(trail.c.at).where(trail.c.id == last)).scalar()


def saved_last(connection: Connection, sittings: Sequence[int]) -> Mapping[int, datetime]:
    """Returns when something was stored last, for each sitting in which anything was."""
    found = select(entries.c.sitting_id, func.max(entries.c.at).label("at")).where(
        entries.c.sitting_id.in_(sittings)
    )
    return {row.sitting_id: row.at for row in connection.execute(found.group_by(entries.c.sitting_id))}
