"""Texts compared line by line, as a diff would say it, and to an end."""

import difflib
from random import Random

import pytest

from app.authoring.text_diff import beside, changes
from engine.deadline import TakesTooLong, within


@pytest.mark.parametrize("seed", range(40))
def test_what_changed_is_what_a_diff_says(seed: int) -> None:
    chance = Random(seed)
    old, new = ("\n".join(chance.choices("abcdefgh", k=chance.randrange(60))) for _ in range(2))
    new = old if seed == 0 else new
    said = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm=""))[2:]
    assert [sign + line for sign, line in changes(old, new)] == said


def test_two_texts_of_which_many_lines_are_alike_are_given_up() -> None:
    """Under a limit with two seconds; that of which each line stands in a hundredth of the text took longer."""
    chance = Random(1)
    old, new = ("\n".join(chance.choices([f"{n}" for n in range(110)], k=3000)) for _ in range(2))
    for compare in (beside, changes):
        with within(-1.0), pytest.raises(TakesTooLong):
            list(compare(old, new))
