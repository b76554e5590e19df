"""The page on platforms names tests that exist."""

import re

from app.settings import HOME


def test_each_step_of_the_page_is_shown_by_a_test_that_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", (HOME / "docs" / "lti.md").read_text("utf-8")))
    files = [
        *(HOME / "tests" / "app" / "lti").glob("test_*.py"),
        *(HOME / "tests" / "browser" / "lti").glob("test_*.py"),
    ]
    there = {
        name
        for file in files
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) > 30
    assert named - there == set()
