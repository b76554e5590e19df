"""The layout of the picture of a pass.

Coordinates are (along, across): along the way of the token, and across it, where a number's place in its vector lies.
On a wide page along is x; on a phone it is y.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.whole_model.stations import LAYERS, WIDTH, Kind, stations

CELL, THICK = 4.0, 13.0  # the side of a cell across and along
MIDDLE, ACROSS = 262.0, 524.0
STEPS = {  # how far along a strip lies behind the one before
    "embedding": 66.0, "norm": 40.0, "query": 26.0, "key": 15.0, "value": 15.0, "weight": 48.0, "mix": 74.0,
    "out": 22.0, "between": 26.0, "norm-again": 34.0, "up": 26.0, "active": 18.0, "down": 26.0, "after": 26.0,
}  # fmt: skip

Box = tuple[float, float, float, float]  # left, top, width, height
Turn = Callable[[float, float], tuple[float, float]]


def places() -> Mapping[str, float]:
    """The place of each station along the way, by id; scores lie with the weights, probabilities are drawn as bars."""
    along, found = 0.0, {}
    for station in stations():
        if station.kind in (Kind.SCORE, Kind.LOGIT, Kind.PROBABILITY):
            continue
        along += STEPS[station.name]
        found[station.id] = along
    return found


def band(along: Mapping[str, float], turn: Turn) -> Box:
    begins, ends = along["embedding"], along[f"{LAYERS}-after"]
    (left, top), (width, height) = turn(begins, MIDDLE - CELL * WIDTH / 2), turn(ends - begins, CELL * WIDTH)
    return left, top, width, height


def across(token: int, tokens: int) -> float:
    apart = min(44.0, (ACROSS - 60) / max(1, tokens))
    return MIDDLE + apart * (token - (tokens - 1) / 2)


def box(along: float, first: int, count: int, of: int, turn: Turn) -> Box:
    """Left, top, width and height of some cells of a strip of so many."""
    across = MIDDLE - CELL * of / 2 + CELL * first
    (left, top), (width, height) = turn(along, across), turn(THICK, CELL * count)
    return left, top, width, height


def path(cells: Sequence[int], of: int, along: float, turn: Turn) -> str:
    """Squares around these cells; neighbours are drawn as one."""
    found, run = [], None
    for place in [*sorted(cells), None]:
        if run is not None and place == run[1]:
            run = (run[0], run[1] + 1)
            continue
        if run is not None:
            x, y, width, height = box(along, run[0], run[1] - run[0], of, turn)
            found.append(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z")
        run = None if place is None else (place, place + 1)
    return "".join(found)
