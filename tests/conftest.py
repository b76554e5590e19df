"""The seeds of this run: a few, rotated by the date, so that every day tries others; a failure says how to come back.

``EXAMFORMER_SEEDS`` (3, one for each level) is how many, ``EXAMFORMER_FIRST_SEED`` the first of them.
"""

import gc
import logging
import os
from collections import Counter
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

import hypothesis
import pytest

import app  # noqa: F401, before NumPy: it computes on one thread in the tests as it does in the product

HOW_MANY = int(os.environ.get("EXAMFORMER_SEEDS", "3"))
FIRST = int(os.environ.get("EXAMFORMER_FIRST_SEED", datetime.now(UTC).date().toordinal() % 10_000 * 1_000))
CASES = "cases of oracles"
CACHE = Path(__file__).resolve().parents[1] / ".pytest_cache" / "examformer"
os.environ["EXAMFORMER_CACHE"] = str(CACHE)  # no test writes into somebody's home

EXAMPLES = 100 if "EXAMFORMER_SEEDS" in os.environ else 40
# A busy machine is no fault of ours.
hypothesis.settings.register_profile("untimed", deadline=None, max_examples=EXAMPLES)
hypothesis.settings.load_profile("untimed")


@pytest.fixture(scope="session")
def seeds() -> range:
    """Seeds to draw with; what depends on chance loops over them and names the seed that failed."""
    return range(FIRST, FIRST + HOW_MANY)


@pytest.fixture
def asked() -> Counter[str]:
    """Counts the cases about which an oracle was asked; the run's end says how many there were."""
    return Counter()


def pytest_collection_finish() -> None:
    """Keeps what is imported by now until the end: no garbage is looked for among it. Torch keeps some forty loggers
    from the root, and pytest would put its handlers on each of them, six times for every test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger) and logger.name.partition(".")[0] == "torch":
            logger.propagate = True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.stats.get("passed", [])
    cases = sum(count for report in reports for name, count in report.user_properties if name == CASES)
    if cases:
        terminalreporter.write_line(f"In {cases:,} cases a key agreed with its oracle.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call" and isinstance(asked := item.funcargs.get("asked"), Counter):
        report.user_properties.append((CASES, asked.total()))
    if report.failed and "seeds" in getattr(item, "fixturenames", ()):
        chance = f"EXAMFORMER_FIRST_SEED={FIRST} EXAMFORMER_SEEDS={HOW_MANY}"
        report.sections.append(("the same seeds again", f"{chance} .venv/bin/pytest '{item.nodeid}'"))
    return report
