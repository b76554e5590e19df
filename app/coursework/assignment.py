"""An assignment as one person has it: its questions, what their sheets earned, and until when."""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.membership import membership, teaches
from app.courses.store import assignments, courses, duties
from app.courses.store.assignments import Assigned, Assignment
from app.courses.store.courses import Course, CourseRole, Member
from app.courses.store.duties import Duty
from app.coursework.gradebook import counts
from app.database.connection import Connection
from app.exams.store import exams
from app.practice.store import attempts, mark_log
from app.practice.store.attempt import SELF_MARKED, Attempt
from app.questions.context import Context
from app.questions.library import Library
from app.questions.search import found as find_questions
from engine.marking.marking import Rule
from engine.questions import Question

SHOWN = 30


class NoSuchAssignment(LookupError):
    """The course has no assignment of this name, or the assignment no such question."""


class IsExam(ValueError):
    """The assignment is an exam, which has a page of its own; carries course and exam."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One question as a person has it: ``attempt`` is their sheet, "" before they begin.

    ``question`` is None where it no longer exists. ``counted`` of the ``earned`` points count for the course;
    ``changed``: somebody marked it again since; ``waits``: for a person's mark; ``practised``: anybody can practise it.
    """

    id: str
    question: Question | None
    level: str
    points: Fraction
    attempt: str
    earned: Fraction
    counted: Fraction
    finished: bool
    changed: bool
    waits: bool
    practised: bool

    @property
    def same(self) -> bool:
        """True if all students have the same question, so that one could tell the others what its solution says."""
        return self.question is not None and not self.question.varies

    @property
    def title(self) -> str:
        return self.question.title if self.question else self.id


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """An assignment for one person, ``now``; ``due_at`` is theirs. Before it opens, students see no questions.

    Those who teach it see all extensions (``extended``) and the questions that they searched for.
    """

    course: Course
    assignment: Assignment
    teaching: bool
    due_at: datetime | None
    closed: bool
    over: bool
    tasks: tuple[Task, ...]
    now: datetime
    students: tuple[Member, ...] = ()
    extended: tuple[tuple[Member, datetime], ...] = ()
    found: tuple[Question, ...] = ()
    more: int = 0

    @property
    def written(self) -> list[Task]:
        """The tasks answered in sentences and open for practice: their model answers can be read there."""
        return [
            task for task in self.tasks if task.practised and task.question and task.question.kind == "text"
        ]


def paper(context: Context, course: str, name: str, words: str = "") -> Paper:
    """Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.read() as connection:
        member = membership(connection, context.person, course)
        assert context.person.id is not None
        one = find(connection, member.course, name)
        later = assignments.extended(connection, member.course.id)
        mine = attempts.of_assignments(connection, context.person.id, [one.id])
        changed = mark_log.touched(connection, context.person.id)
        people = courses.members_of(connection, member.course.id)
    now, due = datetime.now(UTC), later.get((one.id, context.person.id), one.due_at)
    begun = {attempt.question: attempt for attempt in mine}
    closed, over = one.opens_at is not None and now < one.opens_at, due is not None and now > due
    practised = context.library.practised({asked.question for asked in one.questions})
    tasks = tuple(
        _task(context.library, asked, begun.get(asked.question), due, changed, asked.question in practised)
        for asked in one.questions
    )
    if not teaches(member, context.person):
        return Paper(
            course=member.course,
            assignment=one,
            teaching=False,
            due_at=due,
            closed=closed,
            over=over,
            tasks=() if closed else tasks,
            now=now,
        )
    students = tuple(member for member in people if member.role is CourseRole.STUDENT)
    there = {asked.question for asked in one.questions}
    choice = context.library.choice_of(context.person.id) if words.strip() else []
    found = find_questions(context.library.bank, choice, words).questions
    hits = [question for question in found if question.id not in there]
    extended = tuple((who, later[one.id, who.id]) for who in students if (one.id, who.id) in later)
    return Paper(
        course=member.course, assignment=one, teaching=True, due_at=one.due_at, closed=closed, over=over,
        tasks=tasks, now=now, students=students, extended=extended, found=tuple(hits[:SHOWN]),
        more=max(0, len(hits) - SHOWN),
    )  # fmt: skip


def _task(
    library: Library,
    asked: Assigned,
    attempt: Attempt | None,
    due: datetime | None,
    changed: set[int],
    practised: bool,
) -> Task:
    question = library.assigned(asked.question)
    points = attempt.points if attempt else question.points if question else Fraction(0)
    counted = Fraction(0)
    for response in attempt.responses if attempt else ():
        if response.earned is not None and counts(response.verdict["rule"], response.at, due):
            counted += response.earned
    earned = attempt.earned if attempt else Fraction(0)
    finished = attempt is not None and attempt.settled == attempt.points
    name = attempt.name if attempt else ""
    again = attempt is not None and attempt.id in changed
    waits = attempt is not None and _waits(attempt)
    return Task(
        id=asked.question, question=question, level=asked.level, points=points, attempt=name, earned=earned,
        counted=counted, finished=finished, changed=again, waits=waits, practised=practised,
    )  # fmt: skip


def _waits(attempt: Attempt) -> bool:
    """True if sentences that were handed in wait for a person's mark, as in the grading queue."""
    unmarked = {SELF_MARKED, *([Rule.OPEN] if attempt.solution_seen else [])}
    latest = attempt.latest().values()
    return any(one.verdict["rule"] in unmarked and any(map(str.strip, one.typed)) for one in latest)


def duty(context: Context, attempt: Attempt | None) -> tuple[Duty, bool] | None:
    """Returns what a sheet was begun for, and True if its time is over; None for practice."""
    if attempt is None or attempt.assignment is None:
        return None
    with context.database.read() as connection:
        found = duties.duty(connection, attempt.id)
    return None if found is None else (found, found.due_at is not None and datetime.now(UTC) > found.due_at)


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
