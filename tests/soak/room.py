"""A room full of learners: a course with an exam, and for each of them an account, a cookie, and a sitting with all its
questions drawn ahead. Written by the store, as the server itself does before an exam opens."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.exams.mock_exams import rows_of
from app.exams.store import exams, sittings
from app.exams.store.exams import NEW
from app.exams.store.sitting import LateStart
from app.identity.store import people, sessions
from app.identity.store.people import Role
from app.settings import HOME
from engine import variants
from engine.answers import cells
from engine.bank import Bank
from engine.exams import composing
from engine.variants import Variant

FULL = HOME / "question_bank" / "exams" / "full.toml"
AT_ONCE = 20  # sittings in one transaction


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a question, with what would be right in it."""

    place: int
    name: str
    kind: str
    right: str


@dataclass(frozen=True, kw_only=True)
class Seat:
    """One learner with a cookie, and the sitting that waits for them."""

    token: str
    sitting: int
    name: str
    begins: str
    fields: tuple[Field, ...]
    drawn: tuple[Variant, ...]

    @property
    def address(self) -> str:
        return f"/sittings/{self.name}"


@dataclass(frozen=True)
class Room:
    """``course`` is its number, ``exam`` the exam's name in the address; ``teacher`` the cookie of its instructor."""

    course: int
    exam: str
    address: str
    teacher: str
    seats: tuple[Seat, ...]


def prepared(
    database: Database,
    bank: Bank,
    number: int,
    minutes: int,
    more: Iterable[int] = (),
    late: LateStart = LateStart.WHOLE,
) -> Room:
    """So many learners with the full exam, shortened to ``minutes``. Those numbered in ``more`` have half as much time
    again. With LateStart.LEFT all of them end at one moment, counted from when the exam opens."""
    blueprint = bank.exams["full"]
    with database.write() as connection:
        teacher = people.open_account(
            connection, None, f"{secrets.token_hex(8)}@school.example", None, Role.INSTRUCTOR
        )
        sessions.add(connection, teacher, cookie := secrets.token_urlsafe(32))
        course = courses.add(connection, "A room full of people", teacher)
        name = exams.add(connection, course.id, "Full exam", FULL.read_text("utf-8"))
        exam = exams.find(connection, course.id, name)
        assert exam is not None
        exams.rule(connection, exam, _rules(late, datetime.now(UTC)))
        exams.publish(connection, exam, datetime.now(UTC))
    begins = f"/courses/{course.name}/exams/{name}/begin"
    seats: list[Seat] = []
    for first in range(0, number, AT_ONCE):
        forms = [
            rows_of(composing.fill(blueprint, bank.questions.values(), Random(secrets.randbits(64))))
            for _ in range(first, min(first + AT_ONCE, number))
        ]
        with database.write() as connection:
            for place, form in enumerate(forms, first):
                token, new, now = secrets.token_urlsafe(32), secrets.token_urlsafe(12), datetime.now(UTC)
                person = people.open_account(
                    connection, None, f"{secrets.token_hex(8)}@school.example", None, Role.STUDENT
                )
                sessions.add(connection, person, token)
                courses.enter(connection, course.id, person, CourseRole.STUDENT)
                if place in more:
                    courses.accommodate(connection, course.id, person, 50, 0)
                sitting = sittings.add(
                    connection, new, person, f"{exam.id}-{place:03d}", blueprint.model_dump(mode="json"), minutes,
                    blueprint.points, True, form, now, exam=exam.id,
                )  # fmt: skip
                drawn = tuple(
                    variants.from_json(bank.questions[one["question"]], one["variant"]) for one in form
                )
                seats.append(
                    Seat(
                        token=token,
                        sitting=sitting,
                        name=new,
                        begins=begins,
                        fields=tuple(_fields(drawn)),
                        drawn=drawn,
                    )
                )
    return Room(course.id, name, f"/courses/{course.name}", cookie, tuple(seats))


def opened(database: Database, room: Room, opens_at: datetime, late: LateStart) -> None:
    """From then on its clock runs for those who begin late, too."""
    with database.write() as connection:
        exam = exams.find(connection, room.course, room.exam)
        assert exam is not None
        exams.rule(connection, exam, _rules(late, opens_at))


def _rules(late: LateStart, opens_at: datetime) -> exams.Rules:
    return exams.Rules(
        opens_at=opens_at,
        closes_at=None,
        password="",
        sittings=1,
        late=late,
        scores=NEW.scores,
        answers=NEW.answers,
        solutions=NEW.solutions,
        markers=1,
    )


def _fields(drawn: Iterable[Variant]) -> Iterable[Field]:
    for place, variant in enumerate(drawn, 1):
        for asked in variant.asked:
            for n, leaf in enumerate(cells.cells(asked.key)):
                yield Field(place, f"{asked.name}.{n}", variant.question.kind, asked.step.form.show(leaf))
