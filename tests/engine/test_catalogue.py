"""Every family is found by its file; nothing is registered."""

from pathlib import Path

import pytest

import engine.families
from engine import catalogue


def test_every_file_is_a_family_of_its_name() -> None:
    files = Path(next(iter(engine.families.__path__))).glob("*/[a-z]*.py")
    assert {(file.stem, file.parent.name) for file in files} == {
        (family.id, family.subject) for family in catalogue.families().values()
    }


def test_an_unknown_family_suggests_the_nearest_one() -> None:
    with pytest.raises(catalogue.UnknownFamily, match="did you mean 'attention'"):
        catalogue.find("atention")
    with pytest.raises(catalogue.UnknownFamily) as unknown:
        catalogue.find("xyz")
    assert str(unknown.value) == "there is no family 'xyz'"
