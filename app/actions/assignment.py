"""An assignment: put together by instructors, worked on by students, each with numbers of their own."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.actions.course import NotInCourse
from app.actions.courses import CourseArchived, membership, running, taught, teaches, titled
from app.actions.marks import counts
from app.actions.opening import TakenOut
from app.actions.topics import found as find_questions
from app.library import Library
from app.store import assignments, attempts, changes, courses
from app.store.assignments import Assigned, Assignment, Duty
from app.store.attempts import SELF_MARKED, Attempt
from app.store.courses import Course, CourseRole, Member
from app.store.database import Database, Rows
from app.store.people import Person
from engine import variants
from engine.marking import Rule
from engine.questions import Question
from engine.variants import MOST_SEED

SHOWN = 30
MOST_QUESTIONS = 100


class NoSuchAssignment(LookupError):
    """The course has no assignment of this name, or the assignment no such question."""


class AlreadyBegun(ValueError):
    """Somebody has sheets of it, so it stays."""


class WrongDates(ValueError):
    """It would be due before it opens, or a person's due date would come before everybody's."""


class NotOpen(ValueError):
    """The assignment opens later."""


@dataclass(frozen=True, slots=True)
class Task:
    """One question of it as a person has it: ``attempt`` is their sheet, "" before they begin.

    ``question`` is None where there is no such question any more. ``counted`` is what counts for the course, of
    ``earned`` points; ``changed``: somebody marked it again since; ``waits``: for a person's mark.
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

    @property
    def title(self) -> str:
        return self.question.title if self.question else self.id


@dataclass(frozen=True, slots=True)
class Paper:
    """An assignment before one person; ``due_at`` is theirs. Before it opens, students see no questions.

    Those who teach it see all due dates of single people (``extended``) and the questions that they searched for.
    """

    course: Course
    assignment: Assignment
    teaching: bool
    due_at: datetime | None
    closed: bool
    over: bool
    tasks: tuple[Task, ...]
    students: tuple[Member, ...] = ()
    extended: tuple[tuple[Member, datetime], ...] = ()
    found: tuple[Question, ...] = ()
    more: int = 0


def add(database: Database, person: Person, course: str, title: str) -> Assignment | None:
    """None where the title says nothing. Raises NoSuchCourse, and CourseArchived."""
    with database.write() as rows:
        here, said = running(rows, person, course), titled(title)
        return assignments.add(rows, here.id, said) if said else None


def paper(
    database: Database, library: Library, person: Person, course: str, name: str, words: str = ""
) -> Paper:
    """Raises NoSuchCourse, and NoSuchAssignment."""
    with database.read() as rows:
        member = membership(rows, person, course)
        assert person.id is not None
        one = _find(rows, member.course, name)
        later = assignments.extended(rows, member.course.id)
        mine = [attempt for attempt in attempts.of_person(rows, person.id) if attempt.assignment == one.id]
        changed = changes.touched(rows, person.id)
        people = courses.roster(rows, member.course.id)
    now, due = datetime.now(UTC), later.get((one.id, person.id), one.due_at)
    begun = {attempt.question: attempt for attempt in mine}
    closed, over = one.opens_at is not None and now < one.opens_at, due is not None and now > due
    tasks = tuple(_task(library, asked, begun.get(asked.question), due, changed) for asked in one.questions)
    if not teaches(member, person):
        return Paper(member.course, one, False, due, closed, over, () if closed else tasks)
    students = tuple(member for member in people if member.role is CourseRole.STUDENT)
    there = {asked.question for asked in one.questions}
    hits = find_questions(library.choice_of(person.id), words) if words.strip() else []
    hits = [question for question in hits if question.id not in there]
    extended = tuple((who, later[one.id, who.id]) for who in students if (one.id, who.id) in later)
    return Paper(
        member.course, one, True, one.due_at, closed, over, tasks, students, extended,
        tuple(hits[:SHOWN]), max(0, len(hits) - SHOWN),
    )  # fmt: skip


def _task(
    library: Library, asked: Assigned, attempt: Attempt | None, due: datetime | None, changed: set[int]
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
    return Task(asked.question, question, asked.level, points, name, earned, counted, finished, again, waits)


def _waits(attempt: Attempt) -> bool:
    """For a person's mark: sentences that were handed in, as they stand in the marking queue."""
    unmarked = {SELF_MARKED, *([Rule.OPEN] if attempt.solution_seen else [])}
    latest = attempt.latest().values()
    return any(one.verdict["rule"] in unmarked and any(map(str.strip, one.typed)) for one in latest)


def change(
    database: Database,
    person: Person,
    course: str,
    name: str,
    title: str,
    opens_at: datetime | None,
    due_at: datetime | None,
) -> None:
    """A title that says nothing changes none. Raises NoSuchCourse, NoSuchAssignment, and WrongDates."""
    if opens_at and due_at and due_at <= opens_at:
        raise WrongDates(name)
    with database.write() as rows:
        one = _find(rows, taught(rows, person, course), name)
        assignments.change(rows, one.id, titled(title) or one.title, opens_at, due_at)


def remove(database: Database, person: Person, course: str, name: str) -> None:
    """Raises NoSuchCourse, NoSuchAssignment, and AlreadyBegun."""
    with database.write() as rows:
        one = _find(rows, taught(rows, person, course), name)
        if not assignments.remove(rows, one.id):
            raise AlreadyBegun(name)


def assign(database: Database, person: Person, course: str, name: str, questions: Sequence[Question]) -> None:
    """Puts questions at the end, up to a hundred. Raises NoSuchCourse, CourseArchived, and NoSuchAssignment."""
    with database.write() as rows:
        one = _find(rows, running(rows, person, course), name)
        there = {asked.question for asked in one.questions}
        new = [question for question in questions if question.id not in there]
        for question in new[: MOST_QUESTIONS - len(there)]:
            assignments.assign(rows, one.id, question.id, question.default_level)


def withdraw(database: Database, person: Person, course: str, name: str, question: str) -> None:
    """Raises NoSuchCourse, and NoSuchAssignment."""
    with database.write() as rows:
        one = _find(rows, taught(rows, person, course), name)
        assignments.withdraw(rows, one.id, _asked(one, question).question)


def move(database: Database, person: Person, course: str, name: str, question: str, by: int) -> None:
    """One place up or down. Raises NoSuchCourse, and NoSuchAssignment."""
    with database.write() as rows:
        one = _find(rows, taught(rows, person, course), name)
        order, asked = list(one.questions), _asked(one, question)
        place = order.index(asked)
        order.insert(max(0, place + by), order.pop(place))
        assignments.arrange(rows, order)


def give_level(
    database: Database, library: Library, person: Person, course: str, name: str, question: str, level: str
) -> None:
    """A level that the question does not have changes nothing. Raises NoSuchCourse, and NoSuchAssignment."""
    with database.write() as rows:
        one = _find(rows, taught(rows, person, course), name)
        known = library.assigned(_asked(one, question).question)
        if known and level in known.levels:
            assignments.give_level(rows, one.id, question, level)


def extend(
    database: Database, person: Person, course: str, name: str, student: int, due_at: datetime | None
) -> None:
    """Raises NoSuchCourse, NoSuchAssignment, NotInCourse, and WrongDates."""
    with database.write() as rows:
        here = taught(rows, person, course)
        one = _find(rows, here, name)
        if student not in {member.id for member in courses.roster(rows, here.id)}:
            raise NotInCourse(student)
        if due_at and one.due_at and due_at < one.due_at:
            raise WrongDates(name)
        assignments.extend(rows, one.id, student, due_at)


def begin(database: Database, library: Library, person: Person, course: str, name: str, question: str) -> str:
    """The name of the person's sheet for this question; the first time, its numbers are drawn, and stored.

    Raises NoSuchCourse, NoSuchAssignment, NotOpen, CourseArchived, TakenOut, and Undrawable.
    """
    assert person.id is not None
    with database.read() as rows:
        one, asked, begun = _to_begin(rows, person, course, name, question)
    if begun:
        return begun
    chosen = library.assigned(question)
    if chosen is None:
        raise TakenOut(question)
    level = asked.level if asked.level in chosen.levels else chosen.default_level
    variant = variants.draw(chosen, secrets.randbelow(MOST_SEED), level)
    with database.write() as rows:  # all may have changed while numbers were drawn
        courses.hold(rows, person.id)
        assignments.hold(rows, one.id)
        one, _, begun = _to_begin(rows, person, course, name, question)
        if begun:
            return begun
        form_key, new = secrets.token_urlsafe(16), secrets.token_urlsafe(12)
        kept, points = variant.kept(), variant.points
        return attempts.begin(rows, person.id, form_key, new, chosen.section, points, kept, one.id).name


def _to_begin(
    rows: Rows, person: Person, course: str, name: str, question: str
) -> tuple[Assignment, Assigned, str | None]:
    """What is to be begun, with the name of the sheet where it was. Raises as ``begin``."""
    assert person.id is not None
    here = membership(rows, person, course).course
    one = _find(rows, here, name)
    asked = _asked(one, question)
    begun = assignments.begun(rows, one.id, person.id, question)
    if here.archived and not begun:
        raise CourseArchived(course)
    if one.opens_at is not None and datetime.now(UTC) < one.opens_at:
        raise NotOpen(name)
    return one, asked, begun


def duty(database: Database, attempt: Attempt | None) -> tuple[Duty, bool] | None:
    """What a sheet was begun for, and whether its time is over; None for practice of one's own."""
    if attempt is None or attempt.assignment is None:
        return None
    with database.read() as rows:
        found = assignments.duty(rows, attempt.id)
    return None if found is None else (found, found.due_at is not None and datetime.now(UTC) > found.due_at)


def _find(rows: Rows, course: Course, name: str) -> Assignment:
    one = assignments.find(rows, course.id, name)
    if one is None:
        raise NoSuchAssignment(name)
    return one


def _asked(one: Assignment, question: str) -> Assigned:
    for asked in one.questions:
        if asked.question == question:
            return asked
    raise NoSuchAssignment(question)
