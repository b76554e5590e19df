"""An assignment as one person has it: its questions, what their sheets earned, and until when."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.membership import membership, teaches
from app.courses.store import assignments, due_dates, duties, roster, set_marks
from app.courses.store.asked import Answered
from app.courses.store.assignments import Assigned, Assignment
from app.courses.store.courses import Course, CourseRole
from app.courses.store.roster import Entry
from app.courses.store.set_marks import SetMark
from app.coursework.assignments.tasks import Task, task
from app.database.connection import Connection
from app.exams.store import exams
from app.grading import results_release
from app.practice.store import attempts, mark_log
from app.questions.context import Context
from app.questions.search import found as find_questions
from engine.questions import Question

SHOWN = 30


@dataclass(frozen=True, slots=True)
class OfSection:
    """The later due date of a section, in which so many ``students`` are, joined or expected."""

    section: str
    due_at: datetime
    students: int


class NoSuchAssignment(LookupError):
    """The course has no assignment of this name, or the assignment no such question."""


class IsExam(ValueError):
    """The assignment is an exam, which has a page of its own; carries course and exam."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """An assignment for one person, ``now``; ``due_at`` is theirs, and so is ``until``, when no answer counts any more;
    ``late`` is the share of its points that an answer loses now. Before it opens, students see no questions.
    ``out``: its results are, though whoever has time left sees none; ``marking``: what this person saved gets its marks
    now. ``by_hand`` is set in place of what they earned.

    ``trial``: assistants and observers see it as students do, and nothing that they answer counts. Those who teach it
    see its ``students``, joined or expected, the later due dates of single ones (``extended``) and of sections, the
    questions that they searched for, and whether somebody has ``begun`` it.
    """

    course: Course
    assignment: Assignment
    teaching: bool
    trial: bool
    due_at: datetime | None
    until: datetime | None
    late: Fraction
    closed: bool
    over: bool
    tasks: tuple[Task, ...]
    now: datetime
    out: bool = False
    marking: bool = False
    by_hand: SetMark | None = None
    students: tuple[Entry, ...] = ()
    sections: tuple[str, ...] = ()
    extended: tuple[tuple[Entry, datetime], ...] = ()
    extended_sections: tuple[OfSection, ...] = ()
    found: tuple[Question, ...] = ()
    more: int = 0
    begun: bool = False

    @property
    def practised_alike(self) -> list[Task]:
        """The tasks that are the same for all and open for practice: their answers can be read there."""
        return [task for task in self.tasks if task.practised and task.same]


def paper(context: Context, course: str, name: str, words: str = "") -> Paper:
    """Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.read() as connection:
        member = membership(connection, context.person, course)
        assert context.person.id is not None
        one = find(connection, member.course, name)
        if not one.published and member.role is CourseRole.STUDENT:
            raise NoSuchAssignment(name)
        later = due_dates.later(connection, member.course.id, context.person.id)
        teaching = teaches(member, context.person)
        single = due_dates.of_entries(connection, one.id) if one.due_at else {}
        of_sections = due_dates.of_sections(connection, one.id) if one.due_at else {}
        mine = attempts.of_assignments(connection, context.person.id, [one.id])
        changed = mark_log.touched(connection, context.person.id)
        entries = roster.entries(connection, member.course.id) if teaching else []
        begun = assignments.is_begun(connection, one.id)
        by_hand = set_marks.of_person(connection, member.course.id, one.id, context.person.id)
        out = bool(duties.open_results(connection, [one.id], datetime.now(UTC)))
        me = context.person.id
        saved = {Answered(one.id, sheet.question, me) for sheet in mine if sheet.saved} if out else set()
        beside = results_release.beside(connection, context.library, saved, datetime.now(UTC))
    now, due = datetime.now(UTC), later.get((one.id, context.person.id), one.due_at)
    closed, over = one.opens_at is not None and now < one.opens_at, due is not None and now > due
    practised = context.library.practised({asked.question for asked in one.questions})
    tasks = tuple(
        task(
            context.library,
            one,
            asked,
            [attempt for attempt in reversed(mine) if attempt.question == asked.question],
            due,
            now,
            changed,
            asked.question in practised,
        )
        for asked in one.questions
    )
    until, late = one.policy.until(due), 1 - one.policy.share(now, due)
    seen = Paper(
        course=member.course,
        assignment=one,
        teaching=teaching,
        trial=not teaching and member.role is not CourseRole.STUDENT,
        due_at=one.due_at if teaching else due,
        until=until,
        late=late,
        closed=closed,
        over=over,
        tasks=() if closed and not teaching else tasks,
        now=now,
        out=out,
        marking=out and (until is None or until < now) and bool(saved - beside.keys()),
        by_hand=by_hand,
    )
    if not teaching:
        return seen
    present = [who for who in entries if who.present]
    sizes = Counter(who.line.section for who in present)
    there = {asked.question for asked in one.questions}
    choice = context.library.choice_of(context.person.id) if words.strip() else []
    found = find_questions(context.library.bank, choice, words).questions
    hits = [question for question in found if question.id not in there]
    return replace(
        seen,
        students=tuple(present),
        sections=roster.sections(present),
        extended=tuple((who, single[who.id]) for who in present if who.id in single),
        extended_sections=tuple(
            OfSection(name, of_sections[name], sizes[name]) for name in sorted(of_sections, key=str.casefold)
        ),
        found=tuple(hits[:SHOWN]),
        more=max(0, len(hits) - SHOWN),
        begun=begun,
    )


def find(connection: Connection, course: Course, name: str) -> Assignment:
    """Raises NoSuchAssignment, and IsExam."""
    if exams.find(connection, course.id, name):
        raise IsExam(course.name, name)
    one = assignments.find(connection, course.id, name)
    if one is None:
        raise NoSuchAssignment(name)
    return one


def asked_in(one: Assignment, question: str) -> Assigned:
    for asked in one.questions:
        if asked.question == question:
            return asked
    raise NoSuchAssignment(question)
