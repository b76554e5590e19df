"""The database: reachable, and of this version."""

from pathlib import Path

from sqlalchemy import create_engine, text

from app.commands.doctor import database
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, on, said
from tests.app.conftest import Postgres


def revised(url: str, revision: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    engine.dispose()


def test_a_database_of_this_version_is_sound(migrated_file: Path) -> None:
    at = on(migrated_file)
    assert database.reachable(at).state is OK
    found = database.fits(at)
    assert found
    assert found.state is OK


def test_a_file_that_is_not_there_yet_is_told_of_and_is_not_made(tmp_path: Path) -> None:
    at = on(tmp_path / "examformer.db")
    found = database.reachable(at)
    assert found.state is ADVICE
    assert "`examformer migrate`" in said(found)
    assert database.fits(at) is None
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "examformer.db"
    file.write_bytes(b"no database" * 1000)
    at = on(file)
    assert database.reachable(at).state is FAULT
    assert "file is not a database" in database.reachable(at).said
    assert database.fits(at) is None, "one line is enough"


def test_a_newer_database_is_a_fault(database_url: str) -> None:
    revised(database_url, "9999")
    found = database.fits(installation(database_url=database_url))
    assert found
    assert found.state is FAULT
    assert "a newer version of Examformer wrote this database (revision 9999)" in found.said
    assert "Start that version" in said(found)


def test_an_older_database_is_advice(database_url: str) -> None:
    revised(database_url, "0003")
    found = database.fits(installation(database_url=database_url))
    assert found
    assert found.state is ADVICE
    assert "`examformer migrate`" in said(found)


def test_an_empty_database_is_advice(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    found = database.fits(on(tmp_path / "empty.db"))
    assert found
    assert found.state is ADVICE
    assert "empty" in found.said


def test_a_postgresql_that_nobody_listens_at_is_named_without_its_password() -> None:
    found = database.reachable(installation(database_url="postgresql://ada:hunter2@127.0.0.1:1/exam"))
    assert found.state is FAULT
    assert "Connection refused" in found.said
    assert "psql 'postgresql://ada@127.0.0.1:1/exam'" in found.steps
    assert "hunter2" not in said(found)


def test_a_database_that_the_server_does_not_have_is_to_be_made(postgres: Postgres) -> None:
    found = database.reachable(installation(database_url=postgres.url("nowhere")))
    assert found.state is FAULT
    assert found.said == "PostgreSQL has no database nowhere"
    assert "createdb --encoding=UTF8 --template=template0 nowhere" in found.steps


def test_a_postgresql_of_this_version_is_sound(postgres: Postgres, migrated_database: str) -> None:
    at = installation(database_url=postgres.url(migrated_database))
    assert database.reachable(at).state is OK
    found = database.fits(at)
    assert found
    assert found.state is OK
