"""The categories of a course's assignments and exams: their weights, what is in them, and what is extra credit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.courses.membership import taught
from app.courses.store import assignments, categories
from app.courses.store.assignments import Assignment
from app.courses.store.categories import Category
from app.courses.store.courses import Course
from app.questions.context import Context
from app.web.dependencies import one_line

MOST_CATEGORIES = 20
MOST_WEIGHT = 1000
MOST_DROPPED = 50
LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Weights:
    """The contents of the form about the weights."""

    course: Course
    categories: tuple[Category, ...]
    assignments: tuple[Assignment, ...]

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(one.weight for one in self.categories)


@dataclass(frozen=True, slots=True)
class Typed:
    """A category as it was typed; ``id`` is 0 for a new one."""

    id: int
    title: str
    weight: int
    drop: int


def weights(context: Context, course: str) -> Weights:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        made = tuple(categories.of_course(connection, here.id))
        return Weights(here, made, tuple(assignments.of_course(connection, here.id, drafts=True)))


def save(
    context: Context,
    course: str,
    typed: Sequence[Typed],
    put: Mapping[int, int],
    extra: frozenset[int],
) -> None:
    """Stores the categories, without those whose title is empty, and in which of them each assignment is, both by
    number, 0 for none. What the course does not have is left out. Raises NoSuchCourse."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course)
        there = {one.id for one in categories.of_course(connection, here.id)}
        named = [(one, one_line(one.title)[:LONGEST_TITLE]) for one in typed[:MOST_CATEGORIES]]
        for one, title in named:
            if title and one.id in there:
                categories.change(connection, Category(one.id, title, one.weight, one.drop))
            elif title and not one.id:
                categories.add(connection, here.id, title, one.weight, one.drop)
        gone = {one.id for one, title in named if not title} & there
        categories.remove(connection, gone)
        for assignment in assignments.of_course(connection, here.id, drafts=True):
            if assignment.id in put:
                chosen = put[assignment.id]
                kept = chosen if chosen in there - gone else None
                categories.put(connection, assignment.id, kept, assignment.id in extra)
