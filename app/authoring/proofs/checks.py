"""Many drafts checked in one go, and those without findings published with one more press.

Each check is a job of its own, so that its report stands in the editor of its question like any other one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.authoring.proofs import proof
from app.authoring.proofs.proof import KINDS, MANY, Report, about, report_of
from app.authoring.question_list import NoSuchQuestion, title_of
from app.database.connection import Connection
from app.jobs.runner import TooMuchWork
from app.jobs.store import jobs
from app.jobs.store.jobs import Job
from app.questions.attachments import drafted_here
from app.questions.context import Context
from app.questions.store import drafts
from app.questions.store.drafts import Draft
from engine import deadline
from engine.questions import Question

MOST = 200  # drafts, those changed last


@dataclass(frozen=True, slots=True)
class Checked:
    """A draft that differs from what is published, and the report of its last check; None before the first."""

    name: str
    title: str
    report: Report | None

    @property
    def current(self) -> Report | None:
        """The report, where it is of this very text."""
        return self.report if self.report and self.report.current else None


@dataclass(frozen=True, slots=True)
class Checks:
    """An instructor's unpublished drafts. ``running`` checks wait or run: the lists are complete once it is 0."""

    running: int
    drafts: tuple[Checked, ...]

    @property
    def clean(self) -> tuple[Checked, ...]:
        return tuple(one for one in self.drafts if one.current and one.current.clean)

    @property
    def faulty(self) -> tuple[Checked, ...]:
        return tuple(one for one in self.drafts if one.current and one.current.findings)

    @property
    def unchecked(self) -> tuple[Checked, ...]:
        return tuple(one for one in self.drafts if one not in self.clean and one not in self.faulty)


def of_owner(context: Context) -> Checks:
    with context.database.read() as connection:
        running = jobs.unfinished(connection, MANY.name, context.account)
        unpublished = _unpublished(connection, context.account)
        last = {} if running else _last(connection, unpublished)
    return Checks(running, tuple(_checked(draft, last.get(about(draft))) for draft in unpublished))


def begin(context: Context, names: Collection[str]) -> int:
    """Has these drafts checked, without those that are no questions yet; returns how many checks began."""
    with context.database.read() as connection:
        chosen = [draft for draft in _unpublished(connection, context.account) if draft.name in names]
    readable = [draft for draft in chosen if _is_question(context, draft)]
    begun = 0
    with context.database.write() as connection:
        for draft in readable:
            if jobs.go_on(connection, MANY.name, [about(draft)]):
                continue
            try:
                proof.begin(connection, MANY, draft, draft.text, context.account)
            except TooMuchWork:
                break
            begun += 1
    return begun


def stop(context: Context) -> None:
    with context.database.write() as connection:
        jobs.cancel_all(connection, MANY.name, context.account)


def publish(context: Context, names: Collection[str]) -> int:
    """Publishes those of these drafts that were checked without findings, as they are now; returns how many."""
    with context.database.read() as connection:
        chosen = [draft for draft in _unpublished(connection, context.account) if draft.name in names]
        last = _last(connection, chosen)
    published = 0
    for draft in chosen:
        deadline.check()
        job = last.get(about(draft))
        question = drafted_here(context.database, draft.name, draft.text)
        if job and report_of(job, draft.text).clean and isinstance(question, Question):
            try:
                published += proof.publish_checked(
                    context.database, context.account, question, draft.text, job.result
                )
            except NoSuchQuestion:  # archived at this moment
                continue
    return published


def _unpublished(connection: Connection, owner: int) -> list[Draft]:
    listed = drafts.of_owner(connection, owner, "")
    return [one.draft for one in listed if not one.number or one.published != one.draft.text][:MOST]


def _last(connection: Connection, unpublished: Sequence[Draft]) -> Mapping[str, Job]:
    return jobs.newest_of(connection, KINDS, [about(draft) for draft in unpublished])


def _checked(draft: Draft, job: Job | None) -> Checked:
    return Checked(draft.name, title_of(draft), report_of(job, draft.text) if job else None)


def _is_question(context: Context, draft: Draft) -> bool:
    deadline.check()
    return isinstance(drafted_here(context.database, draft.name, draft.text), Question)
