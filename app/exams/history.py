"""Reads the audit log of a sitting: how long each question was open, and what came too late."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.exams.sitting import FLAG, its_own
from app.exams.store import archives, audit_log
from app.exams.store.archives import Note
from app.exams.store.audit_log import Event, Kind, Spot
from app.exams.store.sitting import Sitting
from app.questions.context import Context

BY_OTHERS = {
    Kind.EXTENDED,
    Kind.TOLD,
    Kind.REFUSED,
    Kind.IN_BREAK,
    Kind.CLAIMED,
    Kind.ADMITTED,
    Kind.TAKEN_BACK,
    Kind.OUTSIDE,
    Kind.CAME,
}  # nothing that a learner does at a question


@dataclass(frozen=True, slots=True)
class Late:
    """An answer that does not count, cell by cell: it came ``seconds`` after the end, or, ``outside``, from elsewhere
    than where the exam is sat. ``typed_at`` is the time that its browser claims, where it claims one."""

    place: int
    part: str
    texts: tuple[str, ...]
    seconds: float
    typed_at: datetime | None
    outside: bool = False


def log_of(context: Context, name: str) -> tuple[Sitting, list[Event], Note | None]:
    """Returns the audit log, and where the saves lie that are missing in it. Raises NoSuchSitting, and NotBegun."""
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
        events = audit_log.of_sitting(connection, sitting.id)
        return sitting, events, archives.of_sitting(connection, sitting.id)


def spent(events: Sequence[Event], end: datetime | None) -> Mapping[int, float]:
    """Returns the seconds for which each question was open: from turning to it until turning to the next, without
    breaks and without the grace period after the ``end``."""
    seconds: dict[int, float] = {}
    here: int | None = 1
    since: datetime | None = None
    resting = False
    by_learner = (event for event in events if event.kind not in BY_OTHERS)
    for event in sorted(by_learner, key=_happened):
        if resting and event.kind is Kind.OPENED:  # the page of the break
            continue
        resting = event.kind is Kind.PAUSED
        now = min(_happened(event), end) if end else _happened(event)
        if since is not None and here is not None:
            seconds[here] = seconds.get(here, 0.0) + (now - since).total_seconds()
        since = None if event.kind in (Kind.PAUSED, Kind.CLOSED) else now
        if event.kind in (Kind.OPENED, Kind.VISITED) and event.place is not None:
            here = event.place
    return seconds


def late(events: Sequence[Event], end: datetime | None) -> tuple[Late, ...]:
    """Returns the last text that came for each part after the ``end`` or from outside, but not what was stored and only
    came again."""
    stored: dict[Spot, int] = {}
    came: dict[tuple[int, str], dict[str, Event]] = {}
    for event in events:
        if event.place is None or event.revision is None or event.field == FLAG:
            continue
        part, _, cell = event.field.rpartition(".")
        there = came.setdefault((event.place, part), {})
        if event.kind is Kind.SAVED:
            stored[event.place, event.field] = event.revision
            if (waits := there.get(cell)) and (waits.revision or 0) <= event.revision:
                del there[cell]  # it came from outside, and its student was let in
            continue
        newer = event.revision > stored.get((event.place, event.field), 0)
        if newer and event.kind in (Kind.REFUSED, Kind.OUTSIDE):
            there[cell] = event
    found = []
    for (place, part), cells in sorted(came.items()):
        texts = tuple(
            event.text
            for _, event in sorted(cells.items(), key=lambda one: int(one[0]))
            if event.text.strip()
        )
        if texts and end:
            last = max(cells.values(), key=lambda event: event.at)
            after, outside = (last.at - end).total_seconds(), last.kind is Kind.OUTSIDE
            found.append(Late(place, part, texts, after, last.typed_at, outside))
    return tuple(found)


def _happened(event: Event) -> datetime:
    """Returns when an event happened; a visit that waited for a connection carries its own time."""
    return datetime.fromisoformat(event.text) if event.kind is Kind.VISITED and event.text else event.at
