"""The database comes to the code's version, is copied before, and says clearly what it cannot do."""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Column, Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.exc import OperationalError

from app.courses.store import roster, staff
from app.courses.store.roster import Line, State
from app.database import migration
from app.database.connection import Database, NoDatabase, sqlite_file
from app.database.migration import LostRows, NewerDatabase
from app.database.schema import jobs, metadata
from app.identity.store import people, sessions
from app.identity.store.tokens import hashed
from app.practice.store import attempts
from app.settings import HOME, Settings
from tests.app.learner import RIGHT, Count, Learner, Make, always_on_both, new_learner, on_both
from tests.app.server import EXAMFORMER, PATIENCE, surroundings

HEAD = ScriptDirectory(str(HOME / "migrations")).get_current_head()


@pytest.fixture
def opened(empty_url: str) -> Iterator[Database]:
    database = Database(empty_url)
    yield database
    database.close()


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Gives the code one migration more, with this body; taken back by ``monkeypatch.undo``."""
    folder = tmp_path / "migrations"
    shutil.copytree(HOME / "migrations", folder, ignore=shutil.ignore_patterns("__pycache__"))

    def add(body: str) -> None:
        text = f'import sqlalchemy as sa\nfrom alembic import op\n\nrevision = "later"\ndown_revision = "{HEAD}"\n'
        indented = "".join(f"    {line}\n" for line in body.splitlines())
        (folder / "versions" / "later_one.py").write_text(f"{text}\n\ndef upgrade() -> None:\n{indented}")

        def config() -> Config:
            made = Config()
            made.set_main_option("script_location", str(folder))
            return made

        monkeypatch.setattr(migration, "_config", config)

    return add


NEW_TABLE = 'op.create_table("comets", sa.Column("id", sa.Integer, primary_key=True))'


def tables(engine: Engine) -> set[str]:
    return set(inspect(engine).get_table_names())


# Up


@always_on_both
def test_an_empty_database_gets_every_table_and_no_copy(empty_url: str, opened: Database) -> None:
    assert migration.upgrade(empty_url) is None
    assert tables(opened.engine) == {*metadata.tables, "alembic_version"}
    assert migration.revision(opened.engine) == HEAD


def default_differs(
    _context: object, _there: object, column: Column[Any], there: str | None, _ours: object, ours: str | None
) -> bool | None:
    """Compares texts where a column holds JSON, of which PostgreSQL knows no equality; else leaves it to Alembic."""
    if not isinstance(column.type, JSON):
        return None
    return (there or "").partition("::")[0].strip("'") != (ours or "").strip("'")


@on_both
def test_tables_and_migrations_agree(empty_url: str, opened: Database) -> None:
    migration.upgrade(empty_url)
    with opened.read() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": default_differs}
        )
        assert compare_metadata(context, metadata) == []


@on_both
def test_a_second_start_changes_nothing(empty_url: str, opened: Database, tmp_path: Path) -> None:
    migration.upgrade(empty_url)
    with opened.write() as connection:
        person = people.add(connection, "somebody")
    assert migration.upgrade(empty_url) is None
    with opened.read() as connection:
        assert people.with_token(connection, "somebody").id == person
    assert not list(tmp_path.rglob("*.before-*"))


def test_the_folder_of_the_database_is_made_for_this_user_alone(tmp_path: Path) -> None:
    migration.upgrade(f"sqlite:///{tmp_path}/a/b/c.db")
    assert (tmp_path / "a" / "b" / "c.db").exists()
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0


@always_on_both
def test_an_older_database_is_brought_up_with_all_that_is_in_it(
    database_url: str, store: Database, later: Callable[[str], None]
) -> None:
    with store.write() as connection:
        person = people.add(connection, "somebody")
    later(NEW_TABLE)
    migration.upgrade(database_url)
    assert "comets" in tables(store.engine)
    assert migration.revision(store.engine) == "later"
    with store.read() as connection:
        assert people.with_token(connection, "somebody").id == person


def test_an_older_database_is_copied_first(
    database_url: str, store: Database, later: Callable[[str], None]
) -> None:
    with store.write() as connection:
        people.add(connection, "somebody")
    later(NEW_TABLE)
    copy = migration.upgrade(database_url)
    assert copy is not None
    assert copy.name.startswith("examformer.db.before-later-")
    before = Database(f"sqlite:///{copy}")
    assert migration.revision(before.engine) == HEAD
    assert "comets" not in tables(before.engine)
    with before.read() as connection:
        assert people.with_token(connection, "somebody").id is not None
    before.close()


def test_only_the_newest_copies_are_kept(database_url: str, later: Callable[[str], None]) -> None:
    later(NEW_TABLE)
    file = sqlite_file(database_url)
    assert file is not None
    revisions = ("later", "0001", "9999", "0000", "zzzz", "0002", "aaaa")  # of any name: the time decides
    old = [
        file.with_name(f"{file.name}.before-{revision}-2020010{n}-000000-000000")
        for n, revision in enumerate(revisions, 1)
    ]
    for path in old:
        path.touch()
    copy = migration.upgrade(database_url)
    assert copy is not None
    assert sorted(file.parent.glob("*.before-*")) == sorted([*old[-4:], copy])


def test_a_migration_that_breaks_takes_no_copy_away(database_url: str, later: Callable[[str], None]) -> None:
    later("raise ZeroDivisionError")
    file = sqlite_file(database_url)
    assert file is not None
    old = {file.with_name(f"{file.name}.before-{HEAD}-2020010{n}-000000-000000") for n in range(1, 8)}
    for path in old:
        path.touch()
    with pytest.raises(ZeroDivisionError):
        migration.upgrade(database_url)
    assert old < set(file.parent.glob("*.before-*"))


@on_both
@pytest.mark.sweep
def test_servers_that_start_together_on_an_empty_database_all_find_it_migrated(
    empty_url: str, opened: Database
) -> None:
    migrating = [
        subprocess.Popen(
            [EXAMFORMER, "migrate"],
            env=surroundings({"EXAMFORMER_DATABASE_URL": empty_url}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(4)
    ]
    said = [process.communicate(timeout=PATIENCE)[0] for process in migrating]
    assert said == [f"{migration.place(empty_url)} is up to date.\n"] * 4
    assert migration.revision(opened.engine) == HEAD


@on_both
def test_a_migration_that_breaks_changes_nothing(
    database_url: str, store: Database, later: Callable[[str], None]
) -> None:
    with store.write() as connection:
        people.add(connection, "somebody")
    later(f"{NEW_TABLE}\nop.execute('DELETE FROM people')\nraise ZeroDivisionError")
    with pytest.raises(ZeroDivisionError):
        migration.upgrade(database_url)
    assert "comets" not in tables(store.engine)
    assert migration.revision(store.engine) == HEAD
    with store.read() as connection:
        assert people.with_token(connection, "somebody").id is not None


@on_both
def test_a_newer_database_is_refused_with_a_sentence_and_left_alone(
    database_url: str, store: Database, later: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    later(NEW_TABLE)
    migration.upgrade(database_url)
    monkeypatch.undo()
    with pytest.raises(
        NewerDatabase, match=r"newer version of Examformer.*\(its revision is later\).*Start that"
    ):
        migration.upgrade(database_url)
    assert migration.revision(store.engine) == "later"


def test_a_table_that_is_made_anew_keeps_what_belongs_to_its_rows(
    database_url: str, store: Database, learner: Learner, count: Count, later: Callable[[str], None]
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    before = count()
    later(
        'with op.batch_alter_table("people", recreate="always") as people:\n'
        '    people.add_column(sa.Column("hue", sa.Text))'
    )
    migration.upgrade(database_url)
    assert count() == before


def test_a_migration_that_loses_rows_changes_nothing(
    database_url: str, store: Database, learner: Learner, count: Count, later: Callable[[str], None]
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    before = count()
    later("op.execute('DELETE FROM people')")
    with pytest.raises(LostRows, match="attempts"):
        migration.upgrade(database_url)
    assert count() == before
    assert migration.revision(store.engine) == HEAD


# 0004: guests become people, their cookies sessions

OLD = {
    "guests": "(1, 'hash of one', '2026-11-20 10:00:00'), (2, 'hash of two', '2026-11-21 10:00:00')",
    "attempts": "(5, 'name', 1, 'key', 'q', '2.12', 'exam', '3', '{}', '2026-11-20 10:00:00', NULL, NULL)",
    "responses": "(7, 5, 'nats', 'key', '[]', '{}', '1', '2026-11-20 10:00:00')",
    "hints": "(8, 5, 'nats', 0, '0', '2026-11-20 10:00:00')",
    "reports": "(9, 2, 'key', 'q', '{}', 'wrong', '2026-11-20 10:00:00')",
    "jobs": "(10, 'job', 'run', 2, '{}', 'done', '', 0, 0, NULL, '', '2026-11-20 10:00:00'"
    ", NULL, NULL, NULL, NULL, '')",
}
KEPT = ("attempts", "responses", "hints", "reports", "jobs")


def move(url: str, way: Callable[[Config, str], None], revision: str) -> None:
    """Up or down to this revision, as ``alembic`` on the command line does it."""
    engine = create_engine(url)
    with engine.begin() as connection:
        config = migration._config()
        config.attributes["connection"] = connection
        way(config, revision)
    engine.dispose()


def begin_at(url: str, revision: str) -> None:
    """An empty database as this revision left it."""
    if file := sqlite_file(url):
        file.parent.mkdir()
    move(url, command.upgrade, revision)


def all_of(database: Database, table: str) -> list[dict[str, Any]]:
    with database.read() as connection:
        found = connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY id")
        return [dict(row._mapping) for row in found]


@on_both
def test_what_guests_did_is_there_after_they_became_people_and_after_the_way_back(
    empty_url: str, opened: Database
) -> None:
    begin_at(empty_url, "0003")
    with opened.write() as connection:
        for table, values in OLD.items():
            connection.exec_driver_sql(f"INSERT INTO {table} VALUES {values}")
        if not opened.is_sqlite:
            connection.exec_driver_sql("SELECT setval('guests_id_seq', 2)")
    before = {table: all_of(opened, table) for table in OLD}

    migration.upgrade(empty_url)
    blank = {
        "email": None,
        "email_verified_at": None,
        "name": "",
        "password": None,
        "role": "guest",
        "extra_time": 0,
        "break_minutes": 0,
    }
    guests = [{"id": one["id"], "created_at": one["created_at"]} | blank for one in before["guests"]]
    assert all_of(opened, "people") == guests
    cookies = {one["token_hash"]: one["person_id"] for one in all_of(opened, "sessions")}
    assert cookies == {"hash of one": 1, "hash of two": 2}
    for table in KEPT:
        as_before = [
            {
                name.replace("person_id", "guest_id"): value
                for name, value in row.items()
                if name.replace("person_id", "guest_id") in before[table][0]
            }
            for row in all_of(opened, table)
        ]
        assert as_before == before[table], table
    with opened.write() as connection:
        people.add(connection, "a newcomer")
        ada = people.open_account(connection, None, "ada@school.example", "hash")
        for cookie in ("her first", "her second"):
            sessions.add(connection, ada, cookie)
        people.open_account(connection, None, "bob@school.example", "hash")

    move(empty_url, command.downgrade, "0003")
    assert tables(opened.engine) == {*OLD, "alembic_version"}
    assert {one["id"]: one["token_hash"] for one in all_of(opened, "guests")} == {
        1: "hash of one", 2: "hash of two", 3: hashed("a newcomer"), 4: hashed("her second"), 5: "no cookie of 5",
    }  # fmt: skip
    for table in KEPT:
        assert all_of(opened, table) == before[table], table

    migration.upgrade(empty_url)
    with opened.write() as connection:
        assert people.with_token(connection, "a newcomer").id == 3
        assert people.add(connection, "another") == 6
        connection.exec_driver_sql("DELETE FROM people WHERE id < 3")
    assert {table: len(all_of(opened, table)) for table in KEPT} == dict.fromkeys(KEPT, 0) | {"reports": 1}
    assert all_of(opened, "reports")[0]["person_id"] is None


# 0010: questions that are kept out of practice


@on_both
def test_questions_that_were_there_stay_open_for_practice(empty_url: str, opened: Database) -> None:
    begin_at(empty_url, "0009")
    now = "'2026-11-22 10:00:00'"
    with opened.write() as connection:
        lin = people.open_account(connection, None, "lin@school.example", "hash")
        columns = "(name, owner_id, origin, draft, created_at, changed_at)"
        connection.exec_driver_sql(
            f"INSERT INTO questions {columns} VALUES ('lamp', {lin}, '', '', {now}, {now})"
        )
    before = all_of(opened, "questions")
    for _ in range(2):
        move(empty_url, command.upgrade, "0010")
        (lamp,) = all_of(opened, "questions")
        assert not lamp["courses_only"]
        move(empty_url, command.downgrade, "0009")
        assert all_of(opened, "questions") == before


# 0039: who may practise a question


@on_both
def test_what_was_kept_for_courses_has_its_owner_as_audience_and_the_rest_everyone(
    empty_url: str, opened: Database
) -> None:
    begin_at(empty_url, "0036")
    now = "'2026-11-22 10:00:00'"
    with opened.write() as connection:
        lin = people.open_account(connection, None, "lin@school.example", "hash")
        columns = "(name, owner_id, origin, draft, created_at, changed_at, courses_only)"
        for name, kept in (("lamp", "true"), ("oven", "false")):
            values = f"('{name}', {lin}, '', '', {now}, {now}, {kept})"
            connection.exec_driver_sql(f"INSERT INTO questions {columns} VALUES {values}")
    before = all_of(opened, "questions")
    for _ in range(2):
        move(empty_url, command.upgrade, "0039")
        found = {one["name"]: one["audience"] for one in all_of(opened, "questions")}
        assert found == {"lamp": "owner", "oven": "everyone"}
        move(empty_url, command.downgrade, "0036")
        assert sorted(map(str, all_of(opened, "questions"))) == sorted(map(str, before))
    move(empty_url, command.upgrade, "0039")
    with opened.write() as connection:
        connection.exec_driver_sql("UPDATE questions SET audience = 'courses' WHERE name = 'oven'")
    move(empty_url, command.downgrade, "0036")
    assert all(one["courses_only"] for one in all_of(opened, "questions")), "nothing is opened to everybody"


@on_both
def test_numbers_that_json_does_not_have_are_null_after_a_migration(empty_url: str, opened: Database) -> None:
    """PostgreSQL never took them; there nothing is to be done."""
    begin_at(empty_url, "0049")
    result = '{"got": [NaN, -Infinity, 1.5]}' if opened.is_sqlite else '{"got": [null, null, 1.5]}'
    with opened.write() as connection:
        connection.exec_driver_sql(
            "INSERT INTO jobs (name, kind, about, payload, state, worker, done, total, result, said, asked_at) "
            f"VALUES ('a', 'run', '', '{{}}', 'done', '', 1, 1, '{result}', '', '2026-11-22 10:00:00')"
        )
    move(empty_url, command.upgrade, "0050")
    with opened.read() as connection:
        assert connection.execute(select(jobs.c.result)).scalar_one() == {"got": [None, None, 1.5]}


@on_both
def test_later_due_dates_of_accounts_become_those_of_their_entries_of_the_roster_and_back(
    empty_url: str, opened: Database
) -> None:
    begin_at(empty_url, "0051")
    now, late = "'2026-11-22 10:00:00'", "'2026-12-01 10:00:00'"
    with opened.write() as connection:
        ada, eve = (people.open_account(connection, None, f"{name}@x.org", "hash") for name in ("ada", "eve"))
        rows = {
            "courses (id, name, join_code, title, hide_names, created_at)": (
                f"(1, 'nlp', 'abcd', 'NLP', false, {now}), (2, 'cv', 'efgh', 'CV', false, {now})"
            ),
            "members (id, course_id, person_id, role)": (
                f"(7, 2, {ada}, 'student'), (8, 1, {ada}, 'student'), (9, 1, NULL, 'student')"
            ),
            "assignments (id, name, course_id, title, created_at)": f"(1, 'week', 1, 'Week', {now})",
            # Eve is nobody's student.
            "extensions (assignment_id, person_id, due_at)": f"(1, {ada}, {late}), (1, {eve}, {late})",
        }
        for columns, values in rows.items():
            connection.exec_driver_sql(f"INSERT INTO {columns} VALUES {values}")
    move(empty_url, command.upgrade, "0052")
    assert [one["member_id"] for one in all_of(opened, "extensions")] == [8]
    with opened.write() as connection:
        for entry, due in ((8, "'2026-12-05 10:00:00'"), (8, "'2026-12-02 10:00:00'"), (9, late)):
            values = f"(1, {entry}, {due})"
            connection.exec_driver_sql(
                f"INSERT INTO extensions (assignment_id, member_id, due_at) VALUES {values}"
            )
    move(empty_url, command.downgrade, "0051")
    (kept,) = all_of(opened, "extensions")
    assert (kept["person_id"], str(kept["due_at"])[:10]) == (ada, "2026-12-05")
    move(empty_url, command.upgrade, "0052")
    assert [one["member_id"] for one in all_of(opened, "extensions")] == [8]


@on_both
def test_solutions_of_assignments_that_were_there_open_as_before_and_those_of_new_ones_wait(
    empty_url: str, opened: Database
) -> None:
    begin_at(empty_url, "0031")
    now = "'2026-11-22 10:00:00'"
    with opened.write() as connection:
        connection.exec_driver_sql(
            "INSERT INTO courses (id, name, join_code, title, hide_names, created_at) "
            f"VALUES (1, 'nlp', 'abcd', 'NLP', false, {now})"
        )
        columns = "INSERT INTO assignments (name, course_id, title, created_at)"
        connection.exec_driver_sql(f"{columns} VALUES ('old', 1, 'Old', {now})")
    move(empty_url, command.upgrade, "0032")
    with opened.write() as connection:
        connection.exec_driver_sql(f"{columns} VALUES ('new', 1, 'New', {now})")
    found = {one["name"]: bool(one["solutions_wait"]) for one in all_of(opened, "assignments")}
    assert found == {"old": False, "new": True}


@always_on_both
def test_extra_time_goes_to_the_courses_and_sittings_of_whom_it_was_given(
    empty_url: str, opened: Database
) -> None:
    begin_at(empty_url, "0015")
    now = "'2026-11-22 10:00:00'"
    with opened.write() as connection:
        for table, columns, values in (
            (
                "people",
                "id, created_at, name, role, extra_time, break_minutes",
                f"1, {now}, '', 'student', 50, 10",
            ),
            (
                "courses",
                "id, name, title, join_code, hide_names, created_at",
                f"1, 'a', 'A', 'c', false, {now}",
            ),
            ("members", "id, course_id, person_id, role, joined_at", f"1, 1, 1, 'student', {now}"),
            (
                "sittings",
                SITTING,
                f"1, 's', 1, '1', '{{}}', 60, '5', false, {now}, '', 0, 0, 1, '', ''",
            ),
        ):
            connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({values})")
    for _ in range(2):
        move(empty_url, command.upgrade, "0016")
        assert {table: more_in(opened, table) for table in ("members", "sittings", "people")} == {
            "members": (50, 10), "sittings": (50, 10), "people": (0, 0),
        }  # fmt: skip
        move(empty_url, command.downgrade, "0015")
        assert more_in(opened, "people") == (50, 10)


SITTING = (
    'id, name, person_id, number, blueprint, minutes, points, forbids_aids, prepared_at, "window", extended, '
    "paused_for, place, closed_by, receipt"
)


def more_in(database: Database, table: str) -> tuple[int, int]:
    with database.read() as connection:
        extra, breaks = connection.exec_driver_sql(f"SELECT extra_time, break_minutes FROM {table}").one()
    return extra, breaks


@always_on_both
def test_who_was_in_a_course_stays_in_it_and_the_way_back_forgets_who_is_expected(
    empty_url: str, opened: Database
) -> None:
    begin_at(empty_url, "0032")
    now = "'2026-11-22 10:00:00'"
    rows = (
        ("people", "id, created_at, name, role", f"1, {now}, 'Ada', 'student'"),
        ("courses", "id, name, title, join_code, hide_names, created_at", f"1, 'a', 'A', 'c', false, {now}"),
        (
            "members",
            "id, course_id, person_id, role, joined_at, extra_time",
            f"1, 1, 1, 'student', {now}, 50",
        ),
    )
    with opened.write() as connection:
        for table, columns, values in rows:
            connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({values})")
        if not opened.is_sqlite:
            connection.exec_driver_sql("SELECT setval('members_id_seq', 1)")
    before = all_of(opened, "members")
    for _ in range(2):
        move(empty_url, command.upgrade, "head")
        with opened.write() as connection:
            (ada,) = roster.entries(connection, 1)
            roster.add(connection, 1, Line(name="Bob", email="bob@x.org"))
            assert staff.owner(connection, 1) is None  # nobody teaches it
        assert (ada.person, ada.state, ada.line) == (1, State.JOINED, Line(extra_time=50))
        move(empty_url, command.downgrade, "0032")
        assert all_of(opened, "members") == before


@always_on_both
def test_whoever_has_taught_a_course_longest_owns_it(empty_url: str, opened: Database) -> None:
    begin_at(empty_url, "0033")
    now = "'2026-11-22 10:00:00'"
    with opened.write() as connection:
        for number, left in ((1, "NULL"), (2, now)):
            connection.exec_driver_sql(
                "INSERT INTO people (id, created_at, name, role) "
                f"VALUES ({number}, {now}, '', 'instructor'), ({number + 10}, {now}, '', 'instructor')"
            )
            connection.exec_driver_sql(
                "INSERT INTO courses (id, name, title, join_code, hide_names, created_at) "
                f"VALUES ({number}, 'c{number}', 'C', 'c{number}', false, {now})"
            )
            for person, gone in ((number, left), (number + 10, "NULL")):
                connection.exec_driver_sql(
                    "INSERT INTO members (course_id, person_id, role, joined_at, left_at) "
                    f"VALUES ({number}, {person}, 'instructor', {now}, {gone})"
                )
    for _ in range(2):
        move(empty_url, command.upgrade, "0034")
        with opened.read() as connection:
            rows = connection.exec_driver_sql("SELECT id, owner_id FROM courses").all()
        assert {row.id: row.owner_id for row in rows} == {1: 1, 2: 12}
        move(empty_url, command.downgrade, "0033")


# Disks that are full or may not be written


@pytest.mark.parametrize(
    "url",
    ["sqlite:////dev/null/examformer.db", "sqlite:////proc/examformer.db", "sqlite:////tmp"],
)
def test_a_place_that_cannot_hold_a_database_is_a_sentence(url: str) -> None:
    with pytest.raises(
        NoDatabase, match=rf"{url} cannot be opened or written \(.+\)\. Check that it is there"
    ):
        migration.upgrade(url)


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("These are my notes.\n" * 1000)
    with pytest.raises(NoDatabase, match=r"notes\.txt.*not a database"):
        migration.upgrade(f"sqlite:///{tmp_path}/notes.txt")
    assert (tmp_path / "notes.txt").read_text().startswith("These are my notes.")


def test_a_server_that_does_not_answer_is_a_sentence_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase) as said:
        migration.upgrade(f"postgresql+psycopg://me:sesame@/x?host={tmp_path}")
    assert "sesame" not in str(said.value)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_disk_that_may_not_be_written_is_a_page_that_says_what_to_do(
    settings: Settings, make: Make, learner: Learner, count: Count, htmx: bool
) -> None:
    stored = learner.press(learner.open(), typed={"nats": "9"})
    before = count()
    visitor = limited(settings, make, learner, "query_only = ON")
    fresh, begun = visitor.open(), visitor.get(stored.action)
    buttons = ("check", "hint:bits", "solution", "report")
    for sheet, does in ((fresh, buttons), (begun, (*buttons, "chain"))):
        for do in does:
            sentence = "The key is 3.63." if do == "report" else ""
            page = visitor.press(sheet, do, RIGHT, htmx, sentence=sentence)
            assert page.status == 503
            assert "could not be stored" in page.text
            assert "send the form again" in page.text
            assert page.headers.get("hx-retarget") == ("#alert" if htmx else None)
    assert count() == before
    assert learner.press(learner.open(), typed=RIGHT).earned == 3  # as soon as it may be written again


def test_a_disk_that_fills_up_stores_an_answer_whole_or_not_at_all(
    settings: Settings, make: Make, learner: Learner, count: Count
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    visitor = limited(
        settings, make, learner, "max_page_count = 1"
    )  # of the pages that are there, some have room
    sheets = [visitor.open(seed=seed) for seed in range(16)]
    statuses = [visitor.press(sheet, typed=RIGHT, follow=False).status for sheet in sheets]
    assert set(statuses) <= {303, 503}
    assert statuses[-3:] == [503, 503, 503]
    stored = 1 + statuses.count(303)
    assert count() == {"people": 1, "sessions": 1, "attempts": stored, "responses": 3 * stored}
    again = [
        learner.press(sheet, typed=RIGHT).earned for sheet in sheets
    ]  # the same forms, when there is room
    assert again == [3] * 16
    assert count() == {"people": 1, "sessions": 1, "attempts": 17, "responses": 51}


def limited(settings: Settings, make: Make, learner: Learner, pragma: str) -> Learner:
    """The same learner at an app each of whose connections has this limit."""
    stuck = make(settings)
    engine = stuck.state.database.engine
    event.listen(engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {pragma}").close())
    visitor = new_learner(stuck)
    visitor.client.cookies.update(learner.client.cookies)
    return visitor


def test_a_full_disk_in_the_middle_of_an_answer_stores_none_of_it(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = learner.open()
    respond = attempts.respond
    calls: list[str] = []

    def fill(connection: Connection, attempt: int, part: str, *rest: Any) -> None:
        calls.append(part)
        if len(calls) == 3:
            raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))
        respond(connection, attempt, part, *rest)

    with monkeypatch.context() as filling:
        filling.setattr("app.practice.store.attempts.respond", fill)
        assert learner.press(sheet, typed=RIGHT).status == 503
    assert count() == {}
    assert learner.press(sheet, typed=RIGHT).earned == 3


def test_a_read_only_database_still_shows_everything(
    settings: Settings, make: Make, learner: Learner, tmp_path: Path
) -> None:
    stored = learner.press(learner.open(), typed=RIGHT)
    file = sqlite_file(settings.database_url)
    url = f"sqlite:///file:{file}?mode=ro&uri=true"
    visitor = new_learner(make(settings.model_copy(update={"database_url": url})))
    visitor.client.cookies.update(learner.client.cookies)
    for address in ("/", "/topics", "/progress", "/progress.csv", stored.action, f"{stored.action}/solution"):
        assert visitor.get(address).status == 200
    assert visitor.press(visitor.open(), typed=RIGHT).status == 503
