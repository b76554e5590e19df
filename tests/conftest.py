"""The seeds of this run: a few, rotated by the date, so that every day tries others; a failure says how to come back.

``EXAMFORMER_SEEDS`` (20) is how many, ``EXAMFORMER_FIRST_SEED`` the first of them.
"""

import os
from collections.abc import Generator
from datetime import UTC, datetime

import pytest

HOW_MANY = int(os.environ.get("EXAMFORMER_SEEDS", "20"))
FIRST = int(os.environ.get("EXAMFORMER_FIRST_SEED", datetime.now(UTC).date().toordinal() % 10_000 * 1_000))


@pytest.fixture(scope="session")
def seeds() -> range:
    """Seeds to draw with; what depends on chance loops over them and names the seed that failed."""
    return range(FIRST, FIRST + HOW_MANY)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and "seeds" in getattr(item, "fixturenames", ()):
        chance = f"EXAMFORMER_FIRST_SEED={FIRST} EXAMFORMER_SEEDS={HOW_MANY}"
        report.sections.append(("the same seeds again", f"{chance} .venv/bin/pytest '{item.nodeid}'"))
    return report
