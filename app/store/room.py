"""All sittings of a course's exam at once, in a few queries: what stands in them, and what happened."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, case, func, insert, select

from app.store.schema import drawn, entries, people, sittings, trail
from app.store.trail import Event, Kind

BLANK = " \t\r\n"
FLAG = "flag"  # the one field of a question that is no answer


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sitting is. ``saved_at`` is when something was stored last; it got ``extended`` minutes of its own."""

    questions: int
    answered: int
    saved_at: datetime | None
    extended: int


NOTHING_YET = Progress(0, 0, None, 0)


def progress(rows: Connection, exam: int) -> Mapping[int, Progress]:
    """Of every sitting of the exam."""
    of_it = sittings.c.exam_id == exam
    typed = and_(entries.c.field != FLAG, func.trim(entries.c.text, BLANK) != "")
    answered = func.count(case((typed, entries.c.place)).distinct()).label("answered")
    found = (
        select(entries.c.sitting_id, answered, func.max(entries.c.at).label("saved_at"))
        .join(sittings, sittings.c.id == entries.c.sitting_id)
        .where(of_it)
        .group_by(entries.c.sitting_id)
    )
    stored = {row.sitting_id: row for row in rows.execute(found)}
    asked = select(func.count()).where(drawn.c.sitting_id == sittings.c.id).scalar_subquery()
    all_of_it = rows.execute(
        select(sittings.c.id, sittings.c.extended, asked.label("questions")).where(of_it)
    )
    made = {}
    for row in all_of_it:
        its = stored.get(row.id)
        made[row.id] = Progress(
            row.questions, its.answered if its else 0, its.saved_at if its else None, row.extended
        )
    return made


def happened(rows: Connection, exam: int, *kinds: Kind) -> Mapping[int, Counter[Kind]]:
    """How often each of these things did, by sitting."""
    wanted = (
        select(trail.c.sitting_id, trail.c.kind, func.count().label("times"))
        .join(sittings, sittings.c.id == trail.c.sitting_id)
        .where(sittings.c.exam_id == exam, trail.c.kind.in_(kinds))
        .group_by(trail.c.sitting_id, trail.c.kind)
    )
    found: dict[int, Counter[Kind]] = {}
    for row in rows.execute(wanted):
        found.setdefault(row.sitting_id, Counter())[Kind(row.kind)] = row.times
    return found


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
