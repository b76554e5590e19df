"""The minutes that a question takes: measured where there are enough sheets, else at the exam's pace."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import monotonic
from weakref import WeakKeyDictionary

from app.database.connection import Database
from app.practice.store import working_times
from engine.exams.blueprints import PACE
from engine.marking.item_analysis import working_time
from engine.questions import Question

ENOUGH = 5  # finished sheets
SELDOM = 3600.0  # seconds from one measuring to the next
_measured: WeakKeyDictionary[Database, tuple[float, Mapping[str, float]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Minutes:
    """At least one minute; ``measured`` is False where the points alone say it."""

    number: int
    measured: bool


def measure(database: Database) -> None:
    """Measures anew, once an hour: the median of each question's finished sheets, where there are enough."""
    if database in _measured and monotonic() - _measured[database][0] < SELDOM:
        return
    with database.read() as connection:
        sheets = working_times.of_coursework(connection)
    found = {
        question: median(
            working_time((at - begun).total_seconds() / 60 for at in answered) for begun, answered in made
        )
        for question, made in sheets.items()
        if len(made) >= ENOUGH
    }
    _measured[database] = monotonic(), found


def measured(database: Database) -> Mapping[str, float]:
    """The median minutes by question, as they were measured last."""
    return _measured[database][1] if database in _measured else {}


def minutes(question: Question, times: Mapping[str, float]) -> Minutes:
    """The minutes of a question, by these ``times`` where they hold it."""
    known = times.get(question.id)
    return Minutes(max(1, round(PACE * question.points if known is None else known)), known is not None)
