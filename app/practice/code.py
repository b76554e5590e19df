"""Coding questions: a function that the learner writes, run on the shown tests at will, and handed in to be run on
all. Where results wait, it is saved instead, and run on all tests once they open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.jobs.runner import Kind, TooMuchWork, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState
from app.practice import answers, opening, practice, sandbox
from app.practice.answers import Known
from app.practice.opening import Begun, Fresh
from app.practice.sheet import Sheet
from app.practice.store import attempts
from app.practice.store.attempt import Response
from app.questions.context import Context
from app.web.languages.languages import N_
from engine.answers.forms import Program
from engine.variants import Asked, Variant

RUN = Kind(
    name="run", carried_out_by="app.practice.code_grading:run_program", seconds=450, most_unfinished=200,
    kept_by="app.practice.code_grading:keep", niceness=3,  # short, and somebody waits for each
    says=N_("programs of learners"),
)  # fmt: skip

Typed = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Trial:
    """The last run: still ``running``, ``broken`` with the reason, or its tests. ``handed_in``: to be marked."""

    running: bool
    handed_in: bool
    broken: str = ""
    line: int | None = None
    tests: Sequence[Mapping[str, Any]] = ()


def part(variant: Variant) -> Asked | None:
    """Returns the part that is a program to be written; None where the question asks for something else."""
    (asked, *_) = variant.asked
    return asked if isinstance(asked.step.form, Program) else None


def show(context: Context, on: Fresh | Begun) -> Sheet:
    """Returns the sheet with what was run or stored last, and how it fared."""
    sheet = practice.show(on)
    if part(on.variant) is None:
        return sheet
    here = sandbox.backend() is not None
    if not isinstance(on, Begun):
        return replace(sheet, runs_here=here)
    with context.database.read() as connection:
        job = jobs.latest(connection, "run", on.attempt.name)
        now = attempts.named(connection, on.attempt.name)  # after the job, whose end stored the marks
    stored = now.latest().get("answer")
    alone = on.saves_itself or (on.over and stored is not None)  # nothing but what is saved is shown
    if job and (job.cancelled_at or (alone and not (stored and _is_of(job, stored.typed)))):
        job = None
    sheet = practice.show(replace(on, attempt=now), {"answer": [job.payload["program"]]} if job else None)
    return replace(sheet, trial=_trial(job) if job else _graded(stored), runs_here=here)


def run(
    context: Context,
    on: Fresh | Begun,
    form_key: str,
    typed: Typed,
    handed_in: bool,
    known: Known | None = None,
) -> Sheet:
    """Queues the program. The returned sheet says that it runs, or why it does not; one that is handed in while its
    results wait is saved, and does not run. A sheet that saves itself saves first what it runs.
    A run of the shown tests that goes on gives way to the next one.

    Raises FullSheet, and Overtaken where it is saved.
    """
    if on.over:
        return show(context, on)
    if handed_in and on.deferred:
        return _save(context, on, form_key, typed, known)
    text = "".join(typed.get("answer", ()))
    if part(on.variant) is None or not text.strip():
        return replace(practice.nothing_in(practice.show(on, typed)), runs_here=True)
    if on.saves_itself:
        saved = practice.check(context, on, form_key, typed, known=known, unasked=True)
        on = opening.going_on(on, saved.attempt) if saved.attempt else on
    try:
        with context.database.write() as connection:
            attempt = opening.stored(connection, context, on, form_key)
            if handed_in:
                answers.has_room(attempt)
            payload = {
                "attempt": attempt.name,
                "form_key": form_key,
                "handed_in": handed_in,
                **tests_of(on.variant, text, hidden=handed_in),
            }
            before = jobs.latest(connection, RUN.name, attempt.name)
            if before and before.state.unfinished and not before.payload["handed_in"]:
                jobs.cancel(connection, before.name)  # this one takes its place
            jobs.forget(connection, RUN.name, attempt.name)
            submit(
                connection,
                RUN,
                payload,
                opening.person_of(connection, context.visitor.token),
                about=attempt.name,
            )
            begun = opening.going_on(on, attempts.reload(connection, attempt))
    except TooMuchWork as busy:
        return replace(practice.show(on, typed), trial=Trial(True, handed_in, str(busy)), runs_here=True)
    return show(context, begun)


def _save(context: Context, on: Fresh | Begun, form_key: str, typed: Typed, known: Known | None) -> Sheet:
    """Saves the program; a run of another one gives way to it."""
    saved = practice.check(context, on, form_key, typed, known=known)
    if saved.nothing or saved.attempt is None:
        return saved
    stands = saved.attempt.latest().get("answer")
    with context.database.write() as connection:
        job = jobs.latest(connection, RUN.name, saved.attempt.name)
        if job and stands and not _is_of(job, stands.typed):
            jobs.cancel(connection, job.name)
            jobs.forget(connection, RUN.name, saved.attempt.name)
    return show(context, opening.going_on(on, saved.attempt))


def _is_of(job: Job, typed: Sequence[str]) -> bool:
    """True if this is the program that was run."""
    return tuple(typed) == (job.payload["program"],)


def tests_of(variant: Variant, text: str, hidden: bool) -> dict[str, Any]:
    """Returns what a run of this text needs to know: the function, its tests, the ``hidden`` ones last, and under which
    names its data files are stored. The variant asks for a program."""
    (asked, *_) = variant.asked
    program = asked.step.form
    assert isinstance(program, Program)
    tests = [test for test in program.tests if hidden or not test.hidden]
    return {
        "points": str(asked.points),
        "program": text.replace("\r\n", "\n"),
        "function": program.function,
        "arrays": list(program.arrays),
        "tolerance": program.tolerance,
        "tests": [test.model_dump() for test in sorted(tests, key=lambda test: test.hidden)],
        "files": {one.name: one.file for one in variant.question.files},
    }


def _graded(stored: Response | None) -> Trial | None:
    """Returns the tests of an answer that ran without its page, as its results opened."""
    return (
        Trial(False, True, tests=stored.verdict["tests"]) if stored and stored.verdict.get("tests") else None
    )


def _trial(job: Job) -> Trial:
    handed_in = bool(job.payload["handed_in"])
    if job.state.unfinished:
        return Trial(True, handed_in)
    if job.state is not JobState.DONE:
        return Trial(False, handed_in, job.said or N_("It was cancelled."))
    if "broken" in job.result:
        return Trial(False, handed_in, job.result["broken"], job.result["line"])
    return Trial(False, handed_in, tests=job.result["tests"])
