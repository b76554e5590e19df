"""Settings of an assignment: its title, its dates, when its results and solutions open, and what counts."""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from app.courses.membership import running, taught, titled
from app.courses.policy import Policy, Results
from app.courses.store import answers, assignments, due_dates
from app.courses.store.answers import Answer
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course
from app.coursework.assignments import reopening
from app.coursework.assignments.assignment import find
from app.practice.counting import is_excused, share
from app.questions.context import Context


class AlreadyBegun(ValueError):
    """Somebody has sheets of the assignment, so it stays, and stays published."""


class WrongDates(ValueError):
    """The assignment would be due before it opens, or a person's due date would come before everybody's, or stand where
    everybody has none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """The choices of those who teach the course. An empty title changes none; None is no date.

    ``closes_practice`` of what it asks all alike to everybody but instructors, as long as that waits;
    ``hints``: students may take them before they answer.
    """

    title: str
    opens_at: datetime | None
    due_at: datetime | None
    solutions_wait: bool
    results: Results
    closes_practice: bool
    hints: bool
    policy: Policy

    def check(self) -> None:
        """Raises WrongDates."""
        if self.opens_at and self.due_at and self.due_at <= self.opens_at:
            raise WrongDates(self.title)


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of new settings on what was answered before: for how many students some answer keeps ``more`` of its
    points, and for how many ``less``; and how many have time ``again`` though they could see what is right."""

    more: int
    less: int
    again: int


@dataclass(frozen=True, slots=True)
class Seen:
    """An assignment to those who teach its course; ``over``: everybody's due date is; ``known`` is to how many students
    what is right in it."""

    course: Course
    assignment: Assignment
    over: bool
    known: int


def seen(context: Context, course: str, name: str) -> Seen:
    """Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        one = find(connection, here, name)
        now = datetime.now(UTC)
        known = reopening.knowing(connection, here.id, one, now)
    return Seen(here, one, one.due_at is not None and now > one.due_at, len(known))


def settings_of(one: Assignment) -> Settings:
    return Settings(
        title=one.title,
        opens_at=one.opens_at,
        due_at=one.due_at,
        solutions_wait=one.solutions_wait,
        results=one.release.results,
        closes_practice=one.closes_practice,
        hints=one.hints,
        policy=one.policy,
    )


def change(context: Context, course: str, name: str, wanted: Settings) -> Effect:
    """Stores them. What counts of earlier answers follows from them, too.

    Raises NoSuchCourse, NoSuchAssignment, and WrongDates.
    """
    wanted.check()
    with context.database.write() as connection:
        here = taught(connection, context.person, course)
        one = find(connection, here, name)
        before, now = due_dates.later(connection, here.id), datetime.now(UTC)
        knew = reopening.knowing(connection, here.id, one, now)
        title = titled(wanted.title) or one.title
        assignments.change(
            connection, one.id, title=title, opens_at=wanted.opens_at, due_at=wanted.due_at,
            solutions_wait=wanted.solutions_wait, results=wanted.results,
            closes_practice=wanted.closes_practice, hints=wanted.hints,
        )  # fmt: skip
        assignments.give_policy(connection, one.id, wanted.policy)
        new = find(connection, here, name)
        given = [each for each in answers.of_course(connection, here.id) if each.assignment == one.id]
        after = due_dates.later(connection, here.id)
        again = knew & reopening.with_time(connection, here.id, new, now)
    change: dict[int, set[bool]] = {}
    for each in given:
        whose = one.id, each.person
        gain = _share(new, each, after.get(whose, new.due_at)) - _share(
            one, each, before.get(whose, one.due_at)
        )
        if gain:
            change.setdefault(each.person, set()).add(gain > 0)
    return Effect(
        more=sum(True in each for each in change.values()),
        less=sum(False in each for each in change.values()),
        again=len(again),
    )


def publish(context: Context, course: str, name: str, published: bool) -> None:
    """Shows the assignment to the students of its course, or makes a draft of it again.

    Raises NoSuchCourse, CourseArchived, NoSuchAssignment, and AlreadyBegun.
    """
    with context.database.write() as connection:
        one = find(connection, running(connection, context.person, course), name)
        assignments.hold(connection, one.id)
        if not published and assignments.is_begun(connection, one.id):
            raise AlreadyBegun(name)
        assignments.publish(connection, one.id, published)


def release(context: Context, course: str, name: str) -> None:
    """Releases the results: they go out once nobody has time left. Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        assignments.release(connection, one.id)


def _share(of: Assignment, one: Answer, due: datetime | None) -> Fraction:
    return share(one.rule, is_excused(one.verdict), one.at, due, of.policy)
