"""Reports from the review of an exam that a key or a mark is wrong, which wait for the instructors of its course."""

from collections.abc import Mapping, Sequence

from app.exams import review
from app.exams.sitting import NoSuchSitting
from app.exams.store.sittings import Sitting
from app.practice.practice import LONGEST_REPORT
from app.practice.store import reports
from app.practice.store.reports import Report
from app.questions.context import Context


def report(
    context: Context,
    name: str,
    place: int,
    form_key: str,
    sentence: str,
) -> None:
    """Stores the sentence with the sheet at this place; drops an empty one.

    Raises as ``review.lost``, and NoSuchSitting where nothing is at this place.
    """
    found = review.lost(context, name)
    sheet = next((one.attempt for one in found.items if one.place == place), None)
    if sheet is None or context.person.id is None:
        raise NoSuchSitting(name)
    if kept := sentence.replace("\0", "").strip()[:LONGEST_REPORT]:
        with context.database.write() as rows:
            reports.add(rows, context.person.id, form_key, sheet.variant, kept, sheet.id)


def sent(context: Context, sitting: Sitting) -> Mapping[str, Sequence[Report]]:
    """Returns the reports sent from an exam, with their answers, by the name of the sheet."""
    with context.database.read() as rows:
        made = reports.of_sitting(rows, sitting.id)
    return {name: [one for one in made if one.attempt == name] for name in {one.attempt for one in made}}
