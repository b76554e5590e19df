"""The layout of a heat map."""

import math
from dataclasses import dataclass

from engine.answers.forms import Fixed
from engine.solutions.pictures import HeatMap

WRITTEN = Fixed()  # halves as in the table
CELL = (64.0, 44.0)
MOST_WRITTEN = 13  # columns or rows; more are drawn small, without their numbers


@dataclass(frozen=True, kw_only=True, slots=True)
class HeatCell:
    """A cell: its row and column, counted from 0, its upper left corner, its darkness from 0 to 1, whether its value is
    ``below`` 0, and its text."""

    row: int
    column: int
    x: float
    y: float
    dark: float
    below: bool
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnHeatMap:
    """Cells of one size, names of columns and rows (place and text), frames (corners), the corner of every place with
    its row and column, counted from 1, and the size of the view box."""

    cells: tuple[HeatCell, ...]
    cell: tuple[float, float]
    columns: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    frames: tuple[tuple[float, float], ...]
    places: tuple[tuple[float, float, int, int], ...]
    left: float
    size: tuple[float, float]


def heat_map(picture: HeatMap) -> DrawnHeatMap:
    """Lays out a heat map. In a small one every cell has its number and every name is shown;
    in a large one about every eighth name."""
    many = max(len(picture.rows), len(picture.columns))
    small = many <= MOST_WRITTEN
    side = max(8.0, min(26.0, 400.0 // many))
    width, height = CELL if small else (side, side)
    left = 12 + 8.0 * max(map(len, picture.rows))
    furthest = max((abs(x) for row in picture.values for x in row if math.isfinite(x)), default=0)
    most = max(picture.most, furthest) or 1.0
    cells = tuple(
        HeatCell(
            row=i,
            column=j,
            x=left + width * j,
            y=28 + height * i,
            dark=round(abs(x) / most, 3),
            below=x < 0,
            text=WRITTEN.show(x) if small else "",
        )
        for i, row in enumerate(picture.values)
        for j, x in enumerate(row)
        if math.isfinite(x)
    )
    return DrawnHeatMap(
        cells=cells,
        cell=(width - (2 if small else 1), height - (2 if small else 1)),
        columns=tuple(
            (left + width * (j + 0.5) - 1, picture.columns[j]) for j in _named(len(picture.columns), small)
        ),
        rows=tuple(
            (28 + height * (i + 0.5) + 4.5, picture.rows[i]) for i in _named(len(picture.rows), height >= 14)
        ),
        frames=tuple((left + width * j, 28 + height * i) for i, j in picture.marked),
        places=tuple(
            (left + width * j, 28 + height * i, i + 1, j + 1)
            for i in range(len(picture.rows))
            for j in range(len(picture.columns))
        ),
        left=left,
        size=(left + width * len(picture.columns) + 4, 28 + height * len(picture.rows)),
    )


def _named(count: int, all_of_them: bool) -> range:
    return range(0, count, 1 if all_of_them else max(1, round(count / 4)))
