"""A line of arithmetic, and the numbers in it as they are shown."""

from dataclasses import dataclass

from engine.answers.forms import Fixed
from engine.whole_model.stations import Cell, Station, stations

PLACES = 2  # decimals of every number on the page


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """The arithmetic of a cell: ``words`` say what it is, ``numbers`` in LaTeX how, its ``value`` is the model's, and
    ``by_hand`` what the numbers come to as they are shown. ``operands``: the cells upstream; parameters are none."""

    cell: Cell
    words: str
    numbers: str
    value: float
    by_hand: float
    operands: tuple[Cell, ...]


def shown(x: float) -> str:
    """A number as the page shows it."""
    return Fixed(PLACES).show(x)


def read(x: float) -> float:
    """The number that one reads."""
    return float(shown(x))


def factor(x: float) -> str:
    """A number inside a product or sum: in brackets if it is negative."""
    return bracketed(shown(x))


def bracketed(text: str) -> str:
    """A number's text, in brackets if it begins with a minus."""
    return f"({text})" if text.startswith("-") else text


def before(station: Station, name: str = "") -> Station:
    """The station just before, or the one of this name in its block."""
    if name:
        return next(one for one in stations() if one.block == station.block and one.name == name)
    return stations()[stations().index(station) - 1]
