"""An exam of a course as its instructors make it: its text, its rules, its publication and the release of its
results."""

from dataclasses import dataclass, replace

from app.authoring.editor import mark
from app.courses.membership import running, taught
from app.courses.store import courses
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.exams import mock_exams, results_release
from app.exams.blueprints import blueprint
from app.exams.blueprints.blueprint import Reading
from app.exams.blueprints.form import Form, form, hits
from app.exams.blueprints.keys import Vocabulary, vocabulary
from app.exams.results_release import Shown
from app.exams.store import exams as store
from app.exams.store import outcomes, sittings, supervision
from app.exams.store.exams import Exam, Rules
from app.exams.store.sitting import LateStart
from app.exams.store.supervision import Supervision
from app.questions.context import Context
from engine.questions import Question

LONGEST = 2**16  # characters of a text; one that can be read is shorter
LONGEST_TITLE = 80  # a blueprint's
MOST_SITTINGS = 20


class NoCourseExam(LookupError):
    """The course has no exam of this name, or it is not published."""


class Contradiction(ValueError):
    """One of the rules contradicts another; ``field`` names it."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class NewerText(Exception):
    """The text was saved from elsewhere since the page was opened; carries the text that is stored now."""


class Published(ValueError):
    """The exam is published, so its text stays as it is; carries course and exam."""


class ExamArchived(ValueError):
    """The exam is archived, so it can only be read, copied and marked; carries course and exam."""


class NotReady(ValueError):
    """Something in the exam's text must be fixed before it is published; carries course and exam."""


class Begun(ValueError):
    """Somebody has begun the exam, or it has paper versions, so it stays published."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Workshop:
    """An exam as those see it who teach the course. ``opened`` marks the text that the page shows; ``vocabulary`` is
    what a text may contain.

    ``form`` is the text as a form, None where it cannot be one, with the ``hits`` for a group to choose from.
    ``closed``: for everybody; ``too_late``: nobody can begin it any more; ``open_now`` is what its students see;
    ``begun`` and ``prepared`` count sittings, ``unmarked`` the answers that wait for a mark.
    """

    course: Course
    exam: Exam
    reading: Reading
    vocabulary: Vocabulary
    form: Form | None
    hits: tuple[Question, ...]
    opened: str
    closed: bool
    too_late: bool
    open_now: Shown
    students: int
    begun: int
    prepared: int
    unmarked: int
    supervision: Supervision | None

    @property
    def live(self) -> bool:
        return self.exam.published_at is not None

    @property
    def archived(self) -> bool:
        return self.exam.archived_at is not None


def find(connection: Connection, course: Course, name: str, hold: bool = False) -> Exam:
    """Returns the course's exam; with ``hold``, locks it until the transaction ends. Raises NoCourseExam."""
    found = store.find(connection, course.id, name, hold)
    if found is None:
        raise NoCourseExam(name)
    return found


def not_archived(connection: Connection, course: Course, name: str, hold: bool = False) -> Exam:
    """Returns the exam as ``find`` does. Raises NoCourseExam, and ExamArchived."""
    found = find(connection, course, name, hold)
    if found.archived_at is not None:
        raise ExamArchived(course.name, name)
    return found


def workshop(context: Context, course: str, name: str, group: int = 0, words: str = "") -> Workshop:
    """Returns the exam, with the questions for a group that these words find. Raises NoSuchCourse, and
    NoCourseExam."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        exam = find(connection, here, name)
        made = [one for one in sittings.of_exam(connection, exam.id) if one.person is not None]
        closed = results_release.has_closed(connection, exam, context.clock.now())
        supervised = supervision.find(connection, exam.id)
        unmarked = sum(one.assignment == exam.assignment for one in outcomes.waiting(connection, here.id))
        students = sum(
            one.role is courses.CourseRole.STUDENT for one in courses.members_of(connection, here.id)
        )
    questions = blueprint.choice_of(context.database, context.library, here.id)
    reading = blueprint.looked_at(context.library, exam.blueprint, questions, here.id)
    keys = vocabulary(questions)
    as_form = form(exam.blueprint, reading, questions)
    chosen = as_form.groups[group].named if as_form and group < len(as_form.groups) else ()
    begun = sum(one.begun_at is not None for one in made)
    opened, shown = mark(exam.blueprint), results_release.shown(exam, closed)
    too_late = exam.rules.closes_at is not None and exam.rules.closes_at < context.clock.now()
    return Workshop(
        course=here,
        exam=exam,
        reading=reading,
        vocabulary=keys,
        form=as_form,
        hits=tuple(hits(context.library.bank, questions, words, chosen)),
        opened=opened,
        closed=closed,
        too_late=too_late,
        open_now=shown,
        students=students,
        begun=begun,
        prepared=len(made) - begun,
        unmarked=unmarked,
        supervision=supervised,
    )


def looked_at(context: Context, course: str, name: str, text: str) -> tuple[Course, Exam, Reading]:
    """Reads the text that is in the editor; writes nothing. Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        exam = find(connection, here, name)
    return (
        here,
        exam,
        blueprint.looked_at(
            context.library, text, blueprint.choice_of(context.database, context.library, here.id), here.id
        ),
    )


def save(context: Context, course: str, name: str, text: str, over: str) -> None:
    """Stores any text, valid or not; ``over`` marks the text that it is to replace.

    Raises NoSuchCourse, NoCourseExam, ExamArchived, Published, and NewerText.
    """
    with context.database.write() as connection:
        exam = not_archived(connection, taught(connection, context.person, course), name, hold=True)
        if exam.published_at is not None:
            raise Published(course, name)
        if text != exam.blueprint and over and over != mark(exam.blueprint):
            raise NewerText(exam.blueprint)
        made = blueprint.read(text, ()).blueprint
        store.write(connection, exam, made.title if made else exam.title, text)


def rule(context: Context, course: str, name: str, rules: Rules) -> None:
    """Sets the rules for those who have not begun, and for the sheets of those who have.

    Raises NoSuchCourse, NoCourseExam, ExamArchived, and Contradiction: the exam would close before it opens, latecomers
    would have what is left of a time that counts from no opening, its rooms would lose the opening from which practice
    is closed to them, or results that tell more would open sooner.
    """
    with context.database.write() as connection:
        exam = not_archived(connection, taught(connection, context.person, course), name, hold=True)
        if rules.opens_at and rules.closes_at and rules.closes_at <= rules.opens_at:
            raise Contradiction("closes")
        if rules.late is LateStart.LEFT and rules.opens_at is None:
            raise Contradiction("late")
        supervised = supervision.find(connection, exam.id)
        if supervised and supervised.closes_site and exam.rules.opens_at and rules.opens_at is None:
            raise Contradiction("opens")
        for field in ("answers", "solutions"):
            if getattr(rules, field) != getattr(rules.in_order, field):
                raise Contradiction(field)
        store.rule(connection, exam, replace(rules, password=rules.password.strip()))
        results_release.settle(connection, exam.id, context.clock.now())


def publish(context: Context, course: str, name: str) -> None:
    """Shows the exam to its students and freezes its text. A second click changes nothing.

    Raises NoSuchCourse, CourseArchived, NoCourseExam, ExamArchived, and NotReady.
    """
    with context.database.read() as connection:
        here = running(connection, context.person, course)
    questions = blueprint.choice_of(context.database, context.library, here.id)
    with context.database.write() as connection:
        exam = not_archived(connection, running(connection, context.person, course), name, hold=True)
        if blueprint.read(exam.blueprint, questions).findings:
            raise NotReady(course, name)
        if exam.published_at is None:
            store.publish(connection, exam, context.clock.now())


def withdraw(context: Context, course: str, name: str) -> None:
    """Takes a published exam back as long as nobody has begun it, and no paper version was drawn: what was drawn ahead
    is removed, and its text can be changed.

    Raises NoSuchCourse, NoCourseExam, ExamArchived, and Begun.
    """
    with context.database.write() as connection:
        exam = not_archived(connection, taught(connection, context.person, course), name, hold=True)
        if not sittings.remove_prepared(connection, exam.id):
            raise Begun(course, name)
        store.withdraw(connection, exam)


def release(context: Context, course: str, name: str, back: bool) -> None:
    """Opens scores, answers and solutions to all who have sat it, or takes that ``back``, so that its rules hold again.

    Raises NoSuchCourse, and NoCourseExam.
    """
    with context.database.write() as connection:
        exam = find(connection, taught(connection, context.person, course), name, hold=True)
        store.release(connection, exam, None if back else context.clock.now())
        results_release.settle(connection, exam.id, context.clock.now())


def archive(context: Context, course: str, name: str, back: bool) -> None:
    """Closes the exam to new starts, or takes that ``back``; running sittings go on. Raises NoSuchCourse, and
    NoCourseExam."""
    with context.database.write() as connection:
        exam = find(connection, taught(connection, context.person, course), name, hold=True)
        store.archive(connection, exam, None if back else context.clock.now())
        results_release.settle(connection, exam.id, context.clock.now())


def remove(context: Context, course: str, name: str) -> None:
    """Removes an exam that was never published. Raises NoSuchCourse, NoCourseExam, and Published."""
    with context.database.write() as connection:
        exam = find(connection, taught(connection, context.person, course), name, hold=True)
        if exam.published_at is not None:
            raise Published(course, name)
        store.remove(connection, exam)


def try_out(
    context: Context, course: str, name: str,
    form_key: str,
) -> str:  # fmt: skip
    """Begins the exam as the instructor's own practice, which counts nowhere; returns the sitting's name.

    Raises NoSuchCourse, NoCourseExam, ExamArchived, NotReady, and AlreadySitting.
    """
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        exam = not_archived(connection, here, name)
    questions = blueprint.choice_of(context.database, context.library, here.id)
    reading = blueprint.read(exam.blueprint, questions)
    if reading.blueprint is None or reading.findings:
        raise NotReady(course, name)
    return mock_exams.start(context, reading.blueprint, questions, form_key)
