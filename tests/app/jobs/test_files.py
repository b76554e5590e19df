"""Files of jobs lie in the database: whole or not there, and gone after some hours."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app.database.connection import Database
from app.database.schema import job_file_pieces
from app.jobs import files
from app.jobs.store import files as rows
from tests.app.learner import always_on_both

CONTENT = bytes(range(256)) * 3000  # two pieces and most of a third


def pieces(store: Database) -> int:
    with store.read() as connection:
        return int(connection.execute(select(func.count()).select_from(job_file_pieces)).scalar_one())


def is_there(store: Database, name: str) -> bool:
    with store.read() as connection:
        return files.is_there(connection, name)


@always_on_both
def test_a_file_is_read_as_it_was_kept(store: Database) -> None:
    files.keep(store, "one.pdf", CONTENT)
    files.keep(store, "empty", b"")
    assert pieces(store) == 3
    assert files.read(store, "one.pdf") == CONTENT
    assert files.read(store, "empty") == b""
    assert files.read(store, "two.pdf") is None


@always_on_both
def test_a_file_is_not_there_before_its_last_piece(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(rows, "finish", fail)
    with pytest.raises(MemoryError):
        files.keep(store, "one.pdf", CONTENT)
    assert pieces(store) == 3
    assert not is_there(store, "one.pdf")
    assert files.read(store, "one.pdf") is None
    monkeypatch.undo()
    for content in (CONTENT[:100], CONTENT[100:]):
        files.keep(store, "one.pdf", content)  # a job that begins once more
        assert files.read(store, "one.pdf") == content


@always_on_both
def test_files_are_dropped_by_name_and_by_age(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two", "three"):
        files.keep(store, name, CONTENT)
    with store.write() as connection:
        files.drop(connection, "one", "never")
    assert files.drop_old(store) == 0
    assert [is_there(store, name) for name in ("one", "two", "three")] == [False, True, True]
    monkeypatch.setattr(files, "LASTS", timedelta(0))
    assert not is_there(store, "two")
    assert files.drop_old(store) == 2
    assert pieces(store) == 0
