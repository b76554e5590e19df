"""The real model's stand-in: a file of drawn weights."""

import pytest

from app.whole_model.smollm2 import readings, shown
from tests.app.whole_model.reading import Drawn


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "possible", lambda: True)
    monkeypatch.setattr(shown, "file", Drawn)
