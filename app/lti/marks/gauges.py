"""Numbers of the marks on their way to learning platforms that an operator watches."""

from collections.abc import Iterator

from app.clock import Clock
from app.database.connection import Connection
from app.lti.store import contexts
from app.web.gauges import Alarm, Gauge
from app.web.languages.languages import N_


def gauges(connection: Connection, _: Clock) -> Iterator[Gauge]:
    """How many marks platforms have not taken, and of how many courses none could be sent."""
    waiting, failing = contexts.standing(connection)
    yield Gauge("lti_marks_waiting", N_("Marks waiting for a learning platform"), waiting)
    said = N_("Courses whose marks could not be sent to a learning platform")
    yield Gauge("lti_courses_failing", said, failing, alarm=_failing(failing))


def _failing(courses: int) -> Alarm | None:
    if not courses:
        return None
    return Alarm(
        happened=N_("Marks could not be sent to a learning platform (courses: %(courses)s)."),
        next=N_(
            "They are sent again by themselves, each time after a longer pause. If it lasts, check on the page of "
            "platforms whether the platform still knows this installation; the log has its answer."
        ),
        address="/lti/platforms",
        named={"courses": courses},
    )
