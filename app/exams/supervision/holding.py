"""Answers that come from outside an exam's rooms: they wait in its audit log, and count as soon as whoever typed them
is inside again, or is let in.

So nothing that was typed is lost, and nothing that comes from elsewhere counts before somebody who stands in the room
has said so.
"""

from collections.abc import Iterable
from datetime import datetime

from app.database.connection import Connection
from app.exams.store import audit_log, presences
from app.exams.store.audit_log import Entry, Event, Kind
from app.exams.store.sitting import Sitting
from app.exams.supervision import admission
from app.exams.supervision.admission import Standing


def settle(connection: Connection, sitting: Sitting, one: Standing, now: datetime) -> None:
    """Notes from where a request of a running sitting came; from inside, what waited counts from now on."""
    assert sitting.exam is not None
    assert sitting.person is not None
    if admission.note(connection, sitting.exam, sitting.person, one, now):
        audit_log.log(connection, sitting.id, [admission.came(one, now)])
    if one.presence.held and not one.outside:
        take_up(connection, sitting, now)


def hold(connection: Connection, sitting: Sitting, came: Iterable[Event]) -> None:
    """Keeps these texts in the audit log, and none of them twice, however often a page sends it."""
    assert sitting.exam is not None
    assert sitting.person is not None
    there = audit_log.held(connection, sitting.id)
    new = [one for one in came if _newer(one, there.get((one.place or 0, one.field)))]
    if new:
        audit_log.log(connection, sitting.id, new)
        spots = {*there, *((one.place or 0, one.field) for one in new)}
        presences.note(connection, sitting.exam, sitting.person, held=len(spots))


def take_up(connection: Connection, sitting: Sitting, now: datetime) -> int:
    """Stores as answers what waits and is newer than what stands in its field; returns how many."""
    assert sitting.exam is not None
    assert sitting.person is not None
    standing = audit_log.standing(connection, sitting.id)
    new = [
        Entry(*spot, one.revision or 0, one.text, now)
        for spot, one in audit_log.held(connection, sitting.id).items()
        if spot not in standing or standing[spot].revision < (one.revision or 0)
    ]
    audit_log.put(connection, sitting.id, new)
    events = (
        Event(now, Kind.SAVED, place=one.place, field=one.field, revision=one.revision, text=one.text)
        for one in new
    )
    audit_log.log(connection, sitting.id, list(events))
    presences.note(connection, sitting.exam, sitting.person, held=0)
    return len(new)


def _newer(one: Event, known: Event | None) -> bool:
    return known is None or (known.revision or 0) < (one.revision or 0)
