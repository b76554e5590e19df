"""Long formulas in pieces: together they say what the formula says."""

import re
from math import e, sqrt

import pytest

from app.whole_model.breaking import pieces
from app.whole_model.state import State
from app.whole_model.whole_model import view
from engine.whole_model.stations import Cell


def value(formula: str) -> float:
    """Returns what a formula in LaTeX without \\frac comes to."""
    plain = re.sub(r"e\^\{([^}]*)\}", r"E**(\1)", formula.replace(r"\cdot", "*").replace("{} +", "+"))
    plain = re.sub(r"\\sqrt\{([^}]*)\}", r"sqrt(\1)", plain)
    return float(eval(plain, {"E": e, "sqrt": sqrt}))


@pytest.mark.parametrize(
    "cell", [Cell("1-score", 3, 1), Cell("1-weight", 3, 2), Cell("2-weight", 3, 7), Cell("1-mix", 3, 4)]
)
def test_the_pieces_of_a_long_formula_come_to_the_same_and_none_is_long(cell: Cell) -> None:
    line = view(State(opened=cell)).line
    assert line is not None
    found = pieces(line.numbers)
    assert len(found) >= 4
    assert max(map(len, found)) < 30
    assert value(" ".join(found)) == pytest.approx(line.by_hand)


def test_a_short_formula_stays_whole() -> None:
    for formula in (
        r"0.10 + (-0.20)",
        r"\frac{e^{1.00}}{4.00}",
        r"\frac{1.00 - 0.20}{0.50} \cdot 2.00 + 0.10",
        "0",
    ):
        assert pieces(formula) == [formula]
