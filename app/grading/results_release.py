"""Release of an assignment's results: what was saved for it is marked, and the marks that instructors gave go out.

Where results wait, answers are saved without a mark, so that nothing on any page can tell which are right. The job runs
as soon as nobody has time left, and where they are released by hand, once that was done.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from typing import Any

from app.courses.policy import Results
from app.courses.store import assignments, duties
from app.database.connection import Connection, Database
from app.grading.manual_grading import award_stored
from app.grading.store import marker_scores
from app.grading.store.marker_scores import Held
from app.jobs.runner import Kind, submit
from app.jobs.store import jobs
from app.outbox import marks
from app.practice import answers, opening
from app.practice.opening import Begun
from app.practice.store import attempts, saved_answers
from app.practice.store.attempt import SAVED, Attempt, Response
from app.questions.library import Library
from app.settings import settings
from engine import asked_lines
from engine.bank import read_bank
from engine.marking import marking
from engine.marking.marking import PartMark, Rule

RELEASE = Kind(name="results", carried_out_by="app.grading.results_release:carry_out", seconds=3600)
GONE = 0  # the assignment of sheets whose own was removed


def closed(connection: Connection, these: Collection[int]) -> set[int]:
    """Returns the assignments among ``these`` in which also the marks that somebody gives wait for the results."""
    waits = assignments.with_results(connection, these, {Results.AFTERWARDS, Results.RELEASED})
    return waits - duties.open_results(connection, waits, datetime.now(UTC))


def submit_due(database: Database) -> None:
    """Queues the job where results are to go out and none is queued."""
    with database.read() as connection:
        saved, held = _due(connection)
        waits = (saved or held) and jobs.unfinished(connection, RELEASE.name)
    if (saved or held) and not waits:
        with database.write() as connection:
            jobs.forget(connection, RELEASE.name, "")
            submit(connection, RELEASE, {})


def carry_out(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Gives the results that are due, and returns on how many sheets."""
    database, library = _here()
    return {"sheets": give(database, library, progress)}


@cache
def _here() -> tuple[Database, Library]:
    database = Database(settings().database_url)
    return database, Library(read_bank(settings().question_bank), database)


def give(
    database: Database, library: Library, progress: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Marks what was saved for results that are open by now, and gives the marks that were held for them; returns on
    how many sheets."""
    with database.read() as connection:
        saved, held = _due(connection)
    total = len(saved) + len(held)
    for done, name in enumerate(saved):
        progress(done, total)
        mark_saved(database, library, name)
    for done, one in enumerate(held, len(saved)):
        progress(done, total)
        with database.write() as connection:
            _give_held(connection, library, one)
    with database.write() as connection:
        _tell(connection, saved, held)
    return total


def note_given(connection: Connection, attempt: Attempt) -> None:
    """Notes that marks of the sheet's assignment are told as they are given, unless its results wait."""
    if (
        attempt.assignment is not None
        and attempt.sitting is None
        and not closed(connection, {attempt.assignment})
    ):
        marks.released(connection, attempt.assignment, tell=False)


def _tell(connection: Connection, saved: Collection[str], held: Collection[Held]) -> None:
    """Queues the e-mails about these results."""
    sheets = [attempts.named(connection, name) for name in saved]
    given = {one.assignment for one in sheets if one.assignment is not None}
    given |= {one.assignment for one in held}
    whole = assignments.with_results(connection, given, {Results.AFTERWARDS, Results.RELEASED})
    for one in given:
        marks.released(connection, one, tell=one in whole)
    marks.changed(connection, [one.id for one in sheets if one.assignment not in whole])


def _due(connection: Connection) -> tuple[list[str], list[Held]]:
    """Returns the sheets to mark, by name, and the marks to give."""
    saved, held = saved_answers.waiting(connection), marker_scores.held(connection)
    these = saved.keys() | {one.assignment for one in held}
    due = {GONE} | (duties.open_results(connection, these, datetime.now(UTC)) if these else set())
    names = [name for assignment, some in saved.items() if assignment in due for name in some]
    return names, [one for one in held if one.assignment in due]


def mark_saved(database: Database, library: Library, name: str) -> None:
    """Marks the answers of a sheet that were saved last: each settles its part, less the cost of hints before it.

    What cannot be marked any more, because its question is gone, waits in the grading queue.
    """
    with database.read() as connection:
        attempt = attempts.named(connection, name)
    while True:
        on = opening.readable(library, attempt)
        marked = list(_marked(on) if on else _unmarked(attempt))
        with database.write() as connection:
            now = attempts.reload(connection, attempt)
            if now == attempt:
                saved_answers.settle(connection, attempt, marked)
                return
        attempt = now


def _saved(attempt: Attempt) -> dict[str, Response]:
    latest = attempt.latest()
    return {name: latest[name] for name in latest.keys() - attempt.marked if _is_saved(latest[name])}


def _is_saved(response: Response) -> bool:
    return bool(response.verdict["rule"] == SAVED)


def _marked(on: Begun) -> Iterator[tuple[Response, Mapping[str, Any], Fraction | None]]:
    latest, waiting = on.attempt.latest(), _saved(on.attempt)
    opened = latest.keys() & on.variant.exact.steps.keys() - {asked.name for asked in on.variant.asked}
    variant = asked_lines.with_chain(on.variant, opened) if opened else on.variant
    typed = {name: response.typed for name, response in latest.items()}
    marks = marking.mark(variant, typed, final=True)
    wanted = [mark for name, mark in marks.items() if name in waiting and isinstance(mark, PartMark)]
    for answer in answers.worded(variant, wanted, typed, {}, final=True):
        response = waiting[answer.part]
        cost = on.attempt.cost(answer.part, response.at)
        yield response, answer.verdict, max(Fraction(0), answer.points - cost)


def _unmarked(attempt: Attempt) -> Iterator[tuple[Response, Mapping[str, Any], Fraction | None]]:
    for response in _saved(attempt).values():
        blank = [("", "")] * len(response.typed)
        yield response, answers.unkeyed(Rule.OPEN, blank, Fraction(0), ["Not marked yet."]), None


def _give_held(connection: Connection, library: Library, held: Held) -> None:
    on = opening.readable(library, attempts.reload(connection, attempts.named(connection, held.sheet)))
    if on is not None:
        award_stored(connection, held.course, on, held.marking)
    marker_scores.drop(connection, held.marking.attempt, held.marking.part)
