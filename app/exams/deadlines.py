"""Ends exams when their time is over, browser open or not: a thread of the server that looks every second.

It sets the clock of exams right when nobody sits one, as ``app.clock`` says. It also opens the results of exams that
have closed for everybody, and draws the questions of those that open soon.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from app.clock import OFF, Clock
from app.database.connection import Database, DatabaseDown
from app.exams import preparation, results_release, submission
from app.exams.preparation import CannotBeDrawn
from app.exams.store import audit_log, sittings
from app.exams.store.exams import Exam
from app.questions.library import Library

LOOK = 1.0  # seconds between two looks
SELDOM = 30  # looks from one search for lost programs, and housekeeping, to the next
AFTERWARDS = 10  # looks after a reset of the clock that check whether somebody began just before it
ROUNDS = 3  # of drawing ahead, at one look
log = logging.getLogger("examformer")


class Closer:
    """Looks after exams in a thread: ``start`` it once, ``stop`` it at the end. ``closed`` is called after sittings
    were ended, each of ``housekeeping`` now and then."""

    def __init__(
        self,
        database: Database,
        library: Library,
        clock: Clock,
        closed: Callable[[], None],
        housekeeping: Sequence[Callable[[Database], object]] = (),
    ) -> None:
        self._database, self._library, self._clock, self._closed = database, library, clock, closed
        self._housekeeping = housekeeping
        self._over = threading.Event()
        self._looks = self._doubtful = 0
        self._told = timedelta(0)
        self._opened: frozenset[Exam] = frozenset()
        self._hopeless: set[int] = set()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread. The clock goes on from the last moment in the audit logs of running sittings. Where none
        runs, it begins anew: a machine whose time was once ahead does not keep it ahead."""
        try:
            with self._database.read() as connection:
                self._clock.start(
                    audit_log.newest_moment(connection, [one.id for one in sittings.running(connection)])
                )
        except DatabaseDown:
            log.warning(
                "the last moment of the trails could not be read; the machine's clock is taken as it is"
            )
        self._say_that_it_is_off()
        self._over.clear()
        self._thread = threading.Thread(target=self._watch, name="closing", daemon=True)
        self._thread.start()

    def set_clock_right(self) -> None:
        """Resets the clock to the machine's time while nobody sits an exam. On SQLite, the file of one server, nobody
        begins meanwhile. Where several servers share a database, another may let somebody begin by a time that is
        ahead: then this one follows. For the same reason a clock that is behind is set ahead there at the next start
        only."""
        off = self._clock.ahead
        if not off and not self._doubtful:
            return
        with self._database.read() as connection:
            running = [one.id for one in sittings.running(connection)]
            newest = audit_log.newest_moment(connection, running)
        if self._doubtful:
            self._doubtful -= 1
            if newest and newest > self._clock.now() + OFF:
                self._clock.start(newest)
        elif running or (off < timedelta(0) and not self._database.is_sqlite):
            self._say_that_it_is_off()
        else:
            with self._database.write() as connection:
                if sittings.running(connection):
                    return
                self._clock.start()
            self._doubtful, self._told = AFTERWARDS, timedelta(0)
            log.warning(
                "the clock of exams was off, by %s; nobody sits one, so it is set right", described(off)
            )

    def _say_that_it_is_off(self) -> None:
        """Logs each difference once."""
        off = self._clock.ahead
        if abs(off - self._told) >= OFF:
            self._told = off
            log.warning(
                "the clock of exams is off the machine's, by %s; whoever sits one keeps their time",
                described(off),
            )

    def stop(self) -> None:
        self._over.set()
        if self._thread:
            self._thread.join()

    def look(self) -> None:
        """Sets the clock right, and ends, opens and draws what is due now. Errors are logged, and the next look tries
        again."""
        try:
            with _tried_again("it could not be seen whether the clock of exams is right"):
                self.set_clock_right()
            with _tried_again("sittings could not be ended"):
                self._end_and_tidy()
            with _tried_again("exams could not be opened or drawn ahead"):
                self._open_and_draw()
        except DatabaseDown as error:
            log.warning("exams wait for the database: %s", error.orig)

    def _end_and_tidy(self) -> None:
        closed = submission.close_due(self._database, self._library, self._clock)
        lost = 0 if self._looks % SELDOM else submission.run_lost_programs(self._database)
        if not self._looks % SELDOM:
            for each in self._housekeeping:
                each(self._database)
        self._looks += 1
        if closed or lost:
            self._closed()

    def _open_and_draw(self) -> None:
        try:
            self._opened = results_release.open_closed(self._database, self._clock, self._opened)
            for _ in range(ROUNDS):
                if not preparation.prepare(self._database, self._library, self._clock, self._hopeless):
                    break
        except CannotBeDrawn as error:
            self._hopeless.add(error.exam)
            log.error("an exam cannot be drawn: %s", error)

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            self.look()


@contextmanager
def _tried_again(failed: str) -> Iterator[None]:
    """Logs any error but that of a database that is away, which ends the look."""
    try:
        yield
    except DatabaseDown:
        raise
    except Exception:
        log.exception("%s; it is tried again", failed)


def described(off: timedelta) -> str:
    """Formats a difference, such as +1:00:00 or -0:00:30."""
    return f"{'-' if off < timedelta(0) else '+'}{timedelta(seconds=round(abs(off).total_seconds()))}"
