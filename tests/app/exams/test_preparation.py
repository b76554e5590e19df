"""Drawing ahead: from a quarter of an hour before an exam opens, a few sittings at a time, one for each student."""

import logging
import time
from datetime import timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import insert, select, update

from app.database.connection import Database
from app.database.schema import drawn, exams, members, sittings
from app.exams import preparation
from app.exams.deadlines import Closer
from app.identity.store import people
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, join
from tests.app.exams.course_exam import at, draft, exam, rule, sit
from tests.app.exams.sitting import NOON, watched
from tests.app.learner import on_both

IN_TWENTY = at(NOON + timedelta(minutes=20))
LEAST = 300  # students


def prepare(app: FastAPI) -> int:
    return preparation.prepare(app.state.database, app.state.library, watched(app).clock)


def made(store: Database) -> dict[int | None, str]:
    """The numbers of the forms, by person."""
    with store.read() as connection:
        found = connection.execute(select(sittings.c.person_id, sittings.c.number).order_by(sittings.c.id))
        return {row.person_id: row.number for row in found}


def crowd(app: FastAPI, nlp: Lecture, number: int) -> None:
    """So many students more, without browsers."""
    database: Database = app.state.database
    with database.write() as connection:
        course = connection.execute(
            select(members.c.course_id).where(members.c.person_id == nlp.student.id)
        ).scalar_one()
        for n in range(number):
            one = people.open_account(connection, None, f"student-{n}@school.example", None)
            new = {"course_id": course, "person_id": one, "role": "student", "joined_at": NOON}
            connection.execute(insert(members).values(new))


@on_both
def test_nothing_is_drawn_before_the_last_quarter_of_an_hour(
    nlp: Lecture, app: FastAPI, store: Database
) -> None:
    watch = watched(app)
    exam(nlp, opens=IN_TWENTY)
    assert prepare(app) == 0
    watch.on(minutes=5, seconds=1)
    assert prepare(app) == 1
    assert prepare(app) == 0
    (number,) = made(store).values()
    assert number.endswith("-001")
    with store.read() as connection:
        found = connection.execute(select(sittings)).one()
        asked = connection.execute(select(drawn.c.question).order_by(drawn.c.place)).scalars().all()
    assert found.begun_at is None
    assert asked == ["cosine-of-two-vectors", "define-dropout"]


def test_what_is_drawn_ahead_is_seen_by_nobody(nlp: Lecture, app: FastAPI, store: Database) -> None:
    watched(app)
    exam(nlp, opens=at(NOON + timedelta(minutes=10)))
    prepare(app)
    with store.read() as connection:
        name = connection.execute(select(sittings.c.name)).scalar_one()
    ada = nlp.student.learner
    for path in ("", "/questions/1", "/clock", "/end", "/review", "/lost", "/history"):
        assert ada.get(f"/sittings/{name}{path}").status == 409
    assert ada.client.post(f"/sittings/{name}/saves", json={"window": "w"}).status_code == 409
    assert name not in ada.get("/exams").html


def test_everybody_gets_other_numbers(nlp: Lecture, app: FastAPI, store: Database) -> None:
    watched(app)
    crowd(app, nlp, 5)
    exam(nlp, opens=at(NOON + timedelta(minutes=10)))
    assert prepare(app) == 6
    with store.read() as connection:
        kept = connection.execute(select(drawn.c.variant).where(drawn.c.place == 1)).scalars().all()
    assert len({one["seed"] for one in kept}) == 6
    assert len(set(made(store).values())) == 6


def test_only_published_exams_of_courses_that_go_on(nlp: Lecture, app: FastAPI) -> None:
    watched(app)
    soon = at(NOON + timedelta(minutes=10))
    rule(nlp, draft(nlp), opens=soon)
    assert prepare(app) == 0
    address, lin = exam(nlp, opens=soon), nlp.instructor.learner
    lin.send(f"{address}/archive", {"do": "archive"})
    assert prepare(app) == 0
    lin.send(f"{address}/archive", {"do": "back"})
    lin.send(f"{nlp.address}/archive", {})
    assert prepare(app) == 0
    lin.send(f"{nlp.address}/restore", {})
    assert prepare(app) == 1


@on_both
def test_a_change_of_roster_or_rules_keeps_what_was_drawn(
    nlp: Lecture, app: FastAPI, store: Database
) -> None:
    watch, soon = watched(app), at(NOON + timedelta(minutes=10))
    address = exam(nlp, opens=soon)
    prepare(app)
    before = made(store)
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    rule(nlp, address, opens=soon, sittings="2", late="left")
    bob = member(app)
    join(bob, nlp.code)
    assert prepare(app) == 1
    join(nlp.student, nlp.code)
    assert prepare(app) == 0
    assert before.items() <= made(store).items()
    watch.on(minutes=10)
    assert sit(app, nlp.student, address).stored.number == before[nlp.student.id]


def test_who_joins_later_gets_theirs_at_the_start(nlp: Lecture, app: FastAPI, store: Database) -> None:
    watch = watched(app)
    address = exam(nlp, opens=at(NOON + timedelta(minutes=10)))
    prepare(app)
    watch.on(minutes=12)
    bob = member(app)
    join(bob, nlp.code)
    assert prepare(app) == 0
    assert sit(app, bob, address).stored.number.endswith("-002")


def test_an_exam_that_cannot_be_drawn_keeps_no_other_from_it(
    nlp: Lecture, app: FastAPI, store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    watch = watched(app)
    exam(nlp, opens=at(NOON + timedelta(minutes=5)))
    with store.write() as connection:
        connection.execute(update(exams).values(blueprint="title ="))
    exam(nlp, opens=at(NOON + timedelta(minutes=10)))
    closer = Closer(app.state.database, app.state.library, watch.clock, lambda: None)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            closer.look()
    assert len(made(store)) == 1
    assert sum("cannot be drawn" in one.message for one in caplog.records) == 1


@on_both
@pytest.mark.sweep
def test_three_hundred_are_drawn_in_time_a_few_at_once(nlp: Lecture, app: FastAPI, store: Database) -> None:
    watch = watched(app)
    crowd(app, nlp, LEAST - 1)
    exam(nlp, opens=at(NOON + timedelta(minutes=10)))
    closer = Closer(app.state.database, app.state.library, watch.clock, lambda: None)
    looks, began = 0, time.perf_counter()
    while len(made(store)) < LEAST:
        closer.look()
        looks += 1
    took = time.perf_counter() - began
    assert looks <= 15  # each second one
    logging.getLogger("examformer").info("drew %d sittings in %.1f s, %d looks", LEAST, took, looks)
    assert len(set(made(store).values())) == LEAST
