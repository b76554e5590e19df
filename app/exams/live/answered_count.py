"""Counts the answered questions of sittings for the live monitor, which asks for all of them every few seconds.

Telling whether a question is answered takes computing its numbers anew, so the result is cached until something is
saved there.
"""

from collections.abc import Mapping
from threading import Lock

from app.database.connection import Connection
from app.exams.sitting import listed
from app.exams.store.live_monitor import Progress, filled
from app.exams.store.sitting import Sitting
from app.questions.library import Library

REMEMBERED = 50_000  # questions; enough for a few full rooms

_known: dict[tuple[str, int], tuple[int, bool]] = {}  # by a sitting's random name and a question's place
_lock = Lock()


def counted(
    connection: Connection,
    library: Library,
    sittings: Mapping[int, Sitting],
    progress: Mapping[int, Progress],
) -> dict[int, int]:
    """Returns the number of answered questions of each of these sittings, by the sitting's number."""
    wanted = {
        (number, place): (one.name, place, state)
        for number, one in sittings.items()
        for place, state in progress[number].touched.items()
    }
    with _lock:
        found = {}
        for where, (name, place, state) in wanted.items():
            known = _known.get((name, place))
            if known and known[0] == state:
                found[where] = known[1]
    new = {
        where: listed(library, question, standing).answered
        for where, (question, standing) in filled(
            connection, [one for one in wanted if one not in found]
        ).items()
    }
    with _lock:
        if len(_known) + len(new) > REMEMBERED:
            _known.clear()
        for where, answered in new.items():
            name, place, state = wanted[where]
            _known[name, place] = state, answered
    times = dict.fromkeys(sittings, 0)
    for (number, _), answered in (found | new).items():
        times[number] += answered
    return times
