"""A platform that is registered here."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import lti_contexts, lti_scores
from app.lti import keys
from app.lti.marks import sending
from app.settings import Settings
from tests.app.learner import Make
from tests.app.lti.platform import Platform, platform
from tests.app.lti.visits import register, with_platforms

Send = Callable[[], int]


@pytest.fixture
def there() -> Iterator[Platform]:
    with platform() as served:
        yield served


@pytest.fixture
def app(settings: Settings, make: Make, there: Platform) -> FastAPI:
    made = make(with_platforms(settings))
    register(made, there)
    there.published = lambda: keys.published(made.state.database)
    return made


@pytest.fixture
def send(app: FastAPI) -> Send:
    """The worker's job, done at a moment when everything is due."""

    def sent() -> int:
        database: Database = app.state.database
        with database.write() as connection:
            long_ago = datetime.now(UTC) - timedelta(hours=3)
            connection.execute(update(lti_contexts).values(look_at=long_ago, claimed_until=None))
            connection.execute(update(lti_scores).values(next_at=None))
        return sending.send_due(database, app.state.library)

    return sent
