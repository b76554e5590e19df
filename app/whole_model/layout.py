"""The layout of the picture of a pass.

x is along the way of the token, y across it, where a number's place in its vector lies. On a phone the style sheet
turns the picture so that the way goes down the page; what is written stands at a point of its own and is turned back.
"""

from collections.abc import Mapping, Sequence

from engine.whole_model.stations import LAYERS, WIDTH, Kind, stations

CELL, THICK = 4.0, 13.0  # the side of a cell across and along
MIDDLE, ACROSS = 278.0, 540.0
STEPS = {  # how far along a strip lies behind the one before
    "embedding": 54.0, "norm": 36.0, "query": 26.0, "key": 16.0, "value": 16.0, "score": 24.0, "weight": 16.0,
    "mix": 106.0, "out": 26.0, "between": 24.0, "norm-again": 30.0, "up": 24.0, "active": 25.0, "down": 26.0,
    "after": 24.0, "logit": 32.0,
}  # fmt: skip
FIRST_TILES, TILES = (
    16.0,
    46.0,
)  # where the tiles stand; and the copies of them, behind the weights of a block
TILE_WIDE, TILE_TALL, APART = 20.0, 24.0, 44.0
LENGTH = 980.0  # of the whole picture
BEFORE = 14.0  # from a border to the strip behind it

Box = tuple[float, float, float, float]  # left, top, width, height
Point = tuple[float, float]


def places() -> Mapping[str, float]:
    """The place of each station along the way, by id; probabilities are drawn as bars."""
    along, found = 0.0, {}
    for station in stations():
        if station.kind is not Kind.PROBABILITY:
            along += STEPS[station.name]
            found[station.id] = along
    return found


def parts(along: Mapping[str, float]) -> Sequence[tuple[str, float]]:
    """The table, the blocks and the head, each with the place where it begins."""
    firsts = ("embedding", *(f"{block + 1}-norm" for block in range(LAYERS)), "norm")
    names = ("table", *(f"block {block + 1}" for block in range(LAYERS)), "head")
    return [(name, along[first] - BEFORE) for name, first in zip(names, firsts, strict=True)]


def band(along: Mapping[str, float]) -> Box:
    """The band in which the residual stream flows."""
    begins, ends = along["embedding"], along[f"{LAYERS}-after"]
    return begins, MIDDLE - CELL * WIDTH / 2, ends - begins, CELL * WIDTH


def tile(token: int, tokens: int) -> float:
    """The place of a token's tile across the way."""
    apart = min(APART, (ACROSS - 60) / max(1, tokens))
    return round(MIDDLE + apart * (token - (tokens - 1) / 2), 1)


def box(along: float, first: int, count: int, of: int, middle: float = MIDDLE) -> Box:
    """Left, top, width and height of some cells of a strip of so many."""
    return along, middle - CELL * of / 2 + CELL * first, THICK, CELL * count


def path(cells: Sequence[int], of: int, along: float, middle: float = MIDDLE) -> str:
    """Squares around these cells; neighbours are drawn as one."""
    found, run = [], None
    for place in [*sorted(cells), None]:
        if run is not None and place == run[1]:
            run = (run[0], run[1] + 1)
            continue
        if run is not None:
            x, y, width, height = box(along, run[0], run[1] - run[0], of, middle)
            found.append(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z")
        run = None if place is None else (place, place + 1)
    return "".join(found)


def lines_between(parts: int, of: int, along: float) -> str:
    """The lines between the parts of a strip, such as its heads."""
    left, top, width, height = box(along, 0, of, of)
    return "".join(f"M{left:g} {top + height * n / parts:g}h{width:g}" for n in range(1, parts))
