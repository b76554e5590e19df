"""PDFs of the paper versions that were drawn together: ordered, watched while they are made, and downloaded."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from app.courses.membership import taught
from app.database.connection import Connection
from app.exams.course_exam import find
from app.exams.store.exams import Exam
from app.exams.store.sitting import Sitting
from app.jobs import files
from app.jobs.runner import GIB, Kind, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.paper.printed import What, file_name
from app.paper.store import paper_versions
from app.questions.context import Context
from app.web.languages.languages import N_

PRINT = Kind(
    name="print",
    carried_out_by="app.paper.printing_job:make",
    memory=3 * GIB,
    seconds=3600,
    most_unfinished=100,
    most_per_person=4,
    says=N_("papers to be printed"),
)


class NoSuchPrint(LookupError):
    """The PDF is not made, or has expired."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Print:
    """One PDF of a batch: its progress, why it failed (``said``), and its ``name`` once it can be downloaded."""

    what: What
    running: bool = False
    done: int = 0
    total: int = 0
    said: str = ""
    name: str = ""


def of_batch(context: Context, connection: Connection, first: int) -> tuple[Print, ...]:
    """Returns the PDFs of the batch that begins with this paper version."""
    return tuple(_print(context, connection, what, first) for what in What)


def start(context: Context, course: str, exam: str, first: int, what: What, bengali: bool) -> None:
    """Queues the PDF; one that is being made goes on. Raises NoSuchCourse, NoCourseExam, NoSuchPrint, and
    TooMuchWork."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course)
        together = batch(connection, find(connection, here, exam, hold=True), first)
        if not _print(context, connection, what, first).running:
            jobs.forget(connection, "print", _about(what, first))
            wanted = {"what": what, "bengali": bengali, "file": f"{secrets.token_urlsafe(12)}.pdf"}
            payload = {"forms": [one.id for one in together], "course": here.title, **wanted}
            submit(connection, PRINT, payload, context.person.id, about=_about(what, first))
    files.drop_old(context.database)


def cancel(context: Context, course: str, exam: str, first: int, what: What) -> None:
    """Raises NoSuchCourse, NoCourseExam, and NoSuchPrint."""
    with context.database.write() as connection:
        batch(connection, find(connection, taught(connection, context.person, course), exam), first)
        job = jobs.latest(connection, "print", _about(what, first))
        if job:
            jobs.cancel(connection, job.name)


def take(context: Context, course: str, exam: str, first: int, what: What) -> tuple[str, bytes]:
    """Returns the file name and the content of the PDF. Raises NoSuchCourse, NoCourseExam, and NoSuchPrint."""
    with context.database.read() as connection:
        known = find(connection, taught(connection, context.person, course), exam)
        together = batch(connection, known, first)
        job = jobs.latest(connection, "print", _about(what, first))
    content = (
        files.read(context.database, job.payload["file"]) if job and job.state is JobState.DONE else None
    )
    if content is None:
        raise NoSuchPrint(course, exam)
    return file_name(what, known.title, together[0].number, together[-1].number), content


def batch(connection: Connection, exam: Exam, first: int) -> Sequence[Sitting]:
    """Returns the paper versions that were drawn together with this first one. Raises NoSuchPrint."""
    made = paper_versions.of_exam(connection, exam.id)
    drawn_at = next((one.prepared_at for one in made if one.id == first), None)
    if drawn_at is None:
        raise NoSuchPrint(exam.name)
    return [one for one in made if one.prepared_at == drawn_at]


def _print(context: Context, connection: Connection, what: What, first: int) -> Print:
    job = jobs.latest(connection, "print", _about(what, first))
    if job is None or (job.state is JobState.DONE and not files.is_there(connection, job.payload["file"])):
        return Print(what=what)
    if job.state.unfinished:
        return Print(what=what, running=True, done=job.done, total=job.total)
    if job.state is JobState.DONE:
        return Print(what=what, name=job.name)
    return Print(what=what, said=job.said or N_("It was cancelled."))


def _about(what: What, first: int) -> str:
    return f"{what} of forms {first}"
