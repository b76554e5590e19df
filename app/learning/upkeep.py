"""Takes in what was marked lately, now and then, in a thread of the server; and everything anew on request."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

from app.database.connection import Database
from app.learning import fold
from app.learning.store import marks
from app.learning.syllabus import syllabus
from app.practice.store import mark_events
from app.questions.library import Library

log = logging.getLogger("examformer")
LONGEST = 0.2  # seconds at a time: the thread also ends exams
PEOPLE = 200  # at a time


def take_in_lately(database: Database, library: Library) -> int:
    """Takes in events of people who have some, for a fifth of a second. Returns how many people's."""
    syllabus(library.bank)  # worked out before somebody waits for it
    ends, done = time.monotonic() + LONGEST, 0
    with database.read() as connection:
        waiting = mark_events.people_waiting(connection, datetime.now(UTC), PEOPLE)
    for person in waiting:
        try:
            fold.take_in(database, library, person)
        except Exception:  # the marks are safe, and the thread has exams to end
            log.exception("what person %s knows could not be worked out; it is tried again", person)
        done += 1
        if time.monotonic() > ends:
            break
    return done


def rebuild_all(
    database: Database, library: Library, told: Callable[[int, int], None] = lambda done, of: None
) -> tuple[int, int]:
    """Folds the marks of all people anew. Returns the numbers of people and of marks."""
    with database.read() as connection:
        everybody = marks.people(connection)
    folded = 0
    for n, person in enumerate(everybody, 1):
        folded += fold.rebuild(database, library, person)
        told(n, len(everybody))
    return len(everybody), folded
