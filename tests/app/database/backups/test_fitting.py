"""What one kind of database cannot hold is named with its row, its column and the reason."""

import math
from typing import Any

import pytest

from app.database.backups import contents
from app.database.backups.errors import DoesNotFit
from app.database.backups.fitting import checked
from app.database.connection import Database
from app.database.schema import entries, learners, metadata, people, skill_states
from tests.every import for_each

PERSON = {"id": 1, "name": "Ada", "role": "student", "extra_time": 0, "break_minutes": 0}
ENTRY = {"id": 1, "sitting_id": 1, "place": 1, "field": "x", "revision": 1, "text": ""}
LEARNER = {"person_id": 1, "mean": 0.5, "variance": 1.0}


def row_of(table: str, values: dict[str, Any]) -> list[Any]:
    return [values.get(column.name) for column in metadata.tables[table].c]


@for_each(
    [
        ("people", "postgresql", PERSON, {"name": "a\0b"}, "people, id 1: name holds a NUL character"),
        (
            "people",
            "postgresql",
            PERSON,
            {"role": "0123456789abcdefg"},
            "role is 17 characters long, and may be 16",
        ),
        ("people", "postgresql", PERSON, {"id": 2**31}, "id is 2147483648, which needs more than 32 bits"),
        ("people", "postgresql", PERSON, {"extra_time": -(2**31) - 1}, "extra_time is -2147483649, which"),
        ("entries", "postgresql", ENTRY, {"revision": 2**63}, "needs more than 64 bits"),
        ("entries", "postgresql", ENTRY, {"text": "\0"}, "text holds a NUL character"),
        ("learners", "sqlite", LEARNER, {"mean": math.nan}, "learners, person_id 1: mean is not a number"),
    ]
)
def test_what_does_not_fit_is_named(case: tuple[str, str, dict[str, Any], dict[str, Any], str]) -> None:
    table, into, values, wrong, said = case
    check = checked(metadata.tables[table], into)
    assert check(good := row_of(table, values)) == good
    with pytest.raises(DoesNotFit) as refused:
        check(row_of(table, values | wrong))
    assert said in str(refused.value)


def test_what_is_at_the_edge_fits() -> None:
    for table, into, values in (
        (
            people,
            "postgresql",
            PERSON | {"id": 2**31 - 1, "role": "r" * 16, "name": "🙂" * 80, "extra_time": -(2**31)},
        ),
        (entries, "postgresql", ENTRY | {"revision": -(2**63), "text": "x" * 100_000}),
        (learners, "sqlite", LEARNER | {"mean": math.inf}),
        (people, "sqlite", PERSON | {"name": "\0", "id": 2**63 - 1}),
    ):
        assert checked(table, into)(row_of(table.name, values))


def test_a_key_of_several_columns_is_named_whole() -> None:
    wrong = {"person_id": 7, "skill": "softmax", "mean": math.nan}
    with pytest.raises(DoesNotFit, match="skill_states, person_id 7, skill 'softmax': mean is not a number"):
        checked(skill_states, "sqlite")(row_of("skill_states", wrong))


def test_a_time_that_is_none_is_named_with_its_table(store: Database) -> None:
    with store.write() as connection:
        connection.exec_driver_sql("INSERT INTO people (created_at, name, role) VALUES ('soon', '', 'guest')")
        with pytest.raises(DoesNotFit, match=r"A row of people cannot be read: .*soon"):
            list(contents.batches(connection, people))


def test_a_bare_number_in_json_is_the_same_from_either(store: Database) -> None:
    """SQLite makes numbers of them: 1 of 1.0, and of long ones those that come nearest."""
    for text, read in (
        ("1.0", "1"),
        ("-7", "-7"),
        ("0.30000000000000004", "0.30000000000000004"),
        ('"1.0"', '"1.0"'),
    ):
        assert contents._json(text) == read
        with store.read() as connection:
            connection.exec_driver_sql("CREATE TEMP TABLE t (x JSON)")
            connection.exec_driver_sql("INSERT INTO t VALUES (?)", (text,))
            (stored,) = connection.exec_driver_sql("SELECT x FROM t").one()
            assert contents._json(stored) == read
            connection.exec_driver_sql("DROP TABLE t")
    assert contents._json(None) is None
    assert contents._json("12345678901234567890") == contents._json(1.2345678901234567e19)
