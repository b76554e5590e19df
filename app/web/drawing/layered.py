"""The layout of a graph in columns, each line from a column to one at its right.

The names themselves are HTML, so that they wrap and are links; only the lines are drawn, behind them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.web.drawing.links import link

GAP = 5.0  # between two columns, in percent of the width; as in static/home/map.css
Seat = tuple[str, int]  # a name, and a column that it or its line has a place in


@dataclass(frozen=True, slots=True)
class Layered:
    """Names by column, from top to bottom, and SVG paths in a box of 100 by 100.

    The names of a column share its height equally; "" is the place of a line that passes through.
    """

    columns: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]


def layered(columns: Sequence[Sequence[str]], leads_to: Mapping[str, Sequence[str]]) -> Layered:
    """Lays out the columns such that few lines cross; the last column keeps its order."""
    column_of = {name: n for n, column in enumerate(columns) for name in column}
    hops: dict[Seat, list[Seat]] = {}
    for name, others in leads_to.items():
        for other in others:
            way = [(name, n) for n in range(column_of[name], column_of[other])] + [(other, column_of[other])]
            for here, onward in pairwise(way):
                if onward not in hops.setdefault(here, []):
                    hops[here].append(onward)
    height: dict[Seat, float] = {}
    rows: list[list[Seat]] = []
    for n in reversed(range(len(columns))):
        seats = [(name, n) for name in columns[n]]
        seats += [here for here in hops if here[1] == n and column_of[here[0]] < n]
        rows.insert(
            0, sorted(seats, key=lambda seat: _middle([height[onward] for onward in hops.get(seat, [])]))
        )
        height |= {seat: 100 * (place + 0.5) / len(seats) for place, seat in enumerate(rows[0])}
    width = (100 - GAP * (len(columns) - 1)) / len(columns)

    def left(seat: Seat) -> float:
        return seat[1] * (width + GAP)

    lines = [
        link((left(here) + width, height[here]), (left(onward), height[onward]))
        for here, others in hops.items()
        for onward in others
    ]
    passing = [seat for row in rows for seat in row if column_of[seat[0]] < seat[1]]
    lines += [f"M {left(seat):.2f} {height[seat]:.2f} h {width:.2f}" for seat in passing]
    return Layered(
        tuple(tuple(name if column_of[name] == n else "" for name, n in row) for row in rows), tuple(lines)
    )


def _middle(heights: Sequence[float]) -> float:
    return sum(heights) / len(heights) if heights else 0.0
