"""Numbers of the queue of e-mails that an operator watches."""

from collections.abc import Iterator
from datetime import UTC, datetime

from app.clock import Clock
from app.database.connection import Connection
from app.mail.undelivered import LATELY
from app.outbox.store import mails
from app.web.gauges import Alarm, Gauge
from app.web.languages.languages import N_

LATE = 15  # minutes: a worker sends within one


def gauges(connection: Connection, _: Clock) -> Iterator[Gauge]:
    """How many e-mails wait, were given up, and for how long what should have left is late."""
    now = datetime.now(UTC)
    counts, since = mails.counts(connection, now - LATELY), mails.late_since(connection, now)
    late = (now - since).total_seconds() if since else 0.0
    yield Gauge("mails_waiting", N_("E-mails waiting"), counts.waiting)
    yield Gauge(
        "mails_late_seconds",
        N_("Delay of e-mails"),
        late,
        alarm=_late(late),
    )
    yield Gauge("mails_given_up", N_("E-mails given up"), counts.given_up)


def _late(seconds: float) -> Alarm | None:
    if seconds < 60 * LATE:
        return None
    return Alarm(
        happened=N_("E-mails have waited for %(minutes)s min for the server that takes them."),
        next=N_("The page about e-mails says why the last try failed, and sends you a test."),
        address="/mail/undelivered",
        named={"minutes": round(seconds / 60)},
    )
