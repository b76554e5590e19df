"""An author says how far beside the key an answer may lie."""

from pathlib import Path

import pytest

from engine import variants
from engine.bank import written
from engine.marking.marking import PartMark, Rule, mark
from engine.questions import Question
from engine.validation.locations import Broken
from engine.variants import Variant

TEXT = """title = "A constant"
kind = "formula"
section = "2.5"
statement = "How much is it?"

[[steps]]
name = "answer"
title = "Answer"
value = "{value}"
form = "{form}"
tolerance = {tolerance}
"""


def read(value: str = "3.14159", form: str = "fixed", tolerance: str = "0.2") -> Question | list[Broken]:
    text = TEXT.format(value=value, form=form, tolerance=tolerance)
    return written(text, Path("mine/constant.toml"))


def drawn(value: str = "3.14159", form: str = "fixed", tolerance: str = "0.2") -> Variant:
    question = read(value, form, tolerance)
    assert isinstance(question, Question), question
    return variants.draw(question, 0, question.default_level)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("3.14", Rule.EXACT),
        ("3.3", Rule.ROUNDED),
        ("2.95", Rule.ROUNDED),
        ("3.4", Rule.WRONG),
        ("2.9", Rule.WRONG),
    ],
)
def test_an_answer_within_the_tolerance_is_right(typed: str, rule: Rule) -> None:
    (found,) = mark(drawn(), {"answer": [typed]}).values()
    assert isinstance(found, PartMark)
    assert found.rule is rule


@pytest.mark.parametrize(("value", "tolerance"), [("3.14159", "2"), ("0", "0.5"), ("3.14159", "100")])
def test_a_tolerance_may_be_as_wide_as_its_author_says(value: str, tolerance: str) -> None:
    (band,) = drawn(value, tolerance=tolerance).asked[0].bands
    assert band is not None
    assert (band.low, band.high) == (float(value) - float(tolerance), float(value) + float(tolerance))


def test_a_tolerance_narrower_than_rounding_takes_nothing_away() -> None:
    assert drawn(tolerance="0.0001").asked[0].bands == drawn(tolerance="0").asked[0].bands


@pytest.mark.parametrize("tolerance", ["-1", "1e31", '"wide"'])
def test_a_tolerance_is_a_number_from_0_up(tolerance: str) -> None:
    found = read(tolerance=tolerance)
    assert isinstance(found, list)
    assert found[0].key == "steps.tolerance"
