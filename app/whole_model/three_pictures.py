"""The pictures of the three models: what is kept of each sign as a column of cells, and what writing takes from it.

The signs that are read stand above, those that are written below. A column has a cell for each number; arrows are the
way of a state, lines of attention are as thick as their weight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.whole_model.layout import Box
from app.whole_model.strips import shades
from engine.demos.backwards.forward import Passed
from engine.parameters import Array

LEFT, APART = 22.0, 29.0
TOP, BELOW = 44.0, 236.0  # where the columns begin, and where the written signs stand
TALL, WIDE = 128.0, 15.0  # a column
LEAST = 0.02  # a weight that is drawn
SIZE = (LEFT * 2 + APART * 12, 268.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """The numbers of a sign: an SVG path for each shade that occurs; ``faint`` if they are only passed through."""

    box: Box
    paths: Sequence[tuple[str, str]]
    faint: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    sign: str
    x: float
    y: float
    here: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """``ways``: paths of a state from sign to sign. ``looks``: paths of attention, each with its thickness."""

    columns: Sequence[Column]
    tiles: Sequence[Tile]
    ways: Sequence[str]
    looks: Sequence[tuple[str, float]]
    size: tuple[float, float] = SIZE


def picture(passed: Passed, read: str, written: str) -> Picture:
    """Draws a model that has read these signs and written those; it is at the sign behind them."""
    states = passed.states
    columns = passed.kept if states is None else states[: len(read)]
    tiles = [Tile(sign=sign, x=_x(place), y=20.0) for place, sign in enumerate(read)]
    tiles += [Tile(sign=sign, x=_x(place), y=BELOW) for place, sign in enumerate(written)]
    tiles.append(Tile(sign="?", x=_x(len(written)), y=BELOW, here=True))
    return Picture(
        columns=tuple(
            Column(
                box=(_x(place) - WIDE / 2, TOP, WIDE, TALL),
                paths=tuple(_shaded(numbers, _x(place) - WIDE / 2)),
                faint=states is not None and place < len(read) - 1,
            )
            for place, numbers in enumerate(columns)
        ),
        tiles=tuple(tiles),
        ways=() if states is None else tuple(_ways(len(read), len(written))),
        looks=() if passed.looks is None else tuple(_looks(passed.looks[-1], len(read), len(written))),
    )


def _x(place: int) -> float:
    return LEFT + APART * place


def _shaded(numbers: Array, x: float) -> Iterator[tuple[str, str]]:
    """A path for each shade."""
    tall = TALL / len(numbers)
    for shade, there in shades(numbers):
        yield shade, "".join(f"M{x:g} {TOP + tall * n:.4g}h{WIDE:g}v{tall:.4g}h{-WIDE:g}z" for n in there)


def _ways(read: int, written: int) -> Iterator[str]:
    """From state to state through the word, from its last state down, and through what is written."""
    middle, gap = TOP + TALL / 2, WIDE / 2 + 1
    for place in range(read - 1):
        yield f"M{_x(place) + gap:g} {middle:g}H{_x(place + 1) - gap - 2:g}"
    last, first, floor = _x(read - 1), _x(0), BELOW - 34
    yield f"M{last:g} {TOP + TALL + 2:g}V{floor:g}H{first:g}V{BELOW - 16:g}"
    for place in range(written):
        yield f"M{_x(place) + 11:g} {BELOW:g}H{_x(place + 1) - 13:g}"


def _looks(weights: Array, read: int, written: int) -> Iterator[tuple[str, float]]:
    """From the sign that is being written to those that it looks at: to their columns, or to tiles beside it."""
    here = _x(written)
    for place, weight in enumerate(weights.tolist()):
        if weight < LEAST:
            continue
        if place < read:
            x, y = _x(place), TOP + TALL + 3
            path = f"M{here:g} {BELOW - 14:g}C{here:g} {y + 30:g} {x:g} {y + 34:g} {x:g} {y:g}"
        else:
            x = _x(place - read)
            path = f"M{here:g} {BELOW + 14:g}Q{(here + x) / 2:g} {BELOW + 40:g} {x:g} {BELOW + 14:g}"
        yield path, round(9 * weight, 2)
