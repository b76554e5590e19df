"""A paper version as its marker sees it: its questions and its owner. Until it is completed, only its markers know of
it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.courses.membership import taught
from app.courses.store import courses
from app.courses.store.courses import Course, Member
from app.database.connection import Connection
from app.exams.course_exam import find
from app.exams.store import audit_log, outcomes, sittings
from app.exams.store.audit_log import Standing
from app.exams.store.exams import Exam
from app.exams.store.sitting import Drawn, Sitting
from app.paper import paper_question
from app.paper.paper_owner import free
from app.paper.paper_question import Question, changed
from app.paper.paper_versions import NoSuchVersion, by_number
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from engine.variants import Stale

WHOSE = (0, "whose")  # the field that names the student


class VersionDone(ValueError):
    """The paper version is marked, so its points are changed on its sheets; carries course, exam and number."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A question in the list of a paper version. ``touched``: something is typed for it; once done, ``sheet`` is the
    name of its attempt; ``pending`` points wait for a mark."""

    place: int
    heading: str
    title: str
    points: Fraction
    earned: Fraction
    pending: Fraction
    touched: bool
    sheet: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """A paper version with its questions. ``whose`` is the number of the chosen student, ``students`` are those who can
    have it; ``called`` is its owner once it is done, "" where names are hidden."""

    course: Course
    exam: Exam
    form: Sitting
    lines: tuple[Line, ...]
    whose: int
    students: tuple[Member, ...]
    called: str

    @property
    def done(self) -> bool:
        return self.form.closed_at is not None

    @property
    def earned(self) -> Fraction:
        return sum((one.earned for one in self.lines), Fraction(0))

    @property
    def pending(self) -> Fraction:
        return sum((one.pending for one in self.lines), Fraction(0))


def paper(context: Context, course: str, exam: str, number: str) -> Paper:
    """Raises NoSuchCourse, NoCourseExam, and NoSuchVersion."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        known = find(connection, here, exam)
        form = by_number(connection, known, number)
        drawn = sittings.questions(connection, form.id)
        standing = audit_log.standing(connection, form.id)
        came = outcomes.of_exam(connection, known.id, form.id)
        everybody = courses.members_of(connection, here.id)
        students = tuple(free(connection, known, everybody))
        hidden = courses.names_hidden(connection, here.id)
    titles = context.library.titles({one.question for one in drawn})
    if form.closed_at is None:
        lines = tuple(_line(context.library, known, one, standing, titles) for one in drawn)
    else:
        lines = tuple(
            Line(
                place=one.place,
                heading=one.heading,
                title=titles.get(one.question, one.question),
                points=one.points,
                earned=one.earned,
                pending=one.pending,
                touched=True,
                sheet=one.attempt,
            )
            for one in came
        )
    called = next((one.called for one in everybody if one.id == form.person and not hidden), "")
    return Paper(
        course=here, exam=known, form=form, lines=lines, whose=whose(standing), students=students,
        called=called,
    )  # fmt: skip


def question(context: Context, course: str, exam: str, number: str, place: int) -> tuple[Paper, Question]:
    """Raises NoSuchCourse, NoCourseExam, NoSuchVersion, VersionDone, UnknownQuestion, and variants.Stale."""
    whole = paper(context, course, exam, number)
    if whole.done:
        raise VersionDone(course, exam, number)
    with context.database.read() as connection:
        drawn = sittings.questions(connection, whole.form.id, [place])
        standing = audit_log.standing(connection, whole.form.id)
    if not drawn:
        raise NoSuchVersion(number)
    return whole, paper_question.question(context.library, drawn[0], standing, whole.exam.rules.markers)


def save(
    context: Context,
    course: str,
    exam: str,
    number: str,
    place: int,
    typed: Mapping[str, Sequence[str]],
    beside: Mapping[str, Sequence[str]],
    empty: bool = False,
) -> None:
    """Stores what the form of one question holds; ``empty`` removes all of it.

    Raises as ``question``, and paper_question.WrongPoints.
    """
    with context.database.write() as connection:
        known = find(connection, taught(connection, context.person, course), exam)
        form = _open(connection, known, course, number)
        drawn = next(iter(sittings.questions(connection, form.id, [place])), None)
        if drawn is None:
            raise NoSuchVersion(number)
        standing, now = audit_log.standing(connection, form.id), context.clock.now()
        if empty:
            new = paper_question.emptied(drawn, standing, now)
        else:
            asked = paper_question.question(context.library, drawn, standing, known.rules.markers)
            new = paper_question.entries(asked, drawn, typed, beside, standing, now)
        audit_log.put(connection, form.id, new)


def choose(context: Context, course: str, exam: str, number: str, student: int) -> None:
    """Notes the owner; 0 for nobody. Raises NoSuchCourse, NoCourseExam, NoSuchVersion, and VersionDone."""
    with context.database.write() as connection:
        form = _open(
            connection, find(connection, taught(connection, context.person, course), exam), course, number
        )
        standing = audit_log.standing(connection, form.id)
        audit_log.put(
            connection, form.id, changed(0, {WHOSE[1]: str(student or "")}, standing, context.clock.now())
        )


def _line(library: Library, exam: Exam, one: Drawn, standing: Standing, titles: Mapping[str, str]) -> Line:
    known = read(library, exam, one, standing)
    touched = any(entry.place == one.place and entry.text.strip() for entry in standing.values())
    earned, pending = (known.earned, known.pending) if known else (Fraction(0), one.points)
    title = titles.get(one.question, one.question)
    return Line(
        place=one.place, heading=one.heading, title=title, points=one.points, earned=earned, pending=pending,
        touched=touched,
    )  # fmt: skip


def read(library: Library, exam: Exam, one: Drawn, standing: Standing) -> Question | None:
    """Returns the question as it stands; None where it cannot be read any more."""
    try:
        return paper_question.question(library, one, standing, exam.rules.markers)
    except (UnknownQuestion, Stale):
        return None


def _open(connection: Connection, exam: Exam, course: str, number: str) -> Sitting:
    """Returns the paper version, locked by this transaction. Raises NoSuchVersion, and VersionDone."""
    form = by_number(connection, exam, number, hold=True)
    if form.closed_at is not None:
        raise VersionDone(course, exam.name, number)
    return form


def whose(standing: Standing) -> int:
    """Returns the student who was chosen; 0 for nobody yet."""
    chosen = standing.get(WHOSE)
    return int(chosen.text) if chosen and chosen.text else 0
