"""The store keeps its promises on SQLite and on PostgreSQL alike."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from sqlalchemy import Connection, delete, insert, make_url, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool

from app.database.connection import Database
from app.database.schema import attempts as attempts_table
from app.database.schema import people as people_table
from app.database.schema import sessions as sessions_table
from app.identity.store import people
from app.identity.store.tokens import hashed
from app.practice.store import attempts, reports
from app.practice.store.attempt import Attempt
from tests.app.learner import Count, always_on_both, drawn, form_key

pytestmark = always_on_both

KEPT = drawn().to_json()
VERDICT = {
    "rule": "wrong",
    "credit": "1/3",
    "cells": [["wrong", "1.20"]],
    "feedback": ["Not this yet: “ü”, 中, \u2028."],
}


def begin(connection: Connection, person: int, key: str = "", name: str = "") -> Attempt:
    return attempts.begin(
        connection, person, key or form_key(), name or form_key()[:16], "2.12", Fraction(10, 3), KEPT
    )


def test_an_attempt_comes_back_as_it_was_stored(store: Database) -> None:
    with store.write() as connection:
        person = people.add(connection, "somebody")
        begun = begin(connection, person)
        attempts.respond(connection, begun.id, "nats", "k1", ["1.20", ""], VERDICT, Fraction(2, 3))
        attempts.respond(connection, begun.id, "nats", "k2", ["<b>'\"\\"], VERDICT, None)
    with store.read() as connection:
        found = attempts.find(connection, person, begun.name)
    assert found is not None
    assert found.variant == KEPT
    assert (found.points, found.earned) == (Fraction(10, 3), Fraction(2, 3))
    assert [response.typed for response in found.responses] == [("1.20", ""), ("<b>'\"\\",)]
    assert found.responses[0].verdict == VERDICT
    assert found.latest()["nats"].earned is None
    assert not found.chain_opened
    assert not found.solution_seen


def test_times_come_back_in_utc_whatever_the_zone_of_the_session(store: Database) -> None:
    url = store.url
    if not store.is_sqlite:
        url = make_url(url).update_query_dict({"options": "-c timezone=Asia/Kolkata"})
    abroad = Database(url.render_as_string(hide_password=False))
    try:
        with abroad.write() as connection:
            person = people.add(connection, "somebody")
            begun = begin(connection, person)
            attempts.respond(connection, begun.id, "nats", "k", ["1"], VERDICT, None)
        with abroad.read() as connection:
            (found,) = attempts.of_person(connection, person)
    finally:
        abroad.close()
    for moment in (begun.begun_at, found.begun_at, found.responses[0].at):
        assert moment.utcoffset() == timedelta(0)
        assert abs(datetime.now(UTC) - moment) < timedelta(minutes=1)


def test_hints_chain_and_solution_are_remembered_with_their_costs(store: Database) -> None:
    with store.write() as connection:
        begun = begin(connection, people.add(connection, "somebody"))
        attempts.hint(connection, begun.id, "nats", 0, Fraction(0))
        attempts.hint(connection, begun.id, "nats", 1, Fraction(0))
        attempts.hint(connection, begun.id, "nats", 2, Fraction(1, 3))
        attempts.hint(connection, begun.id, "bits", 0, Fraction(0))
        attempts.open_chain(connection, begun.id)
        attempts.see_solution(connection, begun.id)
    with store.read() as connection:
        found = attempts.reload(connection, begun)
    assert found.hints == {"nats": 2, "bits": 0}
    assert found.costs == {"nats": Fraction(1, 3), "bits": 0}
    assert found.chain_opened
    assert found.solution_seen


def test_attempts_of_a_person_come_newest_first_and_alone(store: Database) -> None:
    with store.write() as connection:
        mine, other = people.add(connection, "me"), people.add(connection, "other")
        names = [begin(connection, mine).name for _ in range(3)]
        begin(connection, other)
    with store.read() as connection:
        assert [attempt.name for attempt in attempts.of_person(connection, mine)] == names[::-1]
        assert attempts.of_person(connection, 10**6) == []
        assert attempts.find(connection, other, names[0]) is None


def test_a_guest_is_found_by_the_cookie_and_added_once(store: Database, count: Count) -> None:
    with store.write() as connection:
        first = people.add(connection, "somebody")
        assert people.add(connection, "somebody") == first
        begin(connection, first)  # the transaction goes on after the second one
    with store.read() as connection:
        assert people.with_token(connection, "somebody").id == first
        assert people.with_token(connection, "nobody").id is None
    assert count() == {"people": 1, "sessions": 1, "attempts": 1}


def test_reports_come_newest_first_and_a_form_reports_once(store: Database) -> None:
    with store.write() as connection:
        person = people.add(connection, "somebody")
        for key, sentence in (("a", "first"), ("b", "second"), ("a", "first again")):
            reports.add(connection, person, key, KEPT, sentence)
    with store.read() as connection:
        kept = reports.all_of(connection)
    assert [report["sentence"] for report in kept] == ["second", "first"]
    assert kept[0]["variant"] == KEPT


# What the database itself refuses


def test_nothing_is_stored_twice_under_one_key(store: Database, count: Count) -> None:
    with store.write() as connection:
        person = people.add(connection, "somebody")
        begun = begin(connection, person, "key", "name")
        attempts.respond(connection, begun.id, "nats", "key", ["1"], VERDICT, None)
        attempts.hint(connection, begun.id, "nats", 0, Fraction(0))
        reports.add(connection, person, "key", KEPT, "wrong")
    before = count()
    again: list[Callable[[Connection], object]] = [
        lambda connection: connection.execute(
            insert(sessions_table).values(
                token_hash=hashed("somebody"),
                person_id=person,
                created_at=datetime.now(UTC),
                seen_at=datetime.now(UTC),
            )
        ),
        lambda connection: begin(connection, person, "key", "another"),
        lambda connection: begin(connection, person, "another", "name"),
        lambda connection: attempts.respond(connection, begun.id, "nats", "key", ["2"], VERDICT, None),
        lambda connection: attempts.hint(connection, begun.id, "nats", 0, Fraction(1)),
    ]
    for store_again in again:
        with pytest.raises(IntegrityError), store.write() as connection:
            store_again(connection)
    assert count() == before


def test_nothing_is_stored_without_the_row_it_belongs_to(store: Database, count: Count) -> None:
    orphans: list[Callable[[Connection], object]] = [
        lambda connection: begin(connection, 999),
        lambda connection: attempts.respond(connection, 999, "nats", "key", ["2"], VERDICT, None),
        lambda connection: attempts.hint(connection, 999, "nats", 0, Fraction(1)),
        lambda connection: reports.add(connection, 999, "key", KEPT, "wrong"),
    ]
    for orphan in orphans:
        with pytest.raises(IntegrityError), store.write() as connection:
            orphan(connection)
    assert count() == {}


def test_whoever_is_deleted_takes_everything_along_but_the_reports(store: Database, count: Count) -> None:
    with store.write() as connection:
        person = people.add(connection, "somebody")
        begun = begin(connection, person)
        attempts.respond(connection, begun.id, "nats", "key", ["1"], VERDICT, None)
        attempts.hint(connection, begun.id, "nats", 0, Fraction(0))
        reports.add(connection, person, "key", KEPT, "wrong")
        connection.execute(delete(people_table))
    assert count() == {"reports": 1}
    with store.read() as connection:
        assert reports.all_of(connection)[0]["person_id"] is None


def test_a_moment_is_that_of_the_first_time(store: Database) -> None:
    with store.write() as connection:
        begun = begin(connection, people.add(connection, "somebody"))
        moments = []
        for _ in range(2):
            attempts.open_chain(connection, begun.id)
            attempts.see_solution(connection, begun.id)
            columns = attempts_table.c.chain_opened_at, attempts_table.c.solution_seen_at
            moments.append(connection.execute(select(*columns)).one())
    assert None not in moments[0]
    assert moments[0] == moments[1]


# Transactions


def test_a_reader_sees_one_moment_whatever_is_committed_meanwhile(store: Database, count: Count) -> None:
    with store.read() as connection:
        assert people.with_token(connection, "somebody").id is None
        with store.write() as others:
            people.add(others, "somebody")
        assert count() == {"people": 1, "sessions": 1}
        assert people.with_token(connection, "somebody").id is None
    with store.read() as connection:
        assert people.with_token(connection, "somebody").id is not None


def test_an_exception_undoes_everything_and_the_next_writer_goes_on(store: Database, count: Count) -> None:
    def break_off() -> None:
        with store.write() as connection:
            begun = begin(connection, people.add(connection, "somebody"))
            attempts.respond(connection, begun.id, "nats", "key", ["1"], VERDICT, None)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert count() == {}
    with store.write() as connection:
        people.add(connection, "somebody")
    assert count() == {"people": 1, "sessions": 1}


def test_nobody_sees_what_is_not_committed(store: Database, count: Count) -> None:
    with store.write() as connection:
        people.add(connection, "somebody")
        assert count() == {}
    assert count() == {"people": 1, "sessions": 1}


def test_readers_do_not_wait_for_a_writer(store: Database, count: Count) -> None:
    writing, done = threading.Event(), threading.Event()

    def write() -> None:
        with store.write() as connection:
            people.add(connection, "somebody")
            writing.set()
            assert done.wait(10)

    with ThreadPoolExecutor(1) as background:
        written = background.submit(write)
        assert writing.wait(10)
        assert count() == {}
        assert not written.done()
        done.set()
        written.result()


def test_writers_of_one_process_do_not_lose_what_another_wrote(store: Database) -> None:
    with store.write() as connection:
        person = people.add(connection, "somebody")
        people.rename(connection, person, "0")

    def add_one(_: int) -> None:
        with store.write() as connection:
            number = int(people.hold(connection, "somebody").name)
            people.rename(connection, person, f"{number + 1}")

    with ThreadPoolExecutor(8) as writers:
        list(writers.map(add_one, range(80)))
    with store.read() as connection:
        assert people.with_token(connection, "somebody").name == "80"


def test_sqlite_has_one_writer_at_a_time_and_its_strictest_settings(store: Database) -> None:
    if not store.is_sqlite:
        with store.read() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
        return
    pool = store.engine.pool
    assert isinstance(pool, QueuePool)
    open_at_once: list[int] = []

    def write(n: int) -> None:
        with store.write() as connection:
            people.add(connection, str(n))
            time.sleep(0.002)
            open_at_once.append(pool.checkedout())  # who waits for SQLite's own lock holds a connection

    with ThreadPoolExecutor(8) as writers:
        list(writers.map(write, range(40)))
    assert open_at_once == [1] * 40
    for opened in (store.read, store.write):
        with opened() as connection:
            set_to = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
            assert set_to == ["wal", 2, 1]


def test_two_processes_with_one_file_or_server_wait_for_each_other(store: Database, count: Count) -> None:
    """A second Database has no queue in common with the first, as in another process."""
    other = Database(store.url.render_as_string(hide_password=False))

    def write(n: int) -> None:
        with (store, other)[n % 2].write() as connection:
            begin(connection, people.add(connection, str(n)))

    try:
        with ThreadPoolExecutor(4) as writers:
            list(writers.map(write, range(40)))
    finally:
        other.close()
    assert count() == {"people": 40, "sessions": 40, "attempts": 40}


def test_one_cookie_arriving_many_times_at_once_is_one_guest(store: Database, count: Count) -> None:
    together = threading.Barrier(8)

    def arrive(_: int) -> int:
        together.wait(10)
        with store.write() as connection:
            return people.add(connection, "somebody")

    with ThreadPoolExecutor(8) as visitors:
        assert len(set(visitors.map(arrive, range(8)))) == 1
    assert count() == {"people": 1, "sessions": 1}
