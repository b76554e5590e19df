"""Slips of the keys: which wrong numbers may be one, and which are none."""

import pytest

from engine.marking.key_slips import is_slip, meant
from engine.variants import Asked
from tests.engine.submissions import whole


def perplexity() -> Asked:
    """Comes to 3.36."""
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "perplexity")
    return variant.asked[0]


def surprisals() -> Asked:
    """Come to 0.69, 1.39, 2.08 and 0.69."""
    return whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "surprisals").asked[0]


@pytest.mark.parametrize(
    ("typed", "slip"),
    [
        ("9.36", "a digit"),
        ("3.63", "two digits in the wrong order"),
        ("33.6", "the decimal mark one place late"),
        ("336", "no decimal mark"),
        ("-3.36", "a sign"),
        (" 3,63 ", "a comma"),
    ],
)
def test_one_slip_from_a_right_answer_may_be_one(typed: str, slip: str) -> None:
    assert is_slip(perplexity(), [typed], [0]), slip


@pytest.mark.parametrize("typed", ["5.12", "55.12", "-3.63", "2.31", "", "abc", "3.63*1", "3 36", "9" * 30])
def test_anything_farther_off_is_none(typed: str) -> None:
    assert not is_slip(perplexity(), [typed], [0])


def test_a_number_that_rounding_may_have_moved_is_no_slip() -> None:
    assert not is_slip(perplexity(), ["3.38"], [0])


def test_in_a_short_number_another_digit_is_no_slip() -> None:
    assert "12" not in meant("17")
    assert "71" in meant("17")


def test_of_several_cells_one_alone_may_have_slipped() -> None:
    assert is_slip(surprisals(), ["0.69", "1.39", "2.80", "0.69"], [2])
    assert not is_slip(surprisals(), ["0.69", "1.93", "2.80", "0.69"], [1, 2])


def test_a_number_whose_sign_was_typed_may_be_meant_without_it_and_otherwise() -> None:
    assert {"0.5", "-.05", "-05.", "-05"} <= set(meant("-0.5"))
