"""A plugin of pytest: what each test takes, by phase, and how many assertions held in it.

``--durations-to=FOLDER`` writes one JSON file for each run. Assertions are counted where pytest tells of them:
``-o enable_assertion_pass_hook=true``, with compiled files of their own (``PYTHONPYCACHEPREFIX``).
"""

import json
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

HELD = "assertions that held"
PYTESTS_OWN = "/_pytest/", "/pluggy/"


class Durations:
    """Counts in the workers, where tests run; gathers in the process that is told of all of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tests: dict[str, dict[str, Any]] = {}
        self._held = 0

    def pytest_assertion_pass(self) -> None:
        """Counts in our tests alone: pytest rewrites its plugins' modules, too, and some assert in each request."""
        frame = sys._getframe(1)
        while frame.f_back and any(part in frame.f_code.co_filename for part in PYTESTS_OWN):
            frame = frame.f_back
        self._held += "/site-packages/" not in frame.f_code.co_filename

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        report.user_properties.append((HELD, self._held))
        if marked := item.get_closest_marker("long"):
            report.user_properties.append(("long", marked.args[0]))
        self._held = 0
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = self._tests.setdefault(report.nodeid, {"held": 0, "long": ""})
        test[str(report.when)] = report.duration
        for name, value in report.user_properties:
            if name == HELD:
                test["held"] += value
            elif name == "long":
                test["long"] = value

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{os.getpid()}.json").write_text(json.dumps(self._tests), "utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--durations-to", type=Path, help="a folder for what each test took")


def pytest_configure(config: pytest.Config) -> None:
    if folder := config.getoption("--durations-to"):
        config.pluginmanager.register(Durations(folder))
