"""The pictures of the three models: when each sign is computed, and what of the word gets through to the answer.

Above, time runs to the right: signs that are read in one turn stand above each other, and below the line stands the
sign that is written in a turn. Beneath it the same signs in their order: a column of cells for what is kept of each, a
wall, and behind it the answer. The wall has a gap for each column that the answer can still reach.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.whole_model.layout import Box
from app.whole_model.strips import shades
from engine.demos.backwards.forward import Passed
from engine.demos.backwards.words import LONGEST
from engine.parameters import Array

LEFT, APART = 22.0, 29.0
PITCH, ROW = 14.4, 17.0  # of the turns: to the right, and down
TALL, WIDE = 112.0, 15.0  # a column
WALL, GAP = 9.0, WIDE + 4  # how thick the wall is, and how wide a gap
LEAST = 0.02  # a weight that is drawn
WIDTH = LEFT * 2 + APART * LONGEST


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """The numbers of a sign: an SVG path for each shade that occurs; ``faint`` if they are only passed through, ``n``
    counts from 1."""

    n: int
    sign: str
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
class Turns:
    """When signs are computed: ``read`` and ``written`` with their places, ``axis`` is the height of the line, and
    ``now`` the turn in which the sign of this step is written."""

    read: Sequence[Tile]
    written: Sequence[Tile]
    axis: float
    now: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """``wall``: its pieces between the gaps. ``ways``: paths of a state from sign to sign. ``looks``: paths of
    attention, each with its thickness."""

    turns: Turns
    columns: Sequence[Column]
    tiles: Sequence[Tile]
    wall: Sequence[Box]
    ways: Sequence[str]
    looks: Sequence[tuple[str, float]]
    size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Heights:
    """Where the parts stand below each other, if so many signs are read in one turn."""

    read: int

    @property
    def axis(self) -> float:
        return 6 + ROW * self.read

    @property
    def tiles(self) -> float:
        """The middle of the signs that were read."""
        return self.axis + 54

    @property
    def columns(self) -> float:
        return self.tiles + 16

    @property
    def wall(self) -> float:
        return self.columns + TALL + 8

    @property
    def written(self) -> float:
        """The middle of the signs that are written."""
        return self.wall + WALL + 48

    @property
    def end(self) -> float:
        return self.written + 34


def picture(passed: Passed, read: str, written: str, *, begins: int) -> Picture:
    """Draws a model that has read these signs and written those; it is at the sign behind them. ``begins``: the turn
    in which it writes its first sign."""
    states = passed.states
    at = Heights(len(read) if states is None else 1)
    columns = passed.kept if states is None else states[: len(read)]
    tiles = [Tile(sign=sign, x=_x(place), y=at.tiles) for place, sign in enumerate(read)]
    tiles += [Tile(sign=sign, x=_x(place), y=at.written) for place, sign in enumerate(written)]
    tiles.append(Tile(sign="?", x=_x(len(written)), y=at.written, here=True))
    through = range(len(read)) if states is None else range(len(read) - 1, len(read))
    return Picture(
        turns=_turns(read, written, at, begins, one_by_one=states is not None),
        columns=tuple(
            Column(
                n=place + 1,
                sign=read[place],
                box=(_x(place) - WIDE / 2, at.columns, WIDE, TALL),
                paths=tuple(_shaded(numbers, _x(place) - WIDE / 2, at.columns)),
                faint=place not in through,
            )
            for place, numbers in enumerate(columns)
        ),
        tiles=tuple(tiles),
        wall=tuple(_wall([_x(place) for place in through], at.wall)),
        ways=() if states is None else tuple(_ways(len(read), len(written), at)),
        looks=() if passed.looks is None else tuple(_looks(passed.looks[-1], len(read), len(written), at)),
        size=(WIDTH, at.end),
    )


def _x(place: int) -> float:
    return LEFT + APART * place


def _turn(turn: int) -> float:
    return LEFT + PITCH * (turn - 1)


def _turns(read: str, written: str, at: Heights, begins: int, *, one_by_one: bool) -> Turns:
    """Signs that are read one by one stand on the line; those that are read at once stand above each other."""
    lowest = at.axis - ROW / 2 - 1
    return Turns(
        read=tuple(
            Tile(sign=sign, x=_turn(place + 1), y=lowest)
            if one_by_one
            else Tile(sign=sign, x=_turn(1), y=lowest - ROW * (len(read) - 1 - place))
            for place, sign in enumerate(read)
        ),
        written=tuple(
            Tile(sign=sign, x=_turn(begins + place), y=at.axis + ROW / 2 + 2, here=place == len(written))
            for place, sign in enumerate(f"{written}?")
        ),
        axis=at.axis,
        now=begins + len(written),
    )


def _shaded(numbers: Array, x: float, top: float) -> Iterator[tuple[str, str]]:
    """A path for each shade."""
    tall = TALL / len(numbers)
    for shade, there in shades(numbers):
        yield shade, "".join(f"M{x:g} {top + tall * n:.4g}h{WIDE:g}v{tall:.4g}h{-WIDE:g}z" for n in there)


def _wall(gaps: Sequence[float], y: float) -> Iterator[Box]:
    """The pieces of a wall across the picture, with gaps around these places."""
    begins = 4.0
    for gap in [*gaps, WIDTH - 4 + GAP / 2]:
        if gap - GAP / 2 > begins:
            yield begins, y, gap - GAP / 2 - begins, WALL
        begins = gap + GAP / 2


def _ways(read: int, written: int, at: Heights) -> Iterator[str]:
    """From state to state through the word, from its last state through the wall, and through what is written."""
    middle, gap = at.columns + TALL / 2, WIDE / 2 + 1
    for place in range(read - 1):
        yield f"M{_x(place) + gap:g} {middle:g}H{_x(place + 1) - gap - 2:g}"
    last, first, floor = _x(read - 1), _x(0), at.wall + WALL + 12
    yield f"M{last:g} {at.columns + TALL + 2:g}V{floor:g}H{first:g}V{at.written - 16:g}"
    for place in range(written):
        yield f"M{_x(place) + 11:g} {at.written:g}H{_x(place + 1) - 13:g}"


def _looks(weights: Array, read: int, written: int, at: Heights) -> Iterator[tuple[str, float]]:
    """From the sign that is being written to those that it looks at: through the gaps of the wall to their columns, or
    to tiles beside it."""
    here, behind = _x(written), at.wall + WALL
    for place, weight in enumerate(weights.tolist()):
        if weight < LEAST:
            continue
        if place < read:
            x = _x(place)
            path = (
                f"M{here:g} {at.written - 14:g}C{here:g} {behind + 16:g} {x:g} {behind + 22:g} {x:g} {behind:g}"
                f"V{at.columns + TALL + 2:g}"
            )
        else:
            x, below = _x(place - read), at.written + 14
            path = f"M{here:g} {below:g}Q{(here + x) / 2:g} {below + 26:g} {x:g} {below:g}"
        yield path, round(9 * weight, 2)
