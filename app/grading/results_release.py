"""Release of an assignment's results: what was saved for it is marked, and the marks that instructors gave go out.

Where results wait, answers are saved without a mark, so that nothing on any page can tell which are right. The job runs
as soon as nobody has time left, and where they are released by hand, once that was done.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache, partial
from typing import Any

from app.courses.policy import Results
from app.courses.store import asked, assignments, duties
from app.courses.store.asked import Answered, Asking
from app.database.connection import Connection, Database
from app.grading.manual_grading import award_stored
from app.grading.store import marker_scores
from app.grading.store.marker_scores import Held
from app.jobs.runner import Kind, submit
from app.jobs.store import jobs
from app.outbox import marks
from app.practice import answers, code, code_grading, opening, sandbox
from app.practice.answers import Answer
from app.practice.opening import Begun
from app.practice.sheet import standing
from app.practice.store import attempts, saved_answers
from app.practice.store.attempt import SAVED, Attempt, Response
from app.questions import installed
from app.questions.library import Library
from app.settings import settings
from app.web.languages.languages import N_
from engine import asked_lines
from engine.answers import responses
from engine.marking import marking
from engine.marking.marking import PartMark, Rule
from engine.variants import Variant

RELEASE = Kind(
    name="results",
    carried_out_by="app.grading.results_release:carry_out",
    seconds=3600,
    says=N_("results of assignments"),
)
log = logging.getLogger("examformer")


def closed(connection: Connection, these: Collection[Answered]) -> set[Answered]:
    """Returns those of the answers of which the marks that somebody gives in the queue wait for results: also where
    only what is the same for all waits, as sentences are, and where another assignment waits that asks the question."""
    now = datetime.now(UTC)
    opened = duties.open_results(connection, {one.assignment for one in these}, now)
    out = {one for one in these if one.assignment in opened}
    return (set(these) - out) | asked.beside(connection, out, now).keys()


def beside(
    connection: Connection, library: Library, these: Collection[Answered], now: datetime
) -> dict[Answered, Asking]:
    """Returns those of the answers whose results wait for another assignment: it asks the question, too, and all have
    the same."""
    found = asked.beside(connection, these, now)
    known = library.newest({one.question for one in found}) if found else {}
    return {
        one: other
        for one, other in found.items()
        if one.question not in known or not known[one.question].varies
    }


def submit_due(database: Database, library: Library) -> None:
    """Queues the job where results are to go out and none is queued."""
    with database.read() as connection:
        due = any(_due(connection, library)) or bool(marker_scores.alone(connection))
        waits = due and jobs.unfinished(connection, RELEASE.name)
    if due and not waits:
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
    return database, Library(installed.bank(), database)


def give(
    database: Database, library: Library, progress: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Marks what was saved for results that are open by now, and gives the marks that were held for them, or for a
    second marker where one is enough by now; returns on how many sheets. What fails is logged, and tried again with the
    next job."""
    with database.read() as connection:
        saved, held = _due(connection, library)
        alone = marker_scores.alone(connection)
    work: list[Callable[[], None]] = [partial(mark_saved, database, library, name) for name in saved]
    work += [partial(_give_held, database, one) for one in held]
    work += [partial(_give_alone, database, one) for one in alone]
    given = 0
    for done, each in enumerate(work):
        progress(done, len(work))
        try:
            each()
            given += 1
        except Exception:
            log.exception("a result could not be given; it is tried again")
    return given


def note_given(connection: Connection, attempt: Attempt) -> None:
    """Notes that marks of the sheet's assignment are told as they are given, unless its results wait."""
    if (
        attempt.assignment is not None
        and attempt.sitting is None
        and not closed(connection, {Answered(attempt.assignment, attempt.question)})
    ):
        marks.released(connection, attempt.assignment, tell=False)


def _tell(connection: Connection, attempt: Attempt) -> None:
    """Queues the e-mails about results on a sheet: to all once, where those of its assignment go out together."""
    if attempt.assignment is None:
        return
    whole = {Results.AFTERWARDS, Results.RELEASED}
    together = bool(assignments.with_results(connection, {attempt.assignment}, whole))
    marks.released(connection, attempt.assignment, tell=together)
    if not together:
        marks.changed(connection, [attempt.id])


def _due(connection: Connection, library: Library) -> tuple[list[str], list[Held]]:
    """Returns the sheets to mark, by name, and the marks to give. Whoever has time left learns nothing before."""
    saved, held, now = saved_answers.waiting(connection), marker_scores.held(connection), datetime.now(UTC)
    these = {one.assignment for one in saved if one.assignment is not None} | {one.assignment for one in held}
    opened = duties.open_results(connection, these, now) if these else set()
    over = [one for one in saved if one.assignment is None or (one.assignment in opened and one.over(now))]
    out = [one for one in held if one.assignment in opened]
    saved_for = {
        one.name: Answered(one.assignment, one.question, one.person)
        for one in over
        if one.assignment is not None
    }
    held_for = {one: Answered(one.assignment, one.question, one.person) for one in out}
    later = beside(connection, library, {*saved_for.values(), *held_for.values()}, now)
    return (
        [one.name for one in over if saved_for.get(one.name) not in later],
        [one for one in out if held_for[one] not in later],
    )


def mark_saved(database: Database, library: Library, name: str) -> None:
    """Marks the answers of a sheet that were saved last: each settles its part, less the cost of hints before it.

    What cannot be marked any more, because its question is gone, waits in the grading queue. A program that cannot be
    called earns nothing, as in an exam.
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
                jobs.forget(connection, code.RUN.name, attempt.name)  # of a program that may not count
                _tell(connection, attempt)
                return
        attempt = now


def _marked(on: Begun) -> Iterator[tuple[Response, Mapping[str, Any], Fraction | None]]:
    """Marks the answers that stand as the sheet shows them: tables follow the choices that were saved last."""
    attempt = on.attempt
    opened = attempt.latest().keys() & on.variant.exact.steps.keys() - {
        asked.name for asked in on.variant.asked
    }
    variant = asked_lines.with_chain(on.variant, opened) if opened else on.variant
    stand = standing(variant, attempt)
    waiting = {name: stand[name] for name in stand.keys() - attempt.marked if _is_saved(stand[name])}
    typed = responses.fitted(variant, {name: one.typed for name, one in stand.items()}, final=True)
    marked = marking.mark(variant, typed, final=True)
    wanted = [mark for name, mark in marked.items() if name in waiting and isinstance(mark, PartMark)]
    worded = answers.worded(variant, wanted, typed, {}, final=True)
    for answer in (*worded, *_run(variant, waiting)):
        response = waiting.pop(answer.part)
        seen = attempt.solution_seen_at
        points = Fraction(0) if seen and response.at > seen else answer.points
        yield response, answer.verdict, max(Fraction(0), points - attempt.cost(answer.part, response.at))
    yield from map(_for_a_person, waiting.values())


def _run(variant: Variant, waiting: Mapping[str, Response]) -> list[Answer]:
    """Runs the program among the answers on all its tests; where none can run here, it waits for a person's mark.

    Raises TimeoutError where the machine was too busy to run it: that takes no points from anybody.
    """
    asked = code.part(variant)
    if asked is None or asked.name not in waiting or sandbox.backend() is None:
        return []
    payload = code.tests_of(variant, "".join(waiting[asked.name].typed), hidden=True)
    result = code_grading.run_program(payload, lambda done, total: None)
    if result.get("broken") == sandbox.NOT_OPEN:
        raise TimeoutError(sandbox.NOT_OPEN)
    return [code_grading.graded(payload, result)]


def _unmarked(attempt: Attempt) -> Iterator[tuple[Response, Mapping[str, Any], Fraction | None]]:
    latest = attempt.latest()
    yield from (
        _for_a_person(latest[name]) for name in latest.keys() - attempt.marked if _is_saved(latest[name])
    )


def _is_saved(response: Response) -> bool:
    return bool(response.verdict["rule"] == SAVED)


def _for_a_person(response: Response) -> tuple[Response, Mapping[str, Any], None]:
    blank = [("", "")] * len(response.typed)
    return response, answers.unkeyed(Rule.OPEN, blank, Fraction(0), ["Not marked yet."]), None


def _give_held(database: Database, held: Held) -> None:
    with database.write() as connection:
        attempt = attempts.reload(connection, attempts.named(connection, held.sheet))
        award_stored(connection, held.course, attempt, held.marking)
        marker_scores.drop(connection, held.marking.attempt, held.marking.part)
        _tell(connection, attempt)


def _give_alone(database: Database, held: Held) -> None:
    with database.write() as connection:
        attempt = attempts.reload(connection, attempts.named(connection, held.sheet))
        award_stored(connection, held.course, attempt, held.marking)
        marker_scores.drop(connection, held.marking.attempt, held.marking.part)
