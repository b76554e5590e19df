"""Breaks in an exam, for those who have them: the clock stands still, and no answer is accepted meanwhile."""

from datetime import datetime

from app.clock import Clock
from app.database.connection import Connection
from app.exams.sitting import Ended, is_shut, its_own
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Event, Kind
from app.exams.store.sitting import Sitting
from app.exams.supervision import admission
from app.questions.context import Context


def pause(context: Context, name: str) -> None:
    """Begins a break, where time for one is left. Raises NoSuchSitting, NotBegun, and Ended."""
    with context.database.write() as connection:
        sitting, now = _open(its_own(connection, context.person.id, name, hold=True), context.clock)
        if sitting.rested(now) < sitting.breaks and not sitting.paused(now) and now < sitting.ends_at(now):
            sittings.pause(connection, sitting.id, now, sitting.rested(now))
            audit_log.log(connection, sitting.id, [Event(now, Kind.PAUSED)])
            admission.ask_again(connection, sitting)


def go_on(context: Context, name: str) -> None:
    """Ends the break. Raises NoSuchSitting, NotBegun, and Ended."""
    with context.database.write() as connection:
        sitting, now = _open(its_own(connection, context.person.id, name, hold=True), context.clock)
        if sitting.paused_at is not None:
            sittings.pause(connection, sitting.id, None, sitting.rested(now))
            audit_log.log(connection, sitting.id, [Event(now, Kind.WENT_ON)])


def settle(connection: Connection, sitting: Sitting, now: datetime) -> None:
    """Settles the breaks taken so far before a sitting gets more or fewer minutes of breaks: what is taken stays taken,
    and a break that has ended by itself stays over."""
    if sitting.paused_at is not None:
        goes_on = sitting.paused(now)
        sittings.pause(connection, sitting.id, now if goes_on else None, sitting.rested(now))
        audit_log.log(connection, sitting.id, [] if goes_on else [Event(now, Kind.WENT_ON)])


def _open(sitting: Sitting, clock: Clock) -> tuple[Sitting, datetime]:
    if is_shut(sitting, clock):
        raise Ended(sitting.name)
    return sitting, clock.now()
