"""Details of a person from a launch are kept for minutes; what a platform knows of them goes with their account."""

from datetime import UTC, datetime, timedelta

from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import lti_launches
from app.lti.room import ROOM
from tests.app.learner import Count
from tests.app.lti.platform import INSTRUCTOR, Platform
from tests.app.lti.visits import visit


def test_what_a_launch_says_is_deleted_once_its_time_is_over(
    app: FastAPI, there: Platform, store: Database, count: Count
) -> None:
    visit(app, there).launch(there.user("ada"), there.link())
    for each in ROOM.housekeeping:
        each(store)
    assert count()["lti_launches"] == 1
    with store.write() as connection:
        before = datetime.now(UTC) - timedelta(seconds=1)
        connection.execute(update(lti_launches).values(ends_at=before))
    for each in ROOM.housekeeping:
        each(store)
    assert "lti_launches" not in count()


def test_who_deletes_the_account_is_new_to_the_platforms_launches(
    app: FastAPI, there: Platform, count: Count
) -> None:
    lin = visit(app, there)
    lin.enter(there.user("lin", name="Lin", email="lin@x.org", roles=[INSTRUCTOR]), there.link())
    lin.learner.send("/lti/entry/course", {"title": "Language models"})
    before = count()
    ada = visit(app, there)
    ada.enter(there.user("ada"), there.link("/study/2.5"))
    ada.learner.send("/account/data/deletion", {"said": "delete"})
    after = count()
    for table in ("people", "identities", "lti_members", "members"):
        assert after[table] == before[table], table
    assert visit(app, there).enter(there.users["ada"], there.link("/study/2.5")).address == "/study/2.5"
