"""PDFs of the paper versions that were drawn together: ordered, watched while they are made, and downloaded."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from app.courses.membership import taught
from app.database.connection import Rows
from app.exams.course_exam import find
from app.exams.store.exams import Exam
from app.exams.store.sittings import Sitting
from app.jobs.runner import GIB, Kind, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import State
from app.paper import pdf_cache
from app.paper.printed import What, file_name
from app.paper.store import paper_forms
from app.questions.context import Context
from app.web.languages.languages import N_

PRINT = Kind(
    "print",
    "app.paper.printing_job:make",
    memory=3 * GIB,
    seconds=3600,
    most_unfinished=100,
    most_per_person=4,
)


class NoSuchPrint(LookupError):
    """The PDF is not made, or has expired."""


@dataclass(frozen=True, slots=True)
class Print:
    """One PDF of a batch: its progress, why it failed (``said``), and its ``name`` once it can be downloaded."""

    what: What
    running: bool = False
    done: int = 0
    total: int = 0
    said: str = ""
    name: str = ""


def of_batch(context: Context, rows: Rows, first: int) -> tuple[Print, ...]:
    """Returns the PDFs of the batch that begins with this paper version."""
    return tuple(_print(context, rows, what, first) for what in What)


def start(context: Context, course: str, exam: str, first: int, what: What, bengali: bool) -> None:
    """Queues the PDF; one that is being made goes on. Raises NoSuchCourse, NoCourseExam, NoSuchPrint, and
    TooMuchWork."""
    with context.database.write() as rows:
        here = taught(rows, context.person, course)
        together = batch(rows, find(rows, here, exam, hold=True), first)
        if not _print(context, rows, what, first).running:
            jobs.forget(rows, "print", _about(what, first))
            wanted = {"what": what, "bengali": bengali, "file": secrets.token_urlsafe(12)}
            payload = {"forms": [one.id for one in together], "course": here.title, **wanted}
            submit(rows, PRINT, payload, context.person.id, about=_about(what, first))
    pdf_cache.drop_old(context.database)


def cancel(context: Context, course: str, exam: str, first: int, what: What) -> None:
    """Raises NoSuchCourse, NoCourseExam, and NoSuchPrint."""
    with context.database.write() as rows:
        batch(rows, find(rows, taught(rows, context.person, course), exam), first)
        job = jobs.latest(rows, "print", _about(what, first))
        if job:
            jobs.cancel(rows, job.name)


def take(context: Context, course: str, exam: str, first: int, what: What) -> tuple[str, bytes]:
    """Returns the file name and the content of the PDF. Raises NoSuchCourse, NoCourseExam, and NoSuchPrint."""
    with context.database.read() as rows:
        known = find(rows, taught(rows, context.person, course), exam)
        together = batch(rows, known, first)
        job = jobs.latest(rows, "print", _about(what, first))
    content = pdf_cache.read(context, job.payload["file"]) if job and job.state is State.DONE else None
    if content is None:
        raise NoSuchPrint(course, exam)
    return file_name(what, known.title, together[0].number, together[-1].number), content


def batch(rows: Rows, exam: Exam, first: int) -> Sequence[Sitting]:
    """Returns the paper versions that were drawn together with this first one. Raises NoSuchPrint."""
    made = paper_forms.of_exam(rows, exam.id)
    drawn_at = next((one.prepared_at for one in made if one.id == first), None)
    if drawn_at is None:
        raise NoSuchPrint(exam.name)
    return [one for one in made if one.prepared_at == drawn_at]


def _print(context: Context, rows: Rows, what: What, first: int) -> Print:
    job = jobs.latest(rows, "print", _about(what, first))
    if job is None or (job.state is State.DONE and not pdf_cache.is_there(context, job.payload["file"])):
        return Print(what)
    if job.state in (State.WAITING, State.RUNNING):
        return Print(what, True, job.done, job.total)
    if job.state is State.DONE:
        return Print(what, name=job.name)
    return Print(what, said=job.said or N_("It was cancelled."))


def _about(what: What, first: int) -> str:
    return f"{what} of forms {first}"
