"""The context of a request: the person behind it is found once."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from app.identity.store import people
from app.identity.store.people import Person
from tests.app.learner import RIGHT, Learner


@pytest.fixture
def lookups(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cookies whose person was looked up."""
    seen: list[str] = []
    find: Callable[[Connection, str], Person] = people.with_token

    def with_token(connection: Connection, token: str) -> Person:
        seen.append(token)
        return find(connection, token)

    monkeypatch.setattr(people, "with_token", with_token)
    return seen


@pytest.mark.parametrize(
    "address",
    ["/", "/topics", "/progress", "/grid", "/map", "/exams", "/exams/full", "/lab", "/account", "/courses"],
)
def test_the_session_of_a_request_is_looked_up_once(
    learner: Learner, lookups: list[str], address: str
) -> None:
    learner.press(learner.open(), typed=RIGHT)
    lookups.clear()
    learner.get(address)
    assert len(lookups) == 1


def test_nor_is_it_looked_up_twice_where_a_sheet_is_answered(learner: Learner, lookups: list[str]) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    lookups.clear()
    learner.press(sheet, typed=RIGHT, follow=False)
    assert len(lookups) == 1
