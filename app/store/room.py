"""All sittings of a course's exam at once, in a few queries: what stands in them, and what happened."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, exists, func, insert, select

from app.store.schema import drawn, entries, people, sittings, trail
from app.store.sittings import Drawn, drawn_of
from app.store.trail import Entry, Event, Kind, Spot, entry_of


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sitting is: what stands in its fields, and the questions in which something does, of so many; it got
    ``extended`` minutes of its own."""

    questions: int
    extended: int
    touched: tuple[Drawn, ...]
    standing: Mapping[Spot, Entry]

    @property
    def saved_at(self) -> datetime | None:
        return max((one.at for one in self.standing.values()), default=None)


NOTHING_YET = Progress(0, 0, (), {})


def progress(rows: Connection, exam: int) -> Mapping[int, Progress]:
    """Of every sitting of the exam."""
    of_it = sittings.c.exam_id == exam
    standing: dict[int, dict[Spot, Entry]] = {}
    there = select(entries).join(sittings, sittings.c.id == entries.c.sitting_id).where(of_it)
    for row in rows.execute(there):
        one = entry_of(row)
        standing.setdefault(row.sitting_id, {})[one.spot] = one
    something = and_(entries.c.sitting_id == drawn.c.sitting_id, entries.c.place == drawn.c.place)
    asked = select(drawn).join(sittings, sittings.c.id == drawn.c.sitting_id).where(of_it)
    touched: dict[int, list[Drawn]] = {}
    for row in rows.execute(asked.where(exists().where(something))):
        touched.setdefault(row.sitting_id, []).append(drawn_of(row))
    number = select(func.count()).where(drawn.c.sitting_id == sittings.c.id).scalar_subquery()
    found = select(sittings.c.id, sittings.c.extended, number.label("questions")).where(of_it)
    return {
        row.id: Progress(
            row.questions, row.extended, tuple(touched.get(row.id, ())), standing.get(row.id, {})
        )
        for row in rows.execute(found)
    }


def refused(rows: Connection, exam: int) -> Mapping[int, int]:
    """How many fields came too late or were typed in a break, by sitting."""
    wanted = (
        select(trail.c.sitting_id, func.count().label("times"))
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, trail.c.kind.in_((Kind.REFUSED, Kind.IN_BREAK)))
        .group_by(trail.c.sitting_id)
    )
    return {row.sitting_id: row.times for row in rows.execute(wanted)}


def opened(rows: Connection, exam: int) -> Mapping[int, int]:
    """How often a page with questions was opened, by sitting. The page of a break and the one before handing in have
    none; they and the way back from them do not count."""
    wanted = (
        select(trail.c.sitting_id, trail.c.place)
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, trail.c.kind == Kind.OPENED)
        .order_by(trail.c.id)
    )
    times: Counter[int] = Counter()
    before: dict[int, int | None] = {}
    for sitting, place in rows.execute(wanted):
        times[sitting] += place is not None and before.get(sitting, place) is not None
        before[sitting] = place
    return times


def questions_differ(rows: Connection, exam: int) -> bool:
    """Whether one number stands for different questions in different sittings of the exam."""
    several = (
        select(drawn.c.place)
        .join(sittings, sittings.c.id == drawn.c.sitting_id)
        .where(sittings.c.exam_id == exam)
        .group_by(drawn.c.place)
        .having(func.min(drawn.c.question) != func.max(drawn.c.question))
    )
    return rows.execute(several.limit(1)).first() is not None


def called(rows: Connection, these: Collection[int]) -> dict[int, str]:
    """What people are called, by number."""
    found = select(people.c.id, people.c.name, people.c.email).where(people.c.id.in_(these))
    return {row.id: row.name or row.email or "" for row in rows.execute(found)} if these else {}


def log_in_all(rows: Connection, running: Sequence[int], event: Event) -> None:
    """The same line in the trail of each of these sittings."""
    if running:
        line = {"at": event.at, "kind": event.kind, "place": None, "field": "", "revision": None}
        rows.execute(insert(trail), [line | {"sitting_id": one, "text": event.text} for one in running])


def moves(rows: Connection, exam: int) -> Mapping[int, list[Event]]:
    """The trails of the sittings of an exam that have ended, oldest first, without what was typed: for times."""
    wanted = (
        select(trail.c.sitting_id, trail.c.at, trail.c.kind, trail.c.place)
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, sittings.c.closed_at.is_not(None))
        .order_by(trail.c.id)
    )
    found: dict[int, list[Event]] = {}
    for sitting, at, kind, place in rows.execute(wanted):
        found.setdefault(sitting, []).append(Event(at, Kind(kind), place))
    return found
