"""Numbers of running exams that an operator watches."""

from collections.abc import Iterator
from datetime import timedelta

from app.clock import Clock
from app.database.connection import Connection
from app.exams import submission
from app.exams.store import exams, sittings
from app.web.gauges import Alarm, Gauge
from app.web.languages.languages import N_

OVERDUE = 30  # seconds: the clock looks each second, and marks what it ends


def gauges(connection: Connection, clock: Clock) -> Iterator[Gauge]:
    """How many exams are sat, when the next one opens, whether the clock is right and ends what is over."""
    yield Gauge("sittings_open", N_("Exams being sat"), sittings.number_running(connection))
    opens = exams.next_opening(connection, clock.now())
    said = N_("Next exam of a course opens")
    yield Gauge("next_exam_timestamp_seconds", said, opens.timestamp() if opens else None)
    late = submission.longest_overdue(connection, clock)
    said = N_("Delay in ending exams whose time is over")
    yield Gauge("sittings_overdue_seconds", said, late, alarm=_overdue(round(late)))
    ahead = clock.ahead
    said = N_("Difference of the clock of exams from this server's")
    yield Gauge("exam_clock_ahead_seconds", said, ahead.total_seconds(), alarm=_off(ahead))


def _overdue(late: int) -> Alarm | None:
    if late < OVERDUE:
        return None
    return Alarm(
        happened=N_("An exam has been over for %(seconds)s s and is not ended."),
        next=N_(
            "What was saved is safe. If it does not end within a minute, look into the log for “could not be ended”, "
            "and start the server again."
        ),
        named={"seconds": late},
    )


def _off(ahead: timedelta) -> Alarm | None:
    if not ahead:
        return None
    behind = ahead < timedelta(0)
    return Alarm(
        happened=N_("Exams go by a clock that is %(time)s behind this server's.")
        if behind
        else N_("Exams go by a clock that is %(time)s ahead of this server's."),
        next=N_(
            "Whoever sits one keeps their time. Start the server again when nobody does, and it is right."
        )
        if behind
        else N_("Whoever sits one keeps their time; when nobody does, it is set right by itself."),
        named={"time": str(timedelta(seconds=round(abs(ahead).total_seconds())))},
    )
