"""A course in figures: students by questions, the hardest questions, the most frequent mistakes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app.analytics import at_risk
from app.analytics.at_risk import Away, Behind, Halted
from app.analytics.store import cohort, stuck
from app.analytics.store.cohort import Work
from app.courses.membership import Right, membership, taught, teaches
from app.courses.store import assignments, courses, due_dates
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course, CourseRole, Member
from app.database.connection import Connection
from app.questions.context import Context
from app.web import downloads
from engine.marking.item_analysis import LEAST_PEOPLE, discrimination, facility
from engine.questions import Question

MOST_MISTAKES = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A question of an assignment: how many students answered it, its facility, and its discrimination."""

    place: int
    assignment: Assignment
    question: str
    title: str
    answered: int
    facility: float | None
    discrimination: float | None
    too_few: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A student's share of a question's points; None while nothing is answered, while it waits for a mark,
    and where the student marked it."""

    share: float | None
    begun: bool
    answered: bool


@dataclass(frozen=True, slots=True)
class Row:
    student: Member
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Frequent:
    """Mistakes that give the same number, with the sentence about each, and how many students made them."""

    question: str
    title: str
    says: tuple[str, ...]
    people: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Overview:
    """The page's figures; ``hardest`` are the columns that somebody answered, the hardest first. ``teaching``: the
    person teaches the course."""

    course: Course
    teaching: bool
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    hardest: tuple[Column, ...]
    halted: tuple[Halted, ...]
    away: tuple[Away, ...]
    behind: tuple[Behind, ...]
    absent: tuple[Member, ...]
    mistakes: tuple[Frequent, ...]


def overview(context: Context, course: str) -> Overview:
    """Computes the figures of a course that the person teaches. Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.NAMES)
        teaching = teaches(membership(connection, context.person, course), context.person)
        asked = assignments.of_course(connection, here.id)
        later = due_dates.later(connection, here.id)
        works = cohort.of_course(connection, here.id)
        halted = stuck.of_course(connection, here.id, at_risk.TRIES)
        mistaken = cohort.mistaken(connection, here.id)[:MOST_MISTAKES]
        students = _students(connection, here)
    names = {one.question for part in asked for one in part.questions} | {one.question for one in works}
    known = context.library.newest(names)
    columns, lines = _grid(asked, works, students, known)
    answered = [column for column in columns if column.facility is not None]
    return Overview(
        course=here,
        teaching=teaching,
        columns=columns,
        rows=lines,
        hardest=tuple(sorted(answered, key=lambda one: (one.facility or 0.0, one.place))),
        halted=at_risk.halted(halted, students, known),
        away=at_risk.away(asked, later, works, students, datetime.now(UTC)),
        behind=at_risk.behind(works, students, known),
        absent=at_risk.absent(works, students),
        mistakes=tuple(_frequent(known, *one) for one in mistaken),
    )


def as_csv(context: Context, course: str) -> str:
    """A CSV with a line per student: the share of points of each question. Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.NAMES)
        asked = assignments.of_course(connection, here.id)
        works = cohort.of_course(connection, here.id)
        students = _students(connection, here)
    known = context.library.newest({one.question for part in asked for one in part.questions})
    columns, lines = _grid(asked, works, students, known)
    rows: list[list[object]] = [
        ["name", "e-mail", *(f"{column.assignment.title}: {column.title}" for column in columns)],
        ["facility", "", *(column.facility for column in columns)],
        ["discrimination", "", *(column.discrimination for column in columns)],
    ]
    rows += [[line.student.name, line.student.email, *(cell.share for cell in line.cells)] for line in lines]
    return downloads.as_csv(rows)


def _students(connection: Connection, course: Course) -> list[Member]:
    return [one for one in courses.members_of(connection, course.id) if one.role is CourseRole.STUDENT]


def _grid(
    asked: Sequence[Assignment],
    works: Iterable[Work],
    students: Sequence[Member],
    known: Mapping[str, Question],
) -> tuple[tuple[Column, ...], tuple[Row, ...]]:
    made = {(work.person, work.assignment, work.question): work for work in works}
    scores: dict[str, dict[int, float]] = {}
    totals: dict[int, float] = {}
    for work in made.values():
        if work.total.settled > work.total.own:
            mine = scores.setdefault(work.question, {})
            mine[work.person] = mine.get(work.person, 0.0) + work.total.earned
            totals[work.person] = totals.get(work.person, 0.0) + work.total.earned
    columns: list[Column] = []
    cells: list[list[Cell]] = []
    for part in asked:
        for one in part.questions:
            column = [_cell(made.get((who.id, part.id, one.question))) for who in students]
            title = known[one.question].title if one.question in known else one.question
            pairs = [(x, totals[who] - x) for who, x in scores.get(one.question, {}).items()]
            columns.append(
                Column(
                    place=len(columns) + 1,
                    assignment=part,
                    question=one.question,
                    title=title,
                    answered=sum(cell.answered for cell in column),
                    facility=facility([cell.share for cell in column if cell.share is not None]),
                    discrimination=discrimination([pairs]),
                    too_few=len(pairs) < LEAST_PEOPLE,
                )
            )
            cells.append(column)
    return tuple(columns), tuple(
        Row(who, tuple(column[place] for column in cells)) for place, who in enumerate(students)
    )


def _cell(work: Work | None) -> Cell:
    return Cell(None, False, False) if work is None else Cell(work.share, True, work.parts > 0)


def _frequent(known: Mapping[str, Question], question: str, names: Sequence[str], people: int) -> Frequent:
    there = known.get(question)
    mistakes = there.family.mistakes if there else {}
    says = tuple(mistakes[name].says if name in mistakes else name for name in names)
    return Frequent(question, there.title if there else question, says, people)
