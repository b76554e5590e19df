"""The forms in which answers are written: last places, rounding as on paper, showing and reading back."""

import math
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.answers.forms import (
    Choice,
    Fixed,
    Integer,
    Position,
    Positions,
    Scientific,
    Tokens,
    TokenSet,
    exponent_of,
    rounded_in,
    same_words,
    text_latex,
)
from engine.answers.reading import Number, Unreadable
from engine.solutions.mathml import mathml


@pytest.mark.parametrize(
    ("form", "x", "u"),
    [
        (Fixed(2), 123.4, 0.01),
        (Fixed(4), 0.1, 0.0001),
        (Scientific(2), 5.88e21, 1e19),
        (Scientific(2), 9.999e-7, 1e-9),
        (Scientific(3), 1e5, 100),
        (Integer(), 168, 0),
    ],
)
def test_the_last_place_is_that_of_the_form(form: Any, x: float, u: float) -> None:
    assert form.last_place(x) == pytest.approx(u)


@pytest.mark.parametrize(
    ("x", "shown"),
    [
        (0.125, "0.13"), (-0.125, "-0.13"), (2.675, "2.68"), (1.005, "1.01"), (0.004, "0.00"), (-0.004, "0.00"),
        (0, "0.00"), (999.999, "1000.00"), (-math.inf, "-inf"), (math.inf, "inf"), (3, "3.00"),
    ],
)  # fmt: skip
def test_halves_go_away_from_zero_as_on_paper(x: float, shown: str) -> None:
    assert Fixed(2).show(x) == shown
    if math.isfinite(x):
        assert Fixed(2).rounded(x) == pytest.approx(float(shown))


def test_rounding_is_that_of_decimals_typed_on_paper() -> None:
    rng = Random(5)
    for _ in range(2000):
        typed = f"{rng.randint(-20_000, 20_000)}.{rng.randint(0, 999):03}"
        paper = Decimal(typed).quantize(Decimal("0.01"), ROUND_HALF_UP)
        assert Fixed(2).rounded(float(typed)) == float(paper), typed


@pytest.mark.parametrize(
    ("x", "shown"),
    [
        (5.88e21, "5.88e21"),
        (2886751345.9, "2.89e9"),
        (9.999e9, "1.00e10"),
        (0.00123, "1.23e-3"),
        (-5e5, "-5.00e5"),
    ],
)
def test_scientific_numbers_have_a_mantissa_of_two_decimals(x: float, shown: str) -> None:
    assert Scientific(2).show(x) == shown
    assert Scientific(2).rounded(x) == float(shown)


def test_integers_are_shown_whole() -> None:
    assert Integer().show(124_439_808) == "124439808"
    assert Integer().rounded(7) == 7


@pytest.mark.parametrize("form", [Fixed(2), Fixed(4), Scientific(2), Integer()])
def test_what_is_shown_can_be_read_again(form: Any) -> None:
    rng = Random(3)
    for _ in range(300):
        x = rng.choice((1, -1)) * rng.random() * 10 ** rng.randint(-3, 6)
        x = round(x) if isinstance(form, Integer) else x
        read = form.read(form.show(x))
        assert isinstance(read, Number)
        assert float(read.value) == pytest.approx(form.rounded(x))


def test_tokens_and_sets_can_be_read_again() -> None:
    pair = ("est", "</w>")
    assert Tokens().read(Tokens().show(pair)) == pair
    assert TokenSet().read(TokenSet().show(pair)) == frozenset(pair)
    assert Choice("candidates", ("cat", "dog")).read(" cat ") == "cat"


def test_places_go_by_their_names() -> None:
    names = ("cat", "dog", "New York")
    assert Position("classes", names).read("dog") == 1
    assert Position("classes", names).show(1) == "dog"
    ticks = Positions("classes", names)
    for places in ((), (0,), (0, 2), (2,), (0, 1, 2)):
        assert ticks.read(ticks.show(places)) == places
    assert ticks.read("dog cat") == (0, 1)
    assert Positions("marks", (",", "a, b")).read(",\na, b") == (0, 1)
    assert Positions("marks", ("a, b", "c")).read("a, b") == (0,)
    assert ticks.read("cat, cow") == Unreadable(
        "Please choose one of these: cat, dog, New York.", None, "cow"
    )
    assert same_words(ticks, (0, 1), (1, 0))


def test_a_value_of_any_shape_is_rounded_cell_by_cell() -> None:
    value = {"a": np.array([[0.125, -0.125]]), "b": [1.005, 2.0]}
    rounded = rounded_in(Fixed(2), value)
    assert rounded["a"].tolist() == [[0.13, -0.13]]
    assert rounded["b"] == [1.01, 2.0]
    assert rounded_in(Scientific(2), np.array([2886751345.9])).tolist() == [2.89e9]
    assert rounded_in(Fixed(2), np.array([-math.inf])).tolist() == [-math.inf]
    assert rounded_in(Tokens(), ("e", "s")) == ("e", "s")


@pytest.mark.parametrize(
    ("x", "e"),
    [(1, 0), (9.99, 0), (10, 1), (1000, 3), (999.9999999999999, 2), (0.1, -1), (1e-7, -7), (0, 0), (-250, 2)],
)
def test_the_exponent_is_where_the_first_digit_stands(x: float, e: int) -> None:
    assert exponent_of(x) == e
    assert exponent_of(math.inf) == 0


def test_every_form_writes_latex() -> None:
    odd = ("a_b", "</w>", "{", "\\", "#$%&~^")
    for written in (
        Fixed(2).latex(-math.inf), Fixed(2).latex(1.5), Scientific(2).latex(5.88e21), Integer().latex(124439808),
        Tokens().latex(odd), TokenSet().latex(odd), Choice("candidates").latex("50 %"),
    ):  # fmt: skip
        assert mathml(written).startswith("<math")


def test_words_inside_mathematics_are_escaped() -> None:
    assert text_latex("a_b") == r"\text{a\_b}"
    assert "&lt;/w&gt;" in mathml(text_latex("</w>"))
    for code in (*range(128), 0xE9, 0x4E2D, 0x1F642):
        assert mathml(text_latex(f"a{chr(code)}b")).startswith("<math"), code
    assert "<mtext>a\\b_{}#$%&amp;</mtext>" in mathml(text_latex("a\\b_{}#$%&"))


def test_a_number_that_nobody_would_write_out_is_told_with_a_power_of_ten() -> None:
    assert Fixed(2).latex(2.688e43) == r"2.6880 \times 10^{43}"
    assert Fixed(2).latex(123456789.0) == "123456789.00"
    assert Fixed(2).latex(float("-inf")) == r"-\infty"
