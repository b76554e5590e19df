"""A platform that is registered here."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from app.lti import keys
from app.settings import Settings
from tests.app.learner import Make
from tests.app.lti.platform import Platform, platform
from tests.app.lti.visits import register, with_platforms


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
