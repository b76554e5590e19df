"""Key correction after an exam: what a wrong key did to a question, and full points for all who were asked it."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from app.courses.store.courses import Course
from app.database.connection import Rows
from app.exams.course_exam import NoCourseExam
from app.exams.live.monitor import of_course
from app.exams.store.exams import Exam
from app.grading.manual_grading import award, reason_in
from app.grading.store import affected_sheets as stored
from app.grading.student_work import NoReasonGiven
from app.practice.store import attempts, mark_log
from app.practice.store.attempts import Attempt
from app.practice.store.mark_log import Change
from app.questions.context import Context
from app.questions.store import versions


@dataclass(frozen=True, slots=True)
class Mending:
    """The work left on a question: so many of its sheets were marked by an ``old`` version, and so many are ``without``
    the full points that were ``given`` to all."""

    old: int
    given: bool
    without: int


@dataclass(frozen=True, slots=True)
class Given:
    """Full points for all: who gave them, why, to how many sheets, and when."""

    who: str
    reason: str
    sheets: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """A question of an exam: it was asked on so many ``sheets``, of which so many would ``gain`` from full points."""

    course: Course
    exam: Exam
    question: str
    title: str
    sheets: int
    gain: int
    past: tuple[Given, ...]


def left(rows: Rows, exam: int, own: Collection[str]) -> Mapping[str, Mending]:
    """Returns the work left by question, where there is any to show; ``own`` are the questions that can be regraded by
    their newest version."""
    have = {one.attempt for one in mark_log.for_all(rows, exam)}
    newest = {name: one.hash for name, one in versions.newest_of(rows, own).items()}
    made = stored.sheets(rows, exam) if have or newest else []
    given = {one.question for one in made if one.attempt in have}
    old = Counter(one.question for one in made if newest.get(one.question, one.version) != one.version)
    without = Counter(
        one.question for one in made if one.question in given and one.lacks and one.attempt not in have
    )
    return {name: Mending(old[name], name in given, without[name]) for name in given | old.keys()}


def plan(context: Context, course: str, exam: str, question: str) -> Plan:
    """Returns what full points would do. Raises NoSuchCourse, and NoCourseExam, also where no sheet of this exam has
    the question."""
    with context.database.read() as rows:
        here, found = of_course(rows, context.person, course, exam)
        past, asked = _asked(rows, found, question)
    gain = len(_gaining(past, asked))
    title = context.library.titles({question}).get(question, question)
    return Plan(here, found, question, title, len(asked), gain, _told(past))


def give(context: Context, course: str, exam: str, question: str, why: str) -> None:
    """Gives full points on every sheet of this exam that has the question and did not get them so before.

    Raises NoSuchCourse, NoCourseExam, and NoReasonGiven.
    """
    assert context.person.id is not None
    reason = reason_in(why)
    with context.database.write() as rows:
        _, found = of_course(rows, context.person, course, exam)
        past, asked = _asked(rows, found, question, hold=True)
        if not reason:
            raise NoReasonGiven(question)
        for attempt in _gaining(past, asked):
            for part in attempt.variant["parts"]:
                name, most = part["name"], Fraction(part["points"])
                if _earned(attempt, name) < most:
                    award(rows, attempt, name, most, reason, context.person.id, for_all=True)


def _asked(rows: Rows, exam: Exam, question: str, hold: bool = False) -> tuple[list[Change], list[Attempt]]:
    """Returns the full points given to all on this question before, and every sheet of the exam that has it. With
    ``hold``, locks the sheets. Raises NoCourseExam."""
    known = "\0" not in question  # PostgreSQL takes no such text
    asked = attempts.on_question(rows, question, hold, exam.id) if known else []
    if not asked:
        raise NoCourseExam(exam.name)
    these = {attempt.id for _, attempt in asked}
    past = [one for one in mark_log.for_all(rows, exam.id) if one.attempt in these]
    return past, [attempt for _, attempt in asked]


def _gaining(past: Collection[Change], asked: Collection[Attempt]) -> list[Attempt]:
    """Returns the sheets without full points. One that got full points so and was marked otherwise since keeps its
    mark."""
    have = {one.attempt for one in past}
    return [one for one in asked if one.id not in have and one.earned < one.points]


def _earned(attempt: Attempt, part: str) -> Fraction:
    mine = (one.earned for one in attempt.responses if one.part == part and one.earned is not None)
    return sum(mine, Fraction(0))


def _told(past: Collection[Change]) -> tuple[Given, ...]:
    """Returns one entry per person and reason, the newest first."""
    by: dict[tuple[str, str], list[Change]] = {}
    for one in past:
        by.setdefault((one.who, one.reason), []).append(one)
    told = (
        Given(who, reason, len({one.attempt for one in made}), max(one.at for one in made))
        for (who, reason), made in by.items()
    )
    return tuple(sorted(told, key=lambda one: one.at, reverse=True))
