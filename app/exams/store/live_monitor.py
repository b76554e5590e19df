"""Reads all sittings of a course's exam at once, in a few queries: what is typed in them, and what happened."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, tuple_

from app.database.schema import drawn, entries, people, sittings, trail
from app.exams.store.audit_log import Entry, Event, Kind, Spot, entry_of
from app.exams.store.sitting import Drawn
from app.exams.store.sittings import drawn_of

Where = tuple[int, int]  # a sitting and the number of one of its questions
AT_ONCE = 400  # of them in one query


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a sitting: its number of ``questions``; those that were ``touched``, each with a number that
    grows with every save there; and the minutes by which it alone was ``extended``."""

    questions: int
    extended: int
    touched: Mapping[int, int]
    saved_at: datetime | None


NOTHING_YET = Progress(0, 0, {}, None)


def progress(connection: Connection, exam: int) -> Mapping[int, Progress]:
    """Returns the progress of every sitting of the exam. It reads none of the texts, as it is asked for every few
    seconds."""
    of_it = sittings.c.exam_id == exam
    there = (
        select(
            entries.c.sitting_id,
            entries.c.place,
            func.count().label("fields"),
            func.sum(entries.c.revision).label("revisions"),
            func.max(entries.c.at).label("at"),
        )
        .join(sittings, sittings.c.id == entries.c.sitting_id)
        .where(of_it)
        .group_by(entries.c.sitting_id, entries.c.place)
    )
    touched: dict[int, dict[int, int]] = {}
    saved: dict[int, datetime] = {}
    for sitting, place, fields, revisions, at in connection.execute(there):
        touched.setdefault(sitting, {})[place] = fields + int(revisions)
        saved[sitting] = max(at, saved.get(sitting, at))
    number = select(func.count()).where(drawn.c.sitting_id == sittings.c.id).scalar_subquery()
    found = select(sittings.c.id, sittings.c.extended, number.label("questions")).where(of_it)
    return {
        row.id: Progress(row.questions, row.extended, touched.get(row.id, {}), saved.get(row.id))
        for row in connection.execute(found)
    }


def filled(
    connection: Connection, where: Sequence[Where]
) -> Mapping[Where, tuple[Drawn, Mapping[Spot, Entry]]]:
    """Returns these questions of these sittings, each with what is typed in it."""
    asked: dict[Where, Drawn] = {}
    standing: dict[Where, dict[Spot, Entry]] = {}
    for first in range(0, len(where), AT_ONCE):
        some = where[first : first + AT_ONCE]
        for row in connection.execute(
            select(drawn).where(tuple_(drawn.c.sitting_id, drawn.c.place).in_(some))
        ):
            asked[row.sitting_id, row.place] = drawn_of(row)
        typed = select(entries).where(tuple_(entries.c.sitting_id, entries.c.place).in_(some))
        for row in connection.execute(typed):
            one = entry_of(row)
            standing.setdefault((row.sitting_id, row.place), {})[one.spot] = one
    return {one: (question, standing.get(one, {})) for one, question in asked.items()}


def refused(connection: Connection, exam: int) -> Mapping[int, int]:
    """Counts the fields that came too late or were typed in a break, by sitting."""
    return _counted(connection, exam, Kind.REFUSED, Kind.IN_BREAK)


def claimed(connection: Connection, exam: int) -> Mapping[int, int]:
    """Counts the fields stored in a break because their browsers claim that they were typed before it, by sitting."""
    return _counted(connection, exam, Kind.CLAIMED)


def _counted(connection: Connection, exam: int, *kinds: Kind) -> Mapping[int, int]:
    wanted = (
        select(trail.c.sitting_id, func.count().label("times"))
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, trail.c.kind.in_(kinds))
        .group_by(trail.c.sitting_id)
    )
    return {row.sitting_id: row.times for row in connection.execute(wanted)}


def opened(connection: Connection, exam: int) -> Mapping[int, int]:
    """Counts how often a page with questions was opened, by sitting. The page of a break and the one before handing in
    show none; they and the way back from them do not count."""
    wanted = (
        select(trail.c.sitting_id, trail.c.place)
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, trail.c.kind == Kind.OPENED)
        .order_by(trail.c.id)
    )
    times: Counter[int] = Counter()
    before: dict[int, int | None] = {}
    for sitting, place in connection.execute(wanted):
        times[sitting] += place is not None and before.get(sitting, place) is not None
        before[sitting] = place
    return times


def questions_differ(connection: Connection, exam: int) -> bool:
    """True if the same number means different questions in different sittings of the exam."""
    several = (
        select(drawn.c.place)
        .join(sittings, sittings.c.id == drawn.c.sitting_id)
        .where(sittings.c.exam_id == exam)
        .group_by(drawn.c.place)
        .having(func.min(drawn.c.question) != func.max(drawn.c.question))
    )
    return connection.execute(several.limit(1)).first() is not None


def called(connection: Connection, these: Collection[int]) -> dict[int, str]:
    """Returns people's names, else their e-mail addresses, by number."""
    found = select(people.c.id, people.c.name, people.c.email).where(people.c.id.in_(these))
    return {row.id: row.name or row.email or "" for row in connection.execute(found)} if these else {}


def log_in_all(connection: Connection, running: Sequence[int], event: Event) -> None:
    """Writes the same line into the audit log of each of these sittings."""
    if running:
        line = {"at": event.at, "kind": event.kind, "place": None, "field": "", "revision": None}
        connection.execute(insert(trail), [line | {"sitting_id": one, "text": event.text} for one in running])


def moves(connection: Connection, exam: int) -> Mapping[int, list[Event]]:
    """Returns the audit logs of the ended sittings of an exam, oldest first, without the texts: they are read for
    times."""
    wanted = (
        select(trail.c.sitting_id, trail.c.at, trail.c.kind, trail.c.place)
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, sittings.c.closed_at.is_not(None))
        .order_by(trail.c.id)
    )
    found: dict[int, list[Event]] = {}
    for sitting, at, kind, place in connection.execute(wanted):
        found.setdefault(sitting, []).append(Event(at, Kind(kind), place=place))
    return found
