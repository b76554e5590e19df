"""Numbers that papers and tools have printed come out of the families, within the digits that were printed."""

import json
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import catalogue
from engine.answers import cells
from engine.chain import run

REFERENCE = Path(engine.__path__[0]) / "reference"
ENTRIES: list[dict[str, Any]] = json.loads((REFERENCE / "published.json").read_text("utf-8"))["entries"]


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_published_number_comes_out(entry: dict[str, Any]) -> None:
    family = catalogue.find(entry["family"])
    answers = cells.plain(run(family, family.parameters.of(entry["parameters"])).answers())
    value = reduce(lambda inside, name: inside[name], entry["answer"].split("."), answers)
    assert value == pytest.approx(entry["value"], rel=entry["within"], abs=0), entry["source"]


def test_every_number_has_its_source() -> None:
    assert all(len(entry["source"]) > 10 for entry in ENTRIES)
