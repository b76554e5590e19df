"""Clocks: an exam ends by the server's."""

import ctypes
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.clock import A_DAY, OFF
from app.commands.doctor.checkup import Check
from app.commands.doctor.database import URL
from app.commands.doctor.findings import Finding, advice, fault, ok, unchecked
from app.commands.doctor.installation import Installation
from app.database.connection import Database
from app.database.inspection import Away
from app.database.migration import Standing
from app.exams.store import audit_log, sittings

NOT_SYNCHRONISED = 5  # TIME_ERROR, what adjtimex(2) returns where nothing keeps the kernel's clock right
TIMEX = 512  # bytes, more than struct timex has anywhere
A_ZONE = "Europe/Zurich"
KEEP = (
    "apt-get install chrony",
    "keeps it right from then on; in a container, on the machine that carries it.",
)


def of_the_database(at: Installation) -> Finding | None:
    """Whatever is counted for all servers is counted by clocks that should agree."""
    if at.postgres is not None:
        ahead, doubt = at.postgres.ahead, at.postgres.doubt / 2
        if abs(ahead) < OFF + doubt:
            return ok(f"PostgreSQL's clock agrees with this machine's (within {shown(abs(ahead) + doubt)})")
        way = "ahead of" if ahead > timedelta(0) else "behind"
        return fault(
            f"PostgreSQL's clock is {shown(abs(ahead))} {way} this machine's",
            "Let NTP keep the clocks of both, this machine's first:",
            *KEEP,
        )
    if at.sqlite is None or not at.sqlite.there:
        return None
    written = datetime.fromtimestamp(at.sqlite.file.stat().st_mtime, UTC)
    ahead = written - datetime.now(UTC)
    if ahead < OFF:
        return ok("the clock is not behind the database")
    return fault(
        f"the database was last written {shown(ahead)} from now: this machine's clock is behind, or was ahead",
        "See what `date` says, and let NTP keep the clock right:",
        *KEEP,
    )


def of_exams(at: Installation) -> Finding | None:
    """The clock of exams goes on from the last moment that it wrote down, and never back (``app.clock``)."""
    if isinstance(at.database, Away) or at.database.standing is not Standing.CURRENT:
        return None
    database = Database(at.settings.database_url)
    try:
        with database.read() as connection:
            running = [one.id for one in sittings.running(connection)]
            newest = audit_log.newest_moment(connection, running)
    finally:
        database.close()
    number = f"{len(running)} {'person sits' if len(running) == 1 else 'people sit'} an exam"
    ahead = newest - datetime.now(UTC) if newest else timedelta(0)
    if ahead < OFF:
        return ok(
            f"{number}, and nothing was written down in the future" if running else "nobody sits an exam"
        )
    if ahead < A_DAY:
        return advice(
            f"{number}, who saved something {shown(ahead)} from now: this machine's clock was set back",
            "Do nothing during the exam: its clock goes on from there, and is set right when nobody sits one.",
            "Afterwards let NTP keep the clock:",
            *KEEP,
        )
    return fault(
        f"{number}, who saved something {shown(ahead)} from now: a start would give them that time once more",
        "Set this machine's clock right before the server is started:",
        *KEEP,
    )


def kept_right(at: Installation) -> Finding:
    """Asks the kernel, which hears of it from whatever keeps its clock: chrony, ntpd or systemd-timesyncd."""
    state = _state()
    if state is None:
        return unchecked("this system does not say whether its clock is kept right")
    if state != NOT_SYNCHRONISED:
        return ok("a program keeps this machine's clock right")
    return advice("no program keeps this machine's clock right, as far as the kernel knows", *KEEP)


def zones(at: Installation) -> Finding:
    try:
        ZoneInfo(A_ZONE)
    except (ZoneInfoNotFoundError, OSError) as error:
        return fault(
            f"there are no time zones on this machine ({error}): due dates cannot be shown in them",
            "apt-get install tzdata",
        )
    return ok("time zones are there")


def shown(time: timedelta) -> str:
    """A length of time, as people say it."""
    seconds = time.total_seconds()
    if seconds < 1:
        return f"{1000 * seconds:.3g} ms"
    units = ((86400, "days"), (3600, "hours"), (60, "minutes"))
    return next(
        (f"{seconds / one:.0f} {unit}" for one, unit in units if seconds >= 2 * one), f"{seconds:.3g} seconds"
    )


def _state() -> int | None:
    if not sys.platform.startswith("linux"):
        return None
    asked: Callable[..., int] = ctypes.CDLL(None).adjtimex
    found = asked(ctypes.create_string_buffer(TIMEX))  # all zero: it is asked, and nothing is set
    return found if found >= 0 else None


CHECKS = (
    Check("clock", of_the_database, seconds=30, needs=(URL,)),
    Check("clock of exams", of_exams, seconds=30, needs=(URL,)),
    Check("time synchronisation", kept_right),
    Check("time zones", zones),
)
