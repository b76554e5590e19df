"""What one request reads: one moment, one connection, until something is written."""

from collections.abc import Iterator
from threading import Thread

import pytest
from fastapi import FastAPI
from sqlalchemy import event, func, select, text

from app.database.connection import Connection, Database, DatabaseDown
from app.database.schema import people
from app.identity.store import people as store_of_people
from tests.app.learner import RIGHT, Learner, always_on_both

pytestmark = always_on_both


@pytest.fixture
def opened(store: Database) -> Iterator[list[str]]:
    """Each transaction that begins in this database, and each that ends without a commit."""
    told = list[str]()

    def begins(_: object) -> None:
        told.append("begin")

    def ends(_: object) -> None:
        told.append("end")

    event.listen(store.engine, "begin", begins)
    event.listen(store.engine, "rollback", ends)
    yield told
    event.remove(store.engine, "begin", begins)
    event.remove(store.engine, "rollback", ends)


def number(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(people)).scalar_one())


def counted(database: Database) -> int:
    with database.read() as connection:
        return number(connection)


def add(database: Database, token: str) -> None:
    with database.write() as connection:
        store_of_people.add(connection, token)


def elsewhere(database: Database, token: str) -> None:
    """Another request adds somebody at this moment."""
    other = Thread(target=add, args=(database, token))
    other.start()
    other.join()


def test_all_that_is_read_in_it_sees_one_moment_in_one_transaction(
    store: Database, opened: list[str]
) -> None:
    with store.one_snapshot():
        assert counted(store) == 0
        elsewhere(store, "a" * 32)
        opened.clear()
        assert counted(store) == 0
        assert opened == []
    assert opened == ["end"]
    assert counted(store) == 1


def test_nothing_is_opened_where_nothing_is_read(store: Database, opened: list[str]) -> None:
    with store.one_snapshot():
        pass
    assert opened == []


def test_what_was_written_in_it_is_read_after_that(store: Database) -> None:
    with store.one_snapshot():
        assert counted(store) == 0
        add(store, "a" * 32)
        assert counted(store) == 1
        with store.write() as connection:
            store_of_people.add(connection, "b" * 32)
            assert counted(store) == 1  # by another connection, as without a snapshot
        assert counted(store) == 2


def test_whoever_still_reads_while_something_is_written_goes_on_at_their_moment(store: Database) -> None:
    with store.one_snapshot():
        with store.read() as connection:
            assert number(connection) == 0
            add(store, "a" * 32)
            assert number(connection) == 0
            assert counted(store) == 1
        assert counted(store) == 1


def test_a_statement_that_fails_breaks_nothing_that_is_read_after_it(store: Database) -> None:
    with store.one_snapshot():
        assert counted(store) == 0
        with pytest.raises(Exception, match="nowhere"), store.read() as connection:
            connection.execute(text("SELECT * FROM nowhere"))
        assert counted(store) == 0


def test_each_is_closed_once_when_nobody_reads_in_it_any_more(store: Database, opened: list[str]) -> None:
    with store.one_snapshot(), store.read():
        with store.read():
            add(store, "a" * 32)
        assert opened.count("end") == 0
    assert opened.count("begin") == opened.count("end") + 1  # the write was committed


def test_a_database_that_is_away_is_told_at_each_read(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise DatabaseDown("connecting", None, OSError())

    with store.one_snapshot():
        with monkeypatch.context() as patch:
            patch.setattr(store.engine, "connect", away)
            for _ in range(2):
                with pytest.raises(DatabaseDown):
                    counted(store)
        assert counted(store) == 0


def test_another_thread_and_another_database_have_none_of_it(store: Database) -> None:
    other = Database(store.url.render_as_string(hide_password=False))
    with store.one_snapshot():
        assert counted(store) == 0
        add(other, "a" * 32)
        assert (counted(store), counted(other)) == (0, 1)
    other.close()


def test_a_page_is_read_in_one_transaction(app: FastAPI, learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    begun = list[object]()
    event.listen(app.state.database.engine, "begin", begun.append)
    assert learner.get(sheet.action).status == 200
    assert len(begun) == 1
