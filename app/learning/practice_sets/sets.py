"""A practice set while it is worked on: exercises in a row, of which each can be put off and taken back in.

Its sheets are those of ordinary practice; how far a set is follows from them, and only what was put off is stored.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from app.learning.practice_sets import composing
from app.learning.store import sets
from app.learning.store.sets import Kind, StoredSet, StoredTask
from app.practice.history import history, since
from app.practice.opening import person_of
from app.practice.score_summary import finished
from app.practice.store.attempt import Attempt
from app.questions.context import Context
from engine import catalogue
from engine.exams.blueprints import PACE
from engine.questions import Question

LASTS = timedelta(hours=12)  # whoever comes back later begins anew


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """An exercise of a set; ``attempt`` is its sheet, None before it is begun. ``mistake``: what its numbers would
    show, in words."""

    question: Question
    stored: StoredTask
    mistake: str
    attempt: Attempt | None

    @property
    def address(self) -> str:
        """The page on which the exercise is worked on."""
        if self.attempt is not None:
            return f"/attempts/{self.attempt.name}"
        return f"/practice/{self.question.id}?seed={self.stored.seed}&level={self.stored.level}"

    @property
    def done(self) -> bool:
        return self.attempt is not None and finished(self.attempt)

    @property
    def open(self) -> bool:
        """True if it is still to be done."""
        return not (self.done or self.stored.put_off)

    @property
    def minutes(self) -> int:
        return max(1, round(float(PACE * self.question.points)))


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """The progress through a set."""

    kind: Kind
    tasks: Sequence[Task]

    @property
    def next(self) -> Task | None:
        """The first exercise that is to be done; None once there is none."""
        return next((task for task in self.tasks if task.open), None)

    @property
    def place(self) -> int:
        """The number of the first exercise that is to be done, among those that were not put off."""
        return sum(task.done for task in self.tasks) + 1

    @property
    def count(self) -> int:
        """The exercises that were not put off."""
        return sum(not task.stored.put_off for task in self.tasks)

    @property
    def minutes(self) -> int:
        """The minutes that are left."""
        return sum(task.minutes for task in self.tasks if task.open)

    @property
    def earned(self) -> Fraction:
        return sum((task.attempt.earned for task in self.tasks if task.attempt), Fraction(0))

    @property
    def points(self) -> Fraction:
        """The points of the exercises that are done."""
        return sum((task.attempt.points for task in self.tasks if task.attempt and task.done), Fraction(0))


def begin(context: Context, kind: Kind, withheld: Collection[str] = (), now: datetime | None = None) -> bool:
    """Begins a set, in place of one that is going on. Returns False, and begins none, where there is nothing to do."""
    done = history(context, now)
    if kind is Kind.REVIEWS:
        tasks = composing.reviews(context, done, withheld, now)
    else:
        tasks = composing.against_mistakes(context, done, withheld)
    if not tasks:
        return False
    with context.database.write() as connection:
        person = person_of(connection, context.visitor.token)
        sets.begin(connection, person, kind, tasks, now or context.clock.now())
    return True


def progress(context: Context, now: datetime | None = None) -> Progress | None:
    """Returns how far the visitor's set is; None where none is going on."""
    stored = _going_on(context, now)
    if stored is None:
        return None
    bank = context.library.bank
    here: dict[tuple[str, int | None], Attempt] = {}
    for attempt in since(context, stored.begun_at):  # of two with the same numbers, the one begun first
        here[attempt.question, None] = here[attempt.question, attempt.variant["seed"]] = attempt
    tasks = [
        Task(
            question=question, stored=task, mistake=_says(task),
            attempt=here.get((task.question, task.seed if question.varies else None)),
        )
        for task in stored.tasks
        if (question := bank.questions.get(task.question))
    ]  # fmt: skip
    return Progress(kind=stored.kind, tasks=tasks)


def put_off(context: Context, question: str, seed: int, off: bool, now: datetime | None = None) -> None:
    """Leaves an exercise of the visitor's set out for today, or takes it back in."""
    stored = _going_on(context, now)
    if stored is not None:
        tasks = [
            replace(task, put_off=off) if (task.question, task.seed) == (question, seed) else task
            for task in stored.tasks
        ]
        with context.database.write() as connection:
            sets.keep(connection, stored.id, tasks)


def end(context: Context, now: datetime | None = None) -> None:
    """Ends the visitor's set where it is."""
    stored = _going_on(context, now)
    if stored is not None:
        with context.database.write() as connection:
            sets.end(connection, stored.id, now or context.clock.now())


def _going_on(context: Context, now: datetime | None) -> StoredSet | None:
    if context.person.id is None:
        return None
    with context.database.read() as connection:
        stored = sets.newest(connection, context.person.id)
    if stored is None or stored.ended_at is not None:
        return None
    return stored if (now or context.clock.now()) - stored.begun_at < LASTS else None


def _says(task: StoredTask) -> str:
    family = catalogue.families().get(task.topic)
    mistake = family.mistakes.get(task.mistake) if family and task.mistake else None
    return mistake.says if mistake else ""
