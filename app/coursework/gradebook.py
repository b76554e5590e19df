"""The gradebook of a course: students by assignments, for those who teach it; a student's own row; the same as
a table for spreadsheets.

Only sheets begun for an assignment count, as its policy says, marked by Examformer or by an instructor. Of an exam, the
student's sitting with the most points counts. Students see an exam in their gradebook once its scores are released.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.membership import NoSuchCourse, Right, membership, rights, taught
from app.courses.store import assignments, categories, roster, set_marks
from app.courses.store.assignments import Answer, Assignment
from app.courses.store.categories import Category
from app.courses.store.courses import Course
from app.courses.store.roster import Entry
from app.courses.store.set_marks import Kind, SetMark
from app.coursework import counting
from app.coursework.weighting import Cell, Weighted, weighted
from app.database.connection import Connection
from app.exams import results_release
from app.exams.blueprints import blueprint
from app.exams.store import exams, outcomes
from app.exams.store.exams import Exam
from app.exams.store.outcomes import Waiting
from app.grading.store import queue
from app.questions.context import Context
from app.questions.library import Library


@dataclass(frozen=True, slots=True)
class Column:
    """One assignment, the points it is worth, and its exam if it is one."""

    assignment: Assignment
    points: Fraction
    exam: Exam | None


@dataclass(frozen=True, slots=True)
class Row:
    """One student, who may not have joined yet: what counts in each assignment, None where nothing does; what of it
    waits for a mark; of exams, whether they sit it now; what an instructor set by hand; and the sums. ``mark`` is by
    the categories of the course, with the places of what was dropped."""

    student: Entry
    earned: tuple[Fraction | None, ...]
    pending: tuple[Fraction, ...]
    sits: tuple[bool, ...]
    by_hand: tuple[SetMark | None, ...]
    mark: Weighted

    @property
    def total(self) -> Fraction:
        return sum((share for share in self.earned if share), Fraction(0))

    @property
    def waiting(self) -> Fraction:
        return sum(self.pending, Fraction(0))


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """The gradebook of a course, or of one section of it; of a student, who does not see the ``whole``, it
    has one row. ``teaching``: the person sets its weights."""

    course: Course
    whole: bool
    teaching: bool
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    categories: tuple[Category, ...]
    sections: tuple[str, ...] = ()
    section: str = ""

    @property
    def listed(self) -> bool:
        """True if a student has a matriculation number or a section."""
        return any(row.student.line.matriculation or row.student.line.section for row in self.rows)

    @property
    def points(self) -> Fraction:
        """What can be earned, without extra credit."""
        return sum((one.points for one in self.columns if not one.assignment.extra_credit), Fraction(0))


def marks(context: Context, course: str, section: str = "") -> Marks:
    """Returns all rows, or those of one section, to those who see names in the course, and to students their own.
    Raises NoSuchCourse, also for those who mark without names."""
    with context.database.read() as connection:
        found = membership(connection, context.person, course)
        may = rights(found, context.person)
        whole = Right.NAMES in may
        if may and not whole:
            raise NoSuchCourse(course)
        only = None if whole else context.account
        teaching = Right.TEACH in may
        return _marks(connection, context.library, found.course, whole, only, section, teaching)


def table(context: Context, course: str, section: str = "") -> list[list[str | Fraction | None]]:
    """Returns the gradebook as rows of texts and numbers: a head, what can be earned, and a line per student, with
    number and section where the roster has them. Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.NAMES)
        grid = _marks(connection, context.library, here, True, None, section)
    titles = [column.assignment.title for column in grid.columns]
    heads = ["name", "e-mail", *(["matriculation number", "section"] if grid.listed else [])]
    points: list[str | Fraction | None] = ["points", *[""] * (len(heads) - 1)]
    points += [column.points for column in grid.columns]
    rows: list[list[str | Fraction | None]] = [[*heads, *titles, "total"], [*points, grid.points]]
    for row in grid.rows:
        who = [row.student.name, row.student.email]
        who += [row.student.line.matriculation, row.student.line.section] if grid.listed else []
        rows.append([*who, *row.earned, row.total])
    if any(row.waiting for row in grid.rows):
        left = [row.waiting for row in grid.rows]
        for line, waits in zip(rows, ["waiting for a mark", None, *left], strict=True):
            line.insert(-1, waits)  # the total stays behind everything that makes it
    if grid.categories:
        shares = [row.mark.share for row in grid.rows]
        marks_in = [None if share is None else 100 * share for share in shares]
        for line, mark in zip(rows, ["mark in %", Fraction(100), *marks_in], strict=True):
            line.append(mark)
    return rows


def _marks(
    connection: Connection,
    library: Library,
    course: Course,
    whole: bool,
    only: int | None,
    section: str = "",
    teaching: bool = False,
) -> Marks:
    sat = {exam.assignment: exam for exam in exams.of_course(connection, course.id)}
    hidden = {of for of, exam in sat.items() if not _is_seen(connection, exam, whole)}
    asked = [one for one in assignments.of_course(connection, course.id) if one.id not in hidden]
    later = assignments.extended(connection, course.id)
    students = [one for one in roster.entries(connection, course.id) if one.present]
    answers: dict[tuple[int, int], list[Answer]] = {}
    for answer in assignments.answers(connection, course.id, only):
        answers.setdefault((answer.person, answer.assignment), []).append(answer)
    waiting: dict[tuple[int, int], list[Waiting]] = {}
    for some in outcomes.waiting(connection, course.id):
        waiting.setdefault((some.person, some.assignment), []).append(some)
    unmarked = queue.points_waiting(connection, course.id, only)
    by_hand = set_marks.of_course(connection, course.id)
    running = outcomes.running(connection, course.id)
    columns = tuple(Column(one, _points(library, one, sat.get(one.id)), sat.get(one.id)) for one in asked)
    groups = tuple(categories.of_course(connection, course.id))
    now = datetime.now(UTC)
    lines = []
    for who in students:
        one = who.person or 0  # as whom nobody has answered
        if only in (None, one) and section in ("", who.line.section):
            found = []
            for column in columns:
                due = later.get((column.assignment.id, one), column.assignment.due_at)
                key = one, column.assignment.id
                left = unmarked.get(key, Fraction(0))
                cell = _cell(column, answers.get(key, ()), waiting.get(key, ()), left, due, now)
                found.append(_by_hand(column, by_hand.get((column.assignment.id, who.id)), cell))
            earned, pending = tuple(counts for _, counts, _ in found), tuple(left for _, _, left in found)
            mark = weighted([cell for cell, _, _ in found], groups)
            sits = tuple((one, column.assignment.id) in running for column in columns)
            hands = tuple(by_hand.get((column.assignment.id, who.id)) for column in columns)
            lines.append(Row(who, earned, pending, sits, hands, mark))
    return Marks(
        course=course,
        whole=whole,
        teaching=teaching,
        columns=columns,
        rows=tuple(lines),
        categories=groups,
        sections=roster.sections(students) if whole else (),
        section=section,
    )


def _cell(
    column: Column,
    answers: Iterable[Answer],
    waiting: Iterable[Waiting],
    left: Fraction,
    due: datetime | None,
    now: datetime,
) -> tuple[Cell, Fraction | None, Fraction]:
    """Returns what a student has in an assignment, of which so many points are ``left`` to mark: for the mark, which
    leaves it out as long as something waits; what counts, and what waits. Of an exam, ``waiting`` says that."""
    one = column.assignment
    if column.exam:
        counts, left = counting.of_exam(answers, waiting)
        over = results_release.ended(column.exam, now)
    else:
        counts = counting.of_assignment(one, answers, due)
        until = one.policy.until(due)
        over = until is not None and until < now
    cell = Cell(
        category=one.category,
        points=column.points,
        earned=None if left else counts,
        over=over and not left,
        extra=one.extra_credit,
    )
    return cell, counts, left


def _by_hand(
    column: Column, line: SetMark | None, cell: tuple[Cell, Fraction | None, Fraction]
) -> tuple[Cell, Fraction | None, Fraction]:
    """Returns what a student has in an assignment once an instructor has set it: these points, or nothing that counts
    or could count where they are excused."""
    if line is None:
        return cell
    excused = line.kind is Kind.EXCUSED
    made = replace(cell[0], earned=line.points, over=False, points=Fraction(0) if excused else cell[0].points)
    return made, line.points, Fraction(0)


def _is_seen(connection: Connection, exam: Exam, teaching: bool) -> bool:
    """True if the exam is in the gradebook."""
    if teaching or exam.published_at is None:
        return exam.published_at is not None
    return results_release.shown(exam, results_release.has_closed(connection, exam, datetime.now(UTC))).scores


def _points(library: Library, asked: Assignment, exam: Exam | None) -> Fraction:
    if exam:
        return blueprint.points(exam.blueprint)
    known = (library.assigned(one.question) for one in asked.questions)
    return sum((question.points for question in known if question), Fraction(0))
