"""A campus that is served, once for a run."""

from collections.abc import Iterator

import pytest

from tests.browser.campus import Grounds, served


@pytest.fixture(scope="session")
def grounds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grounds]:
    desk, found = served(tmp_path_factory.mktemp("campus"))
    try:
        desk.start()
        yield found
    finally:
        desk.stop()
