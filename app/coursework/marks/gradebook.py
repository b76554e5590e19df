"""The gradebook of a course: students by assignments, for those who teach it; a student's own row; the same as
a table for spreadsheets.

Only sheets begun for an assignment count, as its policy says, marked by Examformer or by an instructor. Of an exam, the
student's sitting with the most points counts. Students see an exam in their gradebook once its scores are released.
Nobody has a mark or a grade before something of theirs counts: an answer, a sitting, or points that were set by hand.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.grade_scale import GradeScale
from app.courses.membership import NoSuchCourse, Right, membership, rights, taught
from app.courses.store import (
    answers,
    assignments,
    categories,
    due_dates,
    grade_scales,
    roster,
    set_grades,
    set_marks,
)
from app.courses.store.answers import Answer
from app.courses.store.assignments import Assignment
from app.courses.store.categories import Category
from app.courses.store.courses import Course
from app.courses.store.roster import Entry
from app.coursework.marks import counting, grades, result
from app.coursework.marks.files import GradeName
from app.coursework.marks.grades import Grade, Next
from app.coursework.marks.result import Column, Result
from app.coursework.marks.weighting import Weighted
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
class Row:
    """One student, who may not have joined yet, with a result for each column; the ``mark`` is by the categories of the
    course, if there are any, with the places of what was dropped; the ``grade`` is None before anything counts."""

    student: Entry
    results: tuple[Result, ...]
    mark: Weighted
    grade: Grade | None = None

    @property
    def total(self) -> Fraction:
        return sum((one.earned for one in self.results if one.earned), Fraction(0))

    @property
    def waiting(self) -> Fraction:
        return sum((one.pending for one in self.results), Fraction(0))


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """The gradebook of a course, or of one section of it; of a student, who does not see the ``whole``, it has one row.
    Those of the roster who have ``left`` have none. ``teaching``: the person sets its weights. ``scale`` is None where
    the course gives no grades, or shows them to no student."""

    course: Course
    whole: bool
    teaching: bool
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    categories: tuple[Category, ...]
    scale: GradeScale | None = None
    sections: tuple[str, ...] = ()
    section: str = ""
    left: int = 0

    @property
    def listed(self) -> bool:
        """True if a student has a matriculation number or a section."""
        return any(row.student.line.matriculation or row.student.line.section for row in self.rows)

    @property
    def graded(self) -> bool:
        """True if there are grades to be seen."""
        return self.scale is not None or any(row.grade for row in self.rows)

    @property
    def marked(self) -> bool:
        """True if there is a mark in percent."""
        return bool(self.categories) or self.scale is not None

    def following(self, row: Row) -> Next | None:
        """Returns what comes above the computed grade of a student, None for one whose grade is set by hand."""
        if self.scale is None or row.grade is None or row.grade.by_hand:
            return None
        return grades.following(self.scale, row.results, self.categories)

    @property
    def points(self) -> Fraction:
        """The points that can be earned, without extra credit."""
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


def everybody(context: Context, course: str) -> tuple[Marks, frozenset[Right]]:
    """Returns all rows, also to those who see no names: for figures that name nobody; with the rights of the person.
    Raises NoSuchCourse for students."""
    with context.database.read() as connection:
        found = membership(connection, context.person, course)
        may = rights(found, context.person)
        if Right.READ not in may:
            raise NoSuchCourse(course)
        return _marks(connection, context.library, found.course, True, None, "", Right.TEACH in may), may


def as_students_see(connection: Connection, library: Library, course: Course) -> Marks:
    """Returns all rows, each as its student sees it: without exams whose scores are not released."""
    return _marks(connection, library, course, False, None)


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
        rows.append([*who, *(one.earned for one in row.results), row.total])
    if any(row.waiting for row in grid.rows):
        left = [row.waiting for row in grid.rows]
        for line, waits in zip(rows, ["waiting for a mark", None, *left], strict=True):
            line.insert(-1, waits)  # the total stays behind everything that makes it
    if grid.marked:
        shares = [row.mark.share for row in grid.rows]
        marks_in = [None if share is None else 100 * share for share in shares]
        for line, mark in zip(rows, ["mark in %", Fraction(100), *marks_in], strict=True):
            line.append(mark)
    if grid.graded:
        given = [GradeName(row.grade.grade) if row.grade else None for row in grid.rows]
        why = [row.grade.by_hand.reason if row.grade and row.grade.by_hand else None for row in grid.rows]
        for line, *cells in zip(rows, ["grade", None, *given], ["set by hand", None, *why], strict=True):
            line.extend(cells if any(why) else cells[:1])
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
    later = due_dates.later_of_entries(connection, course.id)
    everybody = roster.entries(connection, course.id)
    students = [one for one in everybody if one.present]
    given: dict[tuple[int, int], list[Answer]] = {}
    for answer in answers.of_course(connection, course.id, only):
        given.setdefault((answer.person, answer.assignment), []).append(answer)
    waiting: dict[tuple[int, int], list[Waiting]] = {}
    for some in outcomes.waiting(connection, course.id):
        waiting.setdefault((some.person, some.assignment), []).append(some)
    unmarked = queue.points_waiting(connection, course.id, only)
    by_hand = set_marks.of_course(connection, course.id)
    final = set_grades.of_course(connection, course.id)
    scale = grade_scales.find(connection, course.id)
    seen = whole or (scale is not None and scale.shown)
    running = outcomes.running(connection, course.id)
    columns = tuple(_column(library, one, sat.get(one.id)) for one in asked)
    groups = tuple(categories.of_course(connection, course.id))
    now = datetime.now(UTC)
    lines = []
    for who in students:
        one = who.person or 0  # as whom nobody has answered
        if only not in (None, one) or section not in ("", who.line.section):
            continue
        found = []
        for column in columns:
            of = column.assignment.id
            if hand := by_hand.get((of, who.id)):
                have = result.by_hand(column, hand)
            elif column.exam:
                mine = given.get((one, of), ()), waiting.get((one, of), ())
                have = result.of_exam(column, *mine, sits=(one, of) in running, now=now)
            else:
                due = later.get((of, who.id), column.assignment.due_at)
                left = unmarked.get((one, of), Fraction(0))
                have = result.of_assignment(column, given.get((one, of), ()), left, due, now)
            found.append(have)
        mark = grades.mark([have.cell for have in found], groups)
        mine_is = grades.grade(scale, mark.share, final.get(who.id)) if seen else None
        lines.append(Row(who, tuple(found), mark, mine_is))
    return Marks(
        course=course,
        whole=whole,
        teaching=teaching,
        columns=columns,
        rows=tuple(lines),
        categories=groups,
        scale=scale if seen else None,
        sections=roster.sections(students) if whole else (),
        section=section,
        left=sum(one.kept and not one.present for one in everybody) if whole else 0,
    )


def _is_seen(connection: Connection, exam: Exam, teaching: bool) -> bool:
    """True if the exam is in the gradebook."""
    if teaching or exam.published_at is None:
        return exam.published_at is not None
    return results_release.shown(exam, results_release.has_closed(connection, exam, datetime.now(UTC))).scores


def points_of(library: Library, asked: Assignment, exam: Exam | None) -> Fraction:
    """Returns what an assignment or an exam is worth."""
    return _column(library, asked, exam).points


def _column(library: Library, asked: Assignment, exam: Exam | None) -> Column:
    if exam:
        return Column(asked, blueprint.points(exam.blueprint), exam)
    known = [one for one in (library.assigned(each.question) for each in asked.questions) if one]
    points = sum((one.points for one in known), Fraction(0))
    return Column(asked, points, None, counting.which(asked, known))
