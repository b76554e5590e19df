"""Ends exams when their time is over, browser open or not: a thread of the server that looks each second."""

import logging
import threading
from collections.abc import Callable

from app.actions import ending
from app.clock import Clock
from app.library import Library
from app.store import trail
from app.store.database import Database, DatabaseDown

LOOK = 1.0  # seconds between two looks
log = logging.getLogger("examformer")


class Closer:
    """``start`` it once, ``stop`` it at the end. ``closed`` is called after some sittings were ended."""

    def __init__(
        self, database: Database, library: Library, clock: Clock, closed: Callable[[], None]
    ) -> None:
        self._database, self._library, self._clock, self._closed = database, library, clock, closed
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="closing", daemon=True)

    def start(self) -> None:
        """The clock goes on from the last moment that was written down."""
        try:
            with self._database.read() as rows:
                self._clock.start(trail.newest_moment(rows))
        except DatabaseDown:
            log.warning(
                "the last moment of the trails could not be read; the machine's clock is taken as it is"
            )
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Ends what is due now. What goes wrong is told in the log and tried again at the next look."""
        try:
            if ending.close_due(self._database, self._library, self._clock):
                self._closed()
        except Exception:
            log.exception("sittings could not be ended; they are tried again")

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            self.look()
