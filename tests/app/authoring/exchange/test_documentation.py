"""The documentation says of the formats what the code does."""

import re
from pathlib import Path

from app.authoring.exchange.formats import ABOUT
from app.authoring.exchange.moodle import reading as moodle
from app.authoring.exchange.qti import reading as qti

TEXT = (Path(__file__).resolve().parents[4] / "docs" / "exchange.md").read_text("utf-8")
ROW = re.compile(r"^\| ([^|]+) \| (yes)? ?\|", re.M)


def test_the_table_names_the_formats_that_go_out() -> None:
    assert {title for title, out in ROW.findall(TEXT) if out} == {about.title for about in ABOUT.values()}


def test_every_type_that_is_read_is_named() -> None:
    named = set(re.findall(r"`(\w+)`", TEXT))
    assert moodle.KINDS.keys() | {"cloze", "gapselect", "ddwtos", "calculated"} <= named
    assert named >= qti.KNOWN
    assert {word for word in named if word.endswith("Interaction")} == qti.KNOWN
