"""The history of a sheet after its learner answered: marks that were changed, and reports that were answered."""

from dataclasses import dataclass

from app.practice.store import mark_log, reports
from app.practice.store.attempts import Attempt
from app.practice.store.mark_log import Change
from app.practice.store.reports import Report
from app.questions.context import Context


@dataclass(frozen=True, slots=True)
class Since:
    """The changes of a sheet's marks, oldest first, and its learner's reports with their answers."""

    changes: tuple[Change, ...]
    reports: tuple[Report, ...]


def since(context: Context, attempt: Attempt | None) -> Since:
    """Returns what others did about a sheet after its learner answered."""
    if attempt is None:
        return Since((), ())
    with context.database.read() as rows:
        made = tuple(mark_log.of_attempt(rows, attempt.id))
        return Since(made, tuple(reports.of_attempt(rows, attempt.id)))
