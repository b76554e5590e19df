"""Proof before publication: a check in a worker, its report, and publishing a text without findings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.authoring import editor
from app.authoring.question_list import NoSuchQuestion
from app.database.connection import Connection, Database
from app.jobs.runner import GIB, Kind, TooMuchWork, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState
from app.questions.attachments import drafted_here
from app.questions.context import Context
from app.questions.store import drafts, versions
from app.questions.store.drafts import Draft
from app.web.drawing import histograms
from app.web.drawing.histograms import Histogram
from app.web.languages.languages import N_
from engine.questions import Question
from engine.validation.checks import Finding

PROOF = Kind(
    name="proof",
    carried_out_by="app.authoring.proofs.job:prove",
    memory=GIB,
    seconds=120,
    most_unfinished=100,
    says=N_("checks before a question is published"),
)

MANY = replace(
    PROOF,
    name="proofs",
    most_unfinished=1000,
    most_per_person=200,
    niceness=15,
    says=N_("checks of many questions"),
)
KINDS = (
    PROOF.name,
    MANY.name,
)  # a check that was asked for in the editor, and one of many that were asked for at once

UNREADABLE = N_("This is no question yet, so it cannot be checked or published. Everything is saved.")
FAULTY = N_("The check found something to mend, so it is not published. Everything is saved.")
SAME = N_("This text is published already.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The last check: its progress, why it failed (``said``), or its result.
    ``current`` where it is of this very text."""

    running: bool
    current: bool
    done: int = 0
    total: int = 0
    said: str = ""
    drawn: int = 0
    different: int = 0
    redraws: float = 0.0
    milliseconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    remarks: Sequence[str] = ()
    speaks: Mapping[str, float] | None = None
    histograms: Mapping[str, Histogram] | None = None
    statements: Sequence[tuple[int, str, int]] = ()
    honest: Mapping[str, float] | None = None
    nearest: tuple[str, float] | None = None

    @property
    def clean(self) -> bool:
        """True if this very text was checked without findings."""
        return self.current and not self.running and self.drawn > 0 and not self.findings


def report(context: Context, draft: Draft, text: str) -> Report | None:
    """The last check of a question, compared with the text in its editor; None before the first."""
    with context.database.read() as connection:
        job = _last(connection, draft)
    return report_of(job, text) if job else None


def check(context: Context, name: str, text: str, over: str = "") -> str:
    """Saves the text and starts a check; returns why none, "" where one is started.
    Raises NoSuchQuestion and NewerText."""
    question = drafted_here(context.database, name, text)
    try:
        with context.database.write() as connection:
            draft = editor.keep(connection, context.account, name, text, over)
            if not isinstance(question, Question):
                return UNREADABLE
            begin(connection, PROOF, draft, text, context.account)
    except TooMuchWork as busy:
        editor.save(context, name, text, over)
        return str(busy)
    return ""


def cancel(context: Context, name: str, text: str, over: str = "") -> str:
    """Saves the text, cancels the check, and always returns "". Raises NoSuchQuestion and NewerText."""
    with context.database.write() as connection:
        job = _last(connection, editor.keep(connection, context.account, name, text, over))
        if job:
            jobs.cancel(connection, job.name)
    return ""


def publish(context: Context, name: str, text: str, over: str = "") -> str:
    """Saves the text and publishes it as the next version, or starts a check first; returns why neither, else "".

    Raises NoSuchQuestion and NewerText.
    """
    question = drafted_here(context.database, name, text)
    with context.database.write() as connection:
        draft = editor.keep(connection, context.account, name, text, over)
        if not isinstance(question, Question):
            return UNREADABLE
        newest = versions.newest(connection, name)
        if newest and newest.text == text:
            return SAME
        job = _last(connection, draft)
        found = report_of(job, text) if job else None
        if job and found and found.current and found.running:
            return ""
        if job and found and found.current and not found.said:
            if not found.clean:
                return FAULTY
            versions.add(connection, draft.id, text, question.version, job.result, context.account)
            return ""
    return check(context, name, text, editor.mark(text))


def is_published(database: Database, owner: int, name: str) -> bool:
    """True if the draft, as it is, is the newest version. Raises NoSuchQuestion."""
    with database.read() as connection:
        draft = editor.own(connection, owner, name)
    number, changed = standing(database, draft)
    return number > 0 and not changed


def publish_checked(
    database: Database, owner: int, question: Question, text: str, report: Mapping[str, Any]
) -> bool:
    """Publishes a text that was just checked without findings;
    False where the draft has changed, or is published already.

    Raises NoSuchQuestion.
    """
    with database.write() as connection:
        draft = drafts.hold(connection, owner, question.id)
        if draft is None:
            raise NoSuchQuestion(question.id)
        newest = versions.newest(connection, question.id)
        if draft.text != text or (newest and newest.text == text):
            return False
        versions.add(connection, draft.id, text, question.version, report, owner)
    return True


def standing(database: Database, draft: Draft) -> tuple[int, bool]:
    """The number of the newest version, 0 for none, and whether the draft differs from it."""
    with database.read() as connection:
        newest = versions.newest(connection, draft.name)
    return (newest.number, newest.text != draft.text) if newest else (0, False)


def about(draft: Draft) -> str:
    """Returns what a check of the draft is about, in the words of the queue."""
    return f"question {draft.id}"


def begin(connection: Connection, kind: Kind, draft: Draft, text: str, owner: int) -> None:
    """Puts a check of the draft into the queue, in the place of those that have ended. Raises TooMuchWork."""
    for each in KINDS:
        jobs.forget(connection, each, about(draft))
    submit(connection, kind, {"question": draft.name, "text": text}, owner, about=about(draft))


def _last(connection: Connection, draft: Draft) -> Job | None:
    return jobs.newest_of(connection, KINDS, [about(draft)]).get(about(draft))


def report_of(job: Job, text: str) -> Report:
    """Returns what a job says of this text."""
    current = job.payload["text"] == text
    if job.state.unfinished:
        return Report(running=True, current=current, done=job.done, total=job.total)
    if job.state is not JobState.DONE:
        return Report(running=False, current=current, said=job.said or N_("It was cancelled."))
    found = job.result
    each = max(found["drawn"], 1)
    return Report(
        running=False,
        current=current,
        drawn=found["drawn"],
        different=found["different"],
        redraws=found["redraws"] / each,
        milliseconds=1000 * found["seconds"] / each,
        findings=tuple(Finding(**finding) for finding in found["findings"]),
        remarks=found["remarks"],
        speaks=found["speaks"],
        histograms={name: histograms.histogram(numbers) for name, numbers in found["answers"].items()},
        statements=[(letters, level, seed) for letters, level, seed in found["statements"]],
        honest=found.get("honest"),
        nearest=found.get("nearest"),
    )
