"""Home and topics of somebody who did very much, in a large course; the choice of what comes next; the fold."""

import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from statistics import median
from typing import Any

from sqlalchemy import insert, select, true

from app.clock import Clock
from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database import migration
from app.database.connection import Connection, Database
from app.database.schema import attempts, learners, people, responses, skill_states
from app.home import course_map
from app.identity.permissions import Visitor
from app.identity.store import sessions
from app.identity.store.people import Person, Role
from app.learning import fold, next_best
from app.practice.history import history
from app.questions.context import Context
from app.questions.library import Library
from engine.learning.knowledge import Knowledge
from engine.marking import feedback, marking
from engine.marking.marking import PartMark
from engine.variants import Variant, draw
from tests.app.learner import key
from tests.app.server import SERVE
from tests.benchmarks.figures import Figure
from tests.benchmarks.web import load, ours, served
from tests.engine.submissions import BANK

SHEETS, STUDENTS = 100_000, 5_000
YEARS = timedelta(days=700)
AT_ONCE = 5_000  # rows
CHOICES = 20
SKILLS = 50  # that each of the others has shown
Row = tuple[str, list[str], Mapping[str, Any], str]  # part, typed, verdict, earned
KINDS = ("family", "choice", "formula")


@dataclass(frozen=True, slots=True)
class Busy:
    """The learner with so many sheets, and somebody who teaches them."""

    person: int
    cookie: str
    teacher: int
    course: str


def figures(told: Callable[[str], None]) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="examformer-bench-") as folder:
        url = f"sqlite:///{folder}/bench.db"
        migration.upgrade(url)
        database = Database(url)
        told(f"  {SHEETS:,} sheets and a course of {STUDENTS:,}")
        busy = fill(database)
        library, began = Library(BANK, database), time.process_time()
        told("  the fold")
        marks = fold.rebuild(database, library, busy.person)
        whole = time.process_time() - began
        found = [
            pure(database, library, busy.person),
            Figure("marks folded anew, with their rows", None, marks / whole, None, "/s"),
        ]
        crowd(database, busy.person)
        found += [choosing(database, library, busy), seeing(database, library, busy)]
        told("  pages")
        with served(SERVE, ours(url, 1)) as (port, _):
            home, topics = load(port, "home", "topics", cookie=busy.cookie)
        who = "of a learner with 100,000 sheets in a course of 5,000"
        return [
            Figure(f"home {who}, at 20/s, p99", 50, home["p99"], None, "ms", more_is_better=False),
            Figure(f"topics {who}, at 20/s, p99", 50, topics["p99"], None, "ms", more_is_better=False),
            *found,
        ]


def pure(database: Database, library: Library, person: int) -> Figure:
    """The fold alone: the moments are made out before."""
    with database.read() as connection:
        evidence = fold.evidence_of(connection, library, person, datetime.now(UTC))
    began, knowledge = time.process_time(), Knowledge.nothing()
    for one in evidence:
        knowledge.tell(one)
    rate = len(evidence) / (time.process_time() - began)
    return Figure("evidence folded into what is known", 50_000, rate, None, "/s")


def choosing(database: Database, library: Library, busy: Busy) -> Figure:
    """The next exercise, by what is known already."""
    context = context_of(database, library, busy.person, Role.STUDENT)
    choice = next_best.choice(context, history(context))
    took = []
    for n in range(CHOICES):
        # Nothing is worked out yet for this moment.
        anew = replace(choice, at=choice.at + timedelta(seconds=n))
        began = time.process_time()
        assert list(islice(anew.tasks(), 1))
        took.append(1000 * (time.process_time() - began))
    return Figure("choice of the next exercise, p50", 5, median(took), None, "ms", more_is_better=False)


def seeing(database: Database, library: Library, busy: Busy) -> Figure:
    """The map of the course for its instructor."""
    context = context_of(database, library, busy.teacher, Role.INSTRUCTOR)
    began = time.process_time()
    course_map.course_map(context, busy.course)
    return Figure(
        "map of a course of 5,000", None, time.process_time() - began, None, "s", more_is_better=False
    )


def context_of(database: Database, library: Library, person: int, role: Role) -> Context:
    """The context of a request of this person."""
    return Context(
        database=database, clock=Clock(), visitor=Visitor("", new=False, address="", secure=False),
        person=Person(person, role, "", ""), library=library,
    )  # fmt: skip


def crowd(database: Database, like: int) -> None:
    """Lets everybody know some of what one knows, so that the course has a map."""
    some = select(skill_states).where(skill_states.c.person_id == like).limit(SKILLS).subquery()
    others = select(people.c.id).where(people.c.id != like).subquery()
    names = [column.name for column in skill_states.columns if column.name != "person_id"]
    rows = select(others.c.id, *(some.c[name] for name in names)).select_from(others.join(some, true()))
    own = select(others.c.id, learners.c.mean, learners.c.variance, learners.c.folded_at).select_from(
        others.join(learners, learners.c.person_id == like)
    )
    with database.write() as connection:
        connection.execute(insert(skill_states).from_select(["person_id", *names], rows))
        connection.execute(insert(learners).from_select(["person_id", "mean", "variance", "folded_at"], own))


def fill(database: Database) -> Busy:
    """Stores the learner, the course and the sheets."""
    with database.write() as connection:
        teacher, *students = add_people(connection, STUDENTS + 1)
        course = courses.add(connection, "A large course", teacher)
        for student in students:
            courses.enter(connection, course.id, student, CourseRole.STUDENT)
        cookie = secrets.token_urlsafe(32)
        sessions.add(connection, students[0], cookie)
    rows = sheets(students[0])
    while some := list(islice(rows, AT_ONCE)):
        with database.write() as connection:
            connection.execute(insert(attempts), [sheet for sheet, _ in some])
            connection.execute(insert(responses), [answer for _, answers in some for answer in answers])
    return Busy(students[0], cookie, teacher, course.name)


def add_people(connection: Connection, count: int) -> list[int]:
    now = datetime.now(UTC)
    role = {0: Role.INSTRUCTOR}
    connection.execute(
        insert(people),
        [
            {
                "created_at": now,
                "name": f"N {n}",
                "email": f"n{n}@x.example",
                "role": role.get(n, Role.STUDENT),
            }
            for n in range(count)
        ],
    )
    return list(connection.execute(select(people.c.id).order_by(people.c.id)).scalars())


def sheets(person: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Yields sheets with their answers, over two years: every third with a wrong first line."""
    asked = [
        answered for one in BANK.questions.values() if one.kind in KINDS and (answered := Answered.of(one.id))
    ]
    begun, apart = datetime.now(UTC) - YEARS, YEARS / SHEETS
    for n in range(SHEETS):
        one, at = asked[n % len(asked)], begun + n * apart
        sheet = {
            "id": n + 1, "name": f"s{n}", "person_id": person, "form_key": f"k{n}",
            "question": one.variant.question.id, "section": one.variant.question.section,
            "level": one.variant.level, "points": str(one.variant.points), "begun_at": at, "way": "ordinary",
            "variant": {**one.json, "seed": n}, "solution_seen_at": at + apart / 2,
        }  # fmt: skip
        yield sheet, [
            {
                "attempt_id": n + 1, "part": part, "form_key": f"k{n}", "typed": typed, "verdict": verdict,
                "earned": earned, "at": at,
            }
            for part, typed, verdict, earned in (one.wrong if n % 3 == 0 else one.right)
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answered:
    """A variant with rows of its answers: all of them right, and with a wrong first line."""

    variant: Variant
    json: Mapping[str, Any]
    right: list[Row]
    wrong: list[Row]

    @classmethod
    def of(cls, name: str) -> "Answered | None":
        """None where it is not marked at once."""
        question = BANK.questions[name]
        variant = draw(question, 1, question.default_level)
        typed = key(variant)
        first = next(iter(typed))
        right, wrong = (
            marked(variant, typed),
            marked(variant, {**typed, first: ["77.77"] * len(typed[first])}),
        )
        return cls(variant, variant.to_json(), right, wrong or right) if right else None


def marked(variant: Variant, typed: dict[str, list[str]]) -> list[Row]:
    rows: list[Row] = []
    for name, mark in marking.mark(variant, typed).items():
        asked = variant.part(name)
        if asked is None or not isinstance(mark, PartMark):
            return []
        said = feedback.verdict(variant, asked, mark)
        rows.append((name, typed[name], said, str(mark.credit * asked.points)))
    return rows
