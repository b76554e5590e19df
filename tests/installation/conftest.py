"""Both releases as wheels, and an environment of the locked packages in which either can be installed."""

from pathlib import Path

import pytest

from app.settings import HOME
from tests.installation.installed import Installed
from tests.installation.packages import environment, wheel
from tests.installation.release_before import wheel_of_the_release_before


@pytest.fixture(scope="session")
def this_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel(HOME, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def release_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of_the_release_before(tmp_path_factory.mktemp("before"))


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("environment"))


@pytest.fixture
def installed(python: Path, tmp_path: Path) -> Installed:
    (folder := tmp_path / "here").mkdir()
    return Installed(python, folder)


@pytest.fixture
def elsewhere(python: Path, tmp_path: Path) -> Installed:
    """The same program in another empty folder, as on another machine."""
    (folder := tmp_path / "elsewhere").mkdir()
    return Installed(python, folder)
