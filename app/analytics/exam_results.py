"""The results of a course exam: students with their points and grades, the distribution, question by question.

Of several sittings of one student the best counts: the one with the most points so far, the later one of a tie.
Columns of the CSV keep their place, since programs may rely on it: new ones go behind them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analytics import exam_statistics
from app.analytics.exam_statistics import Group, Result, Spent, Spread
from app.courses.membership import Right, membership, rights
from app.courses.store import courses
from app.courses.store.courses import Course, CourseRole, Member
from app.database.connection import Connection
from app.exams import history
from app.exams.course_exam import NoCourseExam
from app.exams.live.monitor import of_course
from app.exams.store import live_monitor as stored
from app.exams.store import outcomes, sittings
from app.exams.store.exams import Exam
from app.exams.store.outcomes import Outcome
from app.exams.store.sitting import ClosedBy, Sitting
from app.grading import key_correction
from app.grading.key_correction import Mending
from app.paper import printed
from app.questions.context import Context
from app.questions.store import drafts
from app.web import downloads
from engine.marking import grading

ENDED = {ClosedBy.HAND: "student", ClosedBy.TIME: "clock", ClosedBy.INSTRUCTOR: "instructor"}


@dataclass(frozen=True, slots=True)
class Row:
    """One student: the result of each sitting that has ended, in order, and whether one is running."""

    student: Member
    results: tuple[Result, ...]
    running: bool

    @property
    def result(self) -> Result | None:
        """The result that counts."""
        return max(self.results, key=lambda one: (one.earned, one.sitting.id), default=None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Results:
    """The results of an exam; ``hidden`` where the course hides the names until every answer has its mark.
    Those who do not teach the course change nothing; some ``marks`` answers, some ``invigilates``."""

    course: Course
    exam: Exam
    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    spread: Spread | None
    hidden: bool
    mending: Mapping[str, Mending]
    teaching: bool
    marks: bool
    invigilates: bool

    @property
    def ended(self) -> list[Result]:
        return [row.result for row in self.rows if row.result]

    @property
    def graded(self) -> bool:
        """True if a grade says more than the percent beside it."""
        return any(one.sitting.blueprint["scale"] != "percent" for one in self.ended)

    @property
    def waiting(self) -> int:
        """The number of counting sittings in which something waits for a mark."""
        return sum(bool(one.pending) for one in self.ended)


@dataclass(frozen=True, kw_only=True, slots=True)
class Marked:
    """One sitting, question by question; ``student`` is None as long as the names are hidden. ``teaching``: the person
    teaches the course."""

    course: Course
    teaching: bool
    exam: Exam
    student: Member | None
    result: Result
    titles: Mapping[str, str]


def results(context: Context, course: str, exam: str) -> Results:
    """Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.NAMES)
        lines, hidden = _lines(connection, here, found)
        may = rights(membership(connection, context.person, course), context.person)
        ended = [line.result for line in lines if line.result]
        times = spent(connection, found, ended)
        asked = {one.question for result in ended for one in result.outcomes}
        written = drafts.named(connection, asked)
        own = [name for name, one in written.items() if one.owner == context.person.id and not one.archived]
        left = key_correction.left(connection, found.id, own)
    titles = context.library.titles(asked)
    settled = [result for result in ended if not result.pending]
    spread = exam_statistics.spread(settled) if settled else None
    groups = exam_statistics.groups(ended, times, titles, own)
    return Results(
        course=here,
        exam=found,
        rows=lines,
        groups=groups,
        spread=spread,
        hidden=hidden,
        mending=left,
        teaching=Right.TEACH in may,
        marks=Right.MARK in may,
        invigilates=Right.INVIGILATE in may,
    )


def marked(context: Context, course: str, exam: str, number: int) -> Marked:
    """Raises NoSuchCourse, and NoCourseExam: also for a sitting that runs, or is none of this exam."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.NAMES)
        one = sittings.by_id(connection, number)
        if one is None or one.exam != found.id or one.begun_at is None or one.closed_at is None:
            raise NoCourseExam(exam)
        result = exam_statistics.result(one, outcomes.of_exam(connection, found.id, one.id))
        hidden = _lines(connection, here, found)[1]
        who = next((who for who in courses.members_of(connection, here.id) if who.id == one.person), None)
        teaching = Right.TEACH in rights(membership(connection, context.person, course), context.person)
    titles = context.library.titles({outcome.question for outcome in result.outcomes})
    return Marked(
        course=here,
        teaching=teaching,
        exam=found,
        student=None if hidden else who,
        result=result,
        titles=titles,
    )


def counting(connection: Connection, course: Course, exam: Exam) -> list[Result]:
    """The result that counts of each student."""
    return [line.result for line in _lines(connection, course, exam)[0] if line.result]


def spent(connection: Connection, exam: Exam, ended: Sequence[Result]) -> Spent:
    """The seconds spent at each place of these sittings."""
    moves = stored.moves(connection, exam.id)
    return {
        one.sitting.id: history.spent(moves.get(one.sitting.id, ()), one.sitting.over_at) for one in ended
    }


def as_csv(context: Context, course: str, exam: str) -> tuple[str, str]:
    """The name of the file and its text: a line per student, with the points of every place, empty where they wait for
    a mark, and the question asked there. Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.NAMES)
        lines, hidden = _lines(connection, here, found)
    titles = context.library.titles(
        {one.question for line in lines if line.result for one in line.result.outcomes}
    )
    places = max((len(line.result.outcomes) for line in lines if line.result), default=0)
    listed = not hidden and any(line.student.matriculation or line.student.section for line in lines)
    who = [] if hidden else ["name", "e-mail", *(["matriculation number", "section"] if listed else [])]
    heads = [*who, "version", "points", "of", "percent", "grade", "passed", "pending", "begun", "minutes",
             "sittings", *range(1, places + 1), "extra time in percent", "minutes of breaks", "ended by",
             *(f"question {place}" for place in range(1, places + 1))]  # fmt: skip
    rows: list[list[object]] = [heads]
    for line in lines:
        if line.result or not hidden:
            student = line.student
            named = [] if hidden else [student.name, student.email]
            named += [student.matriculation, student.section] if listed else []
            cells = [*named, *(_cells(line.result) if line.result else [""] * 9), str(len(line.results))]
            asked = line.result.outcomes if line.result else ()
            points = ["" if one.pending else grading.two_decimals(one.earned) for one in asked]
            points += [""] * (places - len(points))
            more = "" if hidden else str(line.student.extra_time)  # it would reveal who it is
            end = _end(line.result, hidden) if line.result else ["", ""]
            what = [titles.get(one.question, one.question) for one in asked]
            rows.append([*cells, *points, more, *end, *what])
    return f"{printed.plain(found.title)}-results", downloads.as_csv(rows)


def _cells(one: Result) -> list[str]:
    passed = {None: "", True: "yes", False: "no"}[one.passed]
    wrote = one.sitting.begun_at if not one.sitting.on_paper else None  # unknown for a sitting on paper
    begun = wrote.isoformat(timespec="seconds") if wrote else ""
    points = [grading.two_decimals(number) for number in (one.earned, one.points)]
    percent, minutes = (one.percent or "").removesuffix(" %"), f"{one.minutes:.1f}"
    return [one.sitting.number, *points, percent, one.grade or "", passed, grading.two_decimals(one.pending), begun,
            minutes if wrote else ""]  # fmt: skip


def _end(one: Result, hidden: bool) -> list[str]:
    """The cells for minutes of breaks and for who ended the sitting."""
    if one.sitting.on_paper:
        return ["", ""]
    breaks = "" if hidden else f"{one.sitting.paused_for / 60:.1f}"
    return [breaks, ENDED[ClosedBy(one.sitting.closed_by)]]


def _lines(connection: Connection, course: Course, exam: Exam) -> tuple[tuple[Row, ...], bool]:
    """The present students of the course, and whether their names are hidden: if so, by the number of the sitting."""
    found: dict[int, list[Outcome]] = {}
    for one in outcomes.of_exam(connection, exam.id):
        found.setdefault(one.sitting, []).append(one)
    theirs: dict[int, list[Sitting]] = {}
    for sitting in sittings.of_exam(connection, exam.id):
        if sitting.person is not None and sitting.begun_at is not None:
            theirs.setdefault(sitting.person, []).append(sitting)
    lines = []
    for who in courses.members_of(connection, course.id):
        if who.role is CourseRole.STUDENT:
            made = theirs.get(who.id, [])
            over = (one for one in made if one.closed_at is not None)
            ended = tuple(exam_statistics.result(one, found.get(one.id, ())) for one in over)
            lines.append(Row(who, ended, any(one.running for one in made)))
    going_on = any(line.running or any(one.pending for one in line.results) for line in lines)
    hidden = going_on and courses.names_hidden(connection, course.id)
    if hidden:
        lines.sort(key=lambda line: line.result.sitting.number if line.result else "")
    return tuple(lines), hidden
