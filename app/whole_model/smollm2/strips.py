"""The numbers of a token at a station as cells, in units: column by column, a head's numbers in each.

A cell's shade is measured in the strip's root mean square: a stream has a few numbers a hundred times as large as the
others, beside which all others would be white.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.whole_model.smollm2.layout import ROWS
from engine.parameters import Array

LEVELS = (0.5, 1.0, 2.0, 4.0)  # root mean squares from which on a cell is darker


@dataclass(frozen=True, kw_only=True, slots=True)
class Cells:
    """An SVG path for each shade that occurs, from "n4" (far below 0) to "p4"; ``changed``: around what the switches
    changed, ``lit``: around operands of the opened cell, ``opened`` around itself, ``head`` around the column of the
    chosen head or of the one that it reads."""

    shades: tuple[tuple[str, str], ...]
    changed: str = ""
    lit: str = ""
    opened: str = ""
    head: str = ""


def shades(numbers: Array, hidden: int | None = None) -> Iterator[tuple[str, str]]:
    """A path of strokes for each shade, a cell wide; neighbours in a column are drawn as one; a hidden number has
    none."""
    steps = _steps(numbers)
    if hidden is not None:
        steps[hidden] = 0
    for step in sorted(set(steps.tolist()) - {0}):
        runs = _runs(np.flatnonzero(steps == step).tolist())
        yield _named(step), "".join(f"M{column}.5 {row}v{count}" for column, row, count in runs)


def shade(numbers: Array, place: int) -> str:
    """The shade of one number in its strip, "" for none."""
    return _named(int(_steps(numbers)[place]))


def _steps(numbers: Array) -> np.ndarray[Any, np.dtype[np.int64]]:
    sizes = np.abs(numbers) / (float(np.sqrt(np.mean(numbers**2))) or 1.0)
    return np.asarray(np.searchsorted(LEVELS, sizes, side="right") * np.sign(numbers).astype(int))


def _named(step: int) -> str:
    return f"{'n' if step < 0 else 'p'}{abs(step)}" if step else ""


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Neighbours in a column: the column, the row of the first, and how many they are."""
    first = last = -1
    for place in [*places, -1]:
        if first >= 0 and place == last + 1 and place % ROWS:
            last = place
            continue
        if first >= 0:
            yield *divmod(first, ROWS), last - first + 1
        first = last = place


def outlines(places: Sequence[int]) -> str:
    """Frames around these cells; neighbours in a column have one."""
    return "".join(f"M{column} {row}h1v{count}h-1z" for column, row, count in _runs(places))


def around(places: Collection[int]) -> str:
    """Squares around these cells."""
    return "".join(f"M{place // ROWS} {place % ROWS}h1v1h-1z" for place in sorted(places))


def column(n: int) -> str:
    """A frame around a column."""
    return f"M{n} 0h1v{ROWS}h-1z"
