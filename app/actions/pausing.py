"""Breaks in an exam, for those who have them: the clock stands still, and nothing is taken meanwhile."""

from datetime import datetime

from app.actions.sitting import Ended, is_shut, its_own
from app.clock import Clock
from app.store import sittings, trail
from app.store.database import Database, Rows
from app.store.sittings import Sitting
from app.store.trail import Event, Kind


def pause(database: Database, clock: Clock, person: int | None, name: str) -> None:
    """Begins a break, where there is time for one left. Raises NoSuchSitting, NotBegun, and Ended."""
    with database.write() as rows:
        sitting, now = _open(its_own(rows, person, name, hold=True), clock)
        if sitting.rested(now) < sitting.breaks and not sitting.paused(now) and now < sitting.ends_at(now):
            sittings.pause(rows, sitting.id, now, sitting.rested(now))
            trail.log(rows, sitting.id, [Event(now, Kind.PAUSED)])


def go_on(database: Database, clock: Clock, person: int | None, name: str) -> None:
    """Ends the break. Raises NoSuchSitting, NotBegun, and Ended."""
    with database.write() as rows:
        sitting, now = _open(its_own(rows, person, name, hold=True), clock)
        if sitting.paused_at is not None:
            sittings.pause(rows, sitting.id, None, sitting.rested(now))
            trail.log(rows, sitting.id, [Event(now, Kind.WENT_ON)])


def settle(rows: Rows, sitting: Sitting, now: datetime) -> None:
    """Before a sitting is given more or fewer minutes of breaks: what is taken until now stays taken, and a break that
    has ended by itself stays over."""
    if sitting.paused_at is not None:
        goes_on = sitting.paused(now)
        sittings.pause(rows, sitting.id, now if goes_on else None, sitting.rested(now))
        trail.log(rows, sitting.id, [] if goes_on else [Event(now, Kind.WENT_ON)])


def _open(sitting: Sitting, clock: Clock) -> tuple[Sitting, datetime]:
    if is_shut(sitting, clock):
        raise Ended(sitting.name)
    return sitting, clock.now()
