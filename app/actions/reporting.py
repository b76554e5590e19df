"""A report that a key or a mark is wrong, from the review of an exam: it waits for the instructors of its course."""

from collections.abc import Mapping, Sequence

from app.actions import review
from app.actions.practice import LONGEST_REPORT
from app.actions.sitting import NoSuchSitting
from app.clock import Clock
from app.library import Library
from app.store import queue, reports
from app.store.database import Database
from app.store.queue import Report
from app.store.sittings import Sitting


def report(
    database: Database,
    library: Library,
    clock: Clock,
    person: int | None,
    name: str,
    place: int,
    form_key: str,
    sentence: str,
) -> None:
    """Keeps the sentence with the sheet that stands at this place; an empty one is not kept.

    Raises as ``review.lost``, and NoSuchSitting where nothing stands there.
    """
    found = review.lost(database, library, clock, person, name)
    sheet = next((one.attempt for one in found.items if one.place == place), None)
    if sheet is None or person is None:
        raise NoSuchSitting(name)
    if kept := sentence.replace("\0", "").strip()[:LONGEST_REPORT]:
        with database.write() as rows:
            reports.add(rows, person, form_key, sheet.variant, kept, sheet.id)


def sent(database: Database, sitting: Sitting) -> Mapping[str, Sequence[Report]]:
    """What was reported from an exam, by the name of the sheet, with what was answered."""
    with database.read() as rows:
        made = queue.reports_of_sitting(rows, sitting.id)
    return {name: [one for one in made if one.attempt == name] for name in {one.attempt for one in made}}
