"""Exams for printing: paper versions, and the student's own exam once it is over."""

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum

from app.attachments import attachments
from app.courses.store import courses
from app.database.connection import Database
from app.exams import results_release
from app.exams.review import NotOpened, StillRunning
from app.exams.sitting import its_own, restored
from app.exams.store import exams, sittings
from app.exams.store.sitting import Sitting
from app.paper import exam_paper
from app.paper.printed_exam import PrintedExam, PrintedQuestion
from app.practice import opening
from app.practice.store import attempts
from app.questions.attachments import shown
from app.questions.context import Context
from app.questions.library import AskedByCourse, Library

LONGEST_NAME = 60


class What(StrEnum):
    """The document that is printed of a paper version."""

    SHEETS = "sheets"
    KEYS = "keys"


def printable(database: Database, library: Library, sitting: int, course: str, bengali: bool) -> PrintedExam:
    """Returns a paper version as it was drawn. Raises UnknownQuestion, and variants.Stale."""
    with database.read() as connection:
        form = sittings.by_id(connection, sitting)
        drawn = sittings.questions(connection, sitting)
    assert form is not None
    items = tuple(
        PrintedQuestion(one.place, one.heading, one.points, restored(library, one)) for one in drawn
    )
    return _form(database, form, items, course, bengali)


def title(database: Database, what: str, forms: Sequence[int]) -> str:
    """Returns the title of a PDF of several paper versions: the exam, and the first and last of their numbers."""
    with database.read() as connection:
        first, last = (sittings.by_id(connection, forms[n]) for n in (0, -1))
    assert first
    assert last
    numbers = f"version {first.number}" if len(forms) == 1 else f"versions {first.number} to {last.number}"
    return f"{'Key: ' if what == What.KEYS else ''}{first.title}, {numbers}"


def file_name(what: What, title: str, *numbers: str) -> str:
    """Returns the name of the file from the exam, and the first and last number:
    chapter-test-02-001-to-02-003-keys.pdf."""
    return f"{plain(title)}-{'-to-'.join(dict.fromkeys(numbers))}-{what}.pdf"


def plain(title: str) -> str:
    """Returns an exam's title in lower-case letters, digits and dashes, for the name of a file."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-")[:LONGEST_NAME] or "exam"


def own(
    context: Context,
    name: str,
    what: What,
    bengali: bool,
) -> PrintedExam:
    """Returns a sitting that is over, with the keys by which it is marked today; of a course's exam, only what is
    released.

    Raises NoSuchSitting, NotBegun, StillRunning, NotOpened, AskedByCourse, TakenOut, and variants.Stale.
    """
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
        if sitting.closed_at is None:
            raise StillRunning(name)
        headings = {one.place: one.heading for one in sittings.questions(connection, sitting.id)}
        answered = attempts.of_sitting(connection, sitting.id)
        course = ""
        if sitting.exam is not None:
            exam = exams.by_id(connection, sitting.exam)
            course = courses.title_of(connection, exam.course)
            open_now = results_release.shown(
                exam, results_release.has_closed(connection, exam, context.clock.now())
            )
            if not (open_now.solutions if what is What.KEYS else open_now.answers):
                raise NotOpened(name)
    begun = [(one.place or 0, opening.restored(context.library, one)) for one in answered]
    for _, on in begun:
        if what is What.KEYS and (
            withheld := context.library.withheld(on.variant.question, context.person, on.attempt.assignment)
        ):
            raise AskedByCourse(withheld, guest=context.person.account is None)
    items = tuple(
        PrintedQuestion(place, headings[place], on.attempt.points, on.variant) for place, on in begun
    )
    return _form(context.database, sitting, items, course, bengali)


def pdf(form: PrintedExam, library: Library, what: What) -> bytes:
    """Raises CannotPrint."""
    return exam_paper.PRINTED[what]([form], library.bank.study)


def _form(
    database: Database, sitting: Sitting, items: tuple[PrintedQuestion, ...], course: str, bengali: bool
) -> PrintedExam:
    """Builds the view, with the number, the rules and the aids with which it was drawn."""
    plan = sitting.blueprint
    names = {name for item in items for name in shown(item.variant.question).values()}
    points = sum((item.points for item in items), start=sitting.points * 0)
    return PrintedExam(
        title=sitting.title, number=sitting.number, minutes=plan["minutes"], points=points,
        rules=tuple(plan["rules"]), aids=tuple(plan["aids"]), questions=items, bengali=bengali, course=course,
        images=attachments.contents(database, names),
    )  # fmt: skip
