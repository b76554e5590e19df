"""The numbers of a token at a station as cells, in units: column by column, a head's numbers in each.

A cell's shade is measured in the strip's root mean square: a stream has a few numbers a hundred times as large as the
others, beside which all others would be white.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from app.whole_model.smollm2.layout import ROWS
from engine.parameters import Array

LEVELS = (0.5, 1.0, 2.0, 4.0)  # root mean squares from which on a cell is darker


@dataclass(frozen=True, kw_only=True, slots=True)
class Cells:
    """An SVG path for each shade that occurs, from "n4" (far below 0) to "p4"; ``lit``: around operands of the opened
    cell, ``opened`` around itself, ``head`` around the column of the chosen head or of the one that it reads."""

    shades: tuple[tuple[str, str], ...]
    lit: str = ""
    opened: str = ""
    head: str = ""


def shades(numbers: Array) -> Iterator[tuple[str, str]]:
    """A path of strokes for each shade, a cell wide; neighbours in a column are drawn as one."""
    sizes = np.abs(numbers) / (float(np.sqrt(np.mean(numbers**2))) or 1.0)
    steps = np.searchsorted(LEVELS, sizes, side="right") * np.sign(numbers).astype(int)
    for step in sorted(set(steps.tolist()) - {0}):
        yield (
            f"{'n' if step < 0 else 'p'}{abs(step)}",
            "".join(_strokes(np.flatnonzero(steps == step).tolist())),
        )


def _strokes(places: list[int]) -> Iterator[str]:
    first, last = places[0], places[0]
    for place in [*places[1:], -1]:
        if place == last + 1 and place % ROWS:
            last = place
            continue
        column, row = divmod(first, ROWS)
        yield f"M{column}.5 {row}v{last - first + 1}"
        first = last = place


def around(places: Collection[int]) -> str:
    """Squares around these cells."""
    return "".join(f"M{place // ROWS} {place % ROWS}h1v1h-1z" for place in sorted(places))


def column(n: int) -> str:
    """A frame around a column."""
    return f"M{n} 0h1v{ROWS}h-1z"
