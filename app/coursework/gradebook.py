"""The gradebook of a course: students by assignments, for those who teach it; a student's own row; the same as CSV.

Only sheets begun for an assignment count: first answers until the due date, marked by Examformer or by an instructor.
Of an exam, the student's sitting with the most points counts. Students see an exam in their gradebook once its scores
are released.
"""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.membership import NoSuchCourse, Right, membership, rights, taught
from app.courses.store import assignments, roster
from app.courses.store.assignments import Answer, Assignment
from app.courses.store.courses import Course
from app.courses.store.roster import Entry
from app.database.connection import Connection
from app.exams import results_release
from app.exams.blueprints import blueprint
from app.exams.store import exams, outcomes
from app.exams.store.exams import Exam
from app.exams.store.outcomes import Waiting
from app.practice.store.attempt import BY_HAND, SELF_MARKED
from app.questions.context import Context
from app.questions.library import Library
from app.web.downloads import defused
from engine.marking import grading


@dataclass(frozen=True, slots=True)
class Column:
    """One assignment, the points it is worth, and whether it is an exam."""

    assignment: Assignment
    points: Fraction
    exam: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One student, who may not have joined yet: what counts in each assignment, None where nothing was answered; in
    exams, what of it waits for a mark, and whether they sit it now; and the sums."""

    student: Entry
    earned: tuple[Fraction | None, ...]
    pending: tuple[Fraction, ...]
    sits: tuple[bool, ...]

    @property
    def total(self) -> Fraction:
        return sum((share for share in self.earned if share), Fraction(0))

    @property
    def waiting(self) -> Fraction:
        return sum(self.pending, Fraction(0))


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """The gradebook of a course, or of one section of it; of a student, who does not see the ``whole``, it
    has one row."""

    course: Course
    whole: bool
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sections: tuple[str, ...] = ()
    section: str = ""

    @property
    def listed(self) -> bool:
        """True if a student has a matriculation number or a section."""
        return any(row.student.line.matriculation or row.student.line.section for row in self.rows)

    @property
    def points(self) -> Fraction:
        return sum((column.points for column in self.columns), Fraction(0))


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
        return _marks(connection, context.library, found.course, whole, only, section)


def as_csv(context: Context, course: str, section: str = "") -> str:
    """Returns a line per student, with number and section where the roster has them; cells that a spreadsheet would
    take for a formula are defused. Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.NAMES)
        grid = _marks(connection, context.library, here, True, None, section)
    titles = [defused(column.assignment.title) for column in grid.columns]
    heads = ["name", "e-mail", *(["matriculation number", "section"] if grid.listed else [])]
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow([*heads, *titles, "total"])
    points = [_shown(column.points) for column in grid.columns]
    table.writerow(["points", *[""] * (len(heads) - 1), *points, _shown(grid.points)])
    for row in grid.rows:
        who = [row.student.name, row.student.email]
        who += [row.student.line.matriculation, row.student.line.section] if grid.listed else []
        table.writerow([*map(defused, who), *(_shown(earned) for earned in row.earned), _shown(row.total)])
    return text.getvalue()


def counts(rule: str, at: datetime, due: datetime | None) -> bool:
    """True if a first answer counts for the course. Points that students gave themselves do not, nor what came too
    late.

    An instructor's mark always counts: they saw when the answer came.
    """
    return rule == BY_HAND or (rule != SELF_MARKED and (due is None or at <= due))


def _marks(
    connection: Connection,
    library: Library,
    course: Course,
    whole: bool,
    only: int | None,
    section: str = "",
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
    running = outcomes.running(connection, course.id)
    lines = []
    for who in students:
        one = who.person or 0  # as whom nobody has answered
        if only in (None, one) and section in ("", who.line.section):
            cells = []
            for part in asked:
                mine, due = answers.get((one, part.id), ()), later.get((part.id, one), part.due_at)
                if part.id in sat:
                    cells.append(_of_exam(mine, waiting.get((one, part.id), ())))
                else:
                    cells.append((_earned(part, mine, due), Fraction(0)))
            earned, pending = tuple(share for share, _ in cells), tuple(left for _, left in cells)
            lines.append(Row(who, earned, pending, tuple((one, part.id) in running for part in asked)))
    columns = tuple(Column(one, _points(library, one, sat.get(one.id)), one.id in sat) for one in asked)
    return Marks(
        course=course,
        whole=whole,
        columns=columns,
        rows=tuple(lines),
        sections=roster.sections(students) if whole else (),
        section=section,
    )


def _earned(asked: Assignment, answers: Iterable[Answer], due: datetime | None) -> Fraction | None:
    """Returns what counts of the assignment; questions that were taken out of it do not."""
    there = {one.question for one in asked.questions}
    counting = [
        answer.earned
        for answer in answers
        if answer.question in there and counts(answer.rule, answer.at, due)
    ]
    return sum(counting, Fraction(0)) if counting else None


def _of_exam(answers: Iterable[Answer], waiting: Iterable[Waiting]) -> tuple[Fraction | None, Fraction]:
    """Returns what counts of an exam, and what of that sitting waits for a mark: of the best sitting, or the later of
    two equal ones."""
    earned: dict[int, Fraction] = {}
    for answer in answers:
        if counts(answer.rule, answer.at, None):
            sitting = answer.sitting or 0
            earned[sitting] = earned.get(sitting, Fraction(0)) + answer.earned
    pending: dict[int, Fraction] = {}
    for one in waiting:
        pending[one.sitting] = pending.get(one.sitting, Fraction(0)) + one.points
    all_of_them = earned.keys() | pending.keys()
    if not all_of_them:
        return None, Fraction(0)
    best = max(all_of_them, key=lambda one: (earned.get(one, 0), one))
    return earned.get(best, Fraction(0)), pending.get(best, Fraction(0))


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


def _shown(points: Fraction | None) -> str:
    return "" if points is None else grading.two_decimals(points)
