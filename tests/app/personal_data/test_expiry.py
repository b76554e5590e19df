"""A year after a cookie was set its session ends, and a guest who has no other one leaves no row."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import people, sessions
from app.personal_data import expiry
from app.personal_data.room import ROOM
from tests.app.accounts.members import is_signed_in, sign_in, sign_up
from tests.app.learner import COSINE, Count, Learner, always_on_both, new_learner
from tests.app.personal_data.worked import work

NOW = datetime(2026, 12, 1, tzinfo=UTC)
JUST_BEFORE, AFTER = NOW - timedelta(days=371, hours=23), NOW - timedelta(days=372, minutes=1)


def begun(store: Database, at: datetime) -> None:
    """All sessions there are began at that moment."""
    with store.write() as connection:
        connection.execute(update(sessions).values(created_at=at))


@always_on_both
def test_nothing_is_left_of_a_guest_whose_cookie_has_expired(
    app: FastAPI, learner: Learner, store: Database, count: Count
) -> None:
    work(app, learner)
    rows = count()
    begun(store, JUST_BEFORE)
    assert expiry.forget_expired(store, NOW) == 0
    assert count() == rows
    begun(store, AFTER)
    other = new_learner(app)
    other.press(other.open(COSINE), typed={"dot": "1"})
    assert expiry.forget_expired(store, NOW) == 1
    left = count()
    assert left["people"] == left["sessions"] == left["attempts"] == 1
    other.send("/account/data/deletion", {"said": "delete"})
    assert count() == {}


def test_an_account_stays_and_signs_in_again(app: FastAPI, learner: Learner, store: Database) -> None:
    learner.press(learner.open(COSINE), typed={"dot": "1"})
    sign_up(learner)
    begun(store, AFTER)
    elsewhere = new_learner(app)
    sign_in(elsewhere)
    assert expiry.forget_expired(store, NOW) > 0
    assert not is_signed_in(learner)
    assert is_signed_in(elsewhere)
    sign_in(learner)
    assert is_signed_in(learner)
    with store.read() as connection:
        assert connection.execute(select(people.c.email)).scalar_one()


def test_many_that_expired_together_end_in_rounds(
    app: FastAPI, store: Database, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        one = new_learner(app)
        one.press(one.open(COSINE), typed={"dot": "1"})
    begun(store, datetime.now(UTC) - timedelta(days=400))
    monkeypatch.setattr(expiry, "MOST", 2)
    (forget,) = ROOM.housekeeping
    assert [forget(store), forget(store), forget(store)] == [2, 1, 0]
    assert count() == {}
