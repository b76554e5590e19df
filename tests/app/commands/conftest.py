"""A command line that works with a database of the test's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import cli
from app.settings import settings

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(
    database_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Said]:
    """Runs a command that works with the database: its status, what it printed, what it told beside."""
    monkeypatch.setenv("EXAMFORMER_DATABASE_URL", database_url)
    settings.cache_clear()

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit:
            cli.main([str(one) for one in arguments])
        printed = capsys.readouterr()
        assert isinstance(exit.value.code, int)
        return exit.value.code, printed.out, printed.err

    yield run
    settings.cache_clear()
