"""The changelog has this release, and says of its migrations what somebody who upgrades must know."""

import re
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest
from alembic import command
from alembic.config import Config
from packaging.version import Version
from sqlalchemy import create_engine, event

from app import __version__
from app.database import migration
from app.resources import resource
from app.settings import HOME, Settings
from tests.installation.release_before import VERSION

MIGRATIONS = re.compile(r"^- Migrations: (\d{4}) to (\d{4})\.", re.M)


class Entry(NamedTuple):
    version: Version
    date: date
    text: str

    @property
    def migrations(self) -> tuple[int, int]:
        found = MIGRATIONS.search(self.text)
        assert found, f"{self.version} does not say which migrations it has"
        return int(found[1]), int(found[2])


def entries() -> list[Entry]:
    _, *rest = re.split(r"^## (.+)$", (HOME / "docs" / "changelog.md").read_text("utf-8"), flags=re.M)
    made = []
    for head, text in zip(rest[::2], rest[1::2], strict=True):
        version, _, day = head.partition(" – ")
        made.append(Entry(Version(version), date.fromisoformat(day), text))
    return made


ENTRIES = entries()
NEWEST, BEFORE, *_ = ENTRIES


def test_the_newest_entry_is_this_version_and_the_one_below_the_release_that_is_upgraded() -> None:
    assert [str(NEWEST.version), str(BEFORE.version)] == [__version__, VERSION]


def test_versions_descend_and_no_release_is_older_than_the_one_below() -> None:
    versions = [entry.version for entry in ENTRIES]
    assert versions == sorted(set(versions), reverse=True)
    dates = [entry.date for entry in ENTRIES]
    assert dates == sorted(dates, reverse=True)


def test_every_migration_belongs_to_one_release() -> None:
    ranges = [entry.migrations for entry in reversed(ENTRIES)]
    assert ranges[0][0] == 1
    assert [last + 1 for _, last in ranges] == [
        *(first for first, _ in ranges[1:]),
        int(migration.head()) + 1,
    ]


def test_each_setting_that_it_names_is_one() -> None:
    named = set(re.findall(r"EXAMFORMER_[A-Z_]+", NEWEST.text))
    assert named
    assert named <= {f"EXAMFORMER_{name}".upper() for name in Settings.model_fields}


# Migrations that a server of the release before might not bear, or that take long


def only_adds(statements: list[str]) -> bool:
    """True if a server that knows nothing of the migration goes on as before, and a large table costs nothing."""
    made = {name for text in statements for name in re.findall(r"^CREATE TABLE (\w+)", text)}
    return all(adds(text, made) for text in statements)


def adds(statement: str, made: set[str]) -> bool:
    if index := re.match(r"CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)", statement):
        return index[1] in made
    if statement.startswith("ALTER TABLE"):
        required = "NOT NULL" in statement and "DEFAULT" not in statement
        return " ADD COLUMN " in statement and not required
    return statement.startswith("CREATE TABLE ") and "_alembic_tmp_" not in statement


def statements_of(first: int, file: Path) -> dict[str, list[str]]:
    """What each migration from this one on does to an empty database, without what only reads."""
    config = Config()
    config.set_main_option("script_location", str(resource("migrations")))
    engine, found = create_engine(f"sqlite:///{file}"), defaultdict(list)
    at = [""]

    @event.listens_for(engine, "before_cursor_execute")
    def note(_: object, __: object, statement: str, *___: object) -> None:
        text = " ".join(statement.split())
        if "alembic_version" not in text and not text.startswith(("PRAGMA", "SELECT")):
            found[at[0]].append(text)

    with engine.connect() as connection:
        config.attributes["connection"] = connection
        for number in range(first - 1, int(migration.head()) + 1):
            at[0] = f"{number:04}"
            command.upgrade(config, at[0])
    engine.dispose()
    return {revision: found[revision] for revision in found if int(revision) >= first}


def test_a_migration_that_does_more_than_add_is_told(tmp_path: Path) -> None:
    first, last = NEWEST.migrations
    done = statements_of(first, tmp_path / "empty.db")
    assert done.keys() <= {f"{number:04}" for number in range(first, last + 1)}
    said = set(re.findall(r"\b\d{4}\b", MIGRATIONS.sub("", NEWEST.text)))
    assert [revision for revision in done if not only_adds(done[revision]) and revision not in said] == []


@pytest.mark.parametrize(
    ("statement", "only"),
    [
        ("CREATE TABLE comets (id INTEGER)", True),
        ("CREATE TABLE _alembic_tmp_people (id INTEGER)", False),
        ("ALTER TABLE people ADD COLUMN comet INTEGER", True),
        ("ALTER TABLE people ADD COLUMN comet INTEGER DEFAULT '0' NOT NULL", True),
        ("ALTER TABLE people ADD COLUMN comet INTEGER NOT NULL", False),
        ("ALTER TABLE people RENAME TO persons", False),
        ("ALTER TABLE people DROP COLUMN email", False),
        ("CREATE INDEX ix_people_email ON people (email)", False),
        ("UPDATE people SET email = lower(email)", False),
        ("DROP TRIGGER trail_no_delete", False),
    ],
)
def test_what_only_adds_is_told_apart_from_what_does_more(statement: str, only: bool) -> None:
    assert only_adds([statement]) is only


def test_an_index_of_a_new_table_only_adds() -> None:
    assert only_adds(["CREATE TABLE comets (id INTEGER)", "CREATE INDEX ix_comets_id ON comets (id)"])
