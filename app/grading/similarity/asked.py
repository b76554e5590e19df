"""The programs and texts that a course asks for: listed, found, and what each gives to all who answer it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from app.courses.membership import Right, taught
from app.courses.store import assignments
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.grading.store import similarity as stored
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from engine.similarity.readings import READINGS, Reading, given


class NothingToCompare(LookupError):
    """The course has no such assignment or exam, nobody has answered this question of it, it asks for no program and no
    text, or the pair is not among those that were found last."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of an assignment or exam, of a kind whose answers can be compared."""

    course: Course
    work: Assignment
    question: str
    title: str
    kind: str

    @property
    def reading(self) -> Reading:
        return READINGS[self.kind]


@dataclass(frozen=True, slots=True)
class Listed:
    """A question with how many students have answered it, and when their answers were last compared."""

    question: str
    title: str
    kind: str
    answers: int
    compared_at: datetime | None


@dataclass(frozen=True, slots=True)
class Overview:
    """The programs and texts of a course by assignment; those that nobody has answered are left out."""

    course: Course
    works: tuple[tuple[Assignment, tuple[Listed, ...]], ...]


def overview(context: Context, course: str) -> Overview:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.MARK)
        answered = stored.answered(connection, here.id)
        compared = stored.compared(connection, here.id)
        works = assignments.of_course(connection, here.id)
    questions = context.library.newest({question for _, question in answered})
    there = {work.id: list[Listed]() for work in works}
    for (of, name), answers in sorted(answered.items()):
        found = questions.get(name)
        if found and found.kind in READINGS:
            there[of].append(Listed(name, found.title, found.kind, answers, compared.get((of, name))))
    return Overview(here, tuple((work, tuple(there[work.id])) for work in works if there[work.id]))


def find(context: Context, connection: Connection, course: str, work: str, question: str) -> Asked:
    """Returns a question that somebody has answered, for those who mark. Raises NoSuchCourse, and NothingToCompare."""
    here = taught(connection, context.person, course, Right.MARK)
    asks = assignments.find(connection, here.id, work)
    if asks is None or (asks.id, question) not in stored.answered(connection, here.id):
        raise NothingToCompare(question)
    found = context.library.newest([question]).get(question)
    if found is None or found.kind not in READINGS:
        raise NothingToCompare(question)
    return Asked(here, asks, question, found.title, found.kind)


def given_by(library: Library, question: str, versions: Collection[str]) -> frozenset[int]:
    """Returns the grams that these versions of a question give to all; one that is gone gives none."""
    found: set[int] = set()
    for version in versions:
        try:
            found |= given(library.begun(question, version))
        except UnknownQuestion:
            continue
    return frozenset(found)
