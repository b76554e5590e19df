"""The picture: one residual stream as strips of cells, from the letters at one end to the next letter at the other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.whole_model.layout import ACROSS, CELL, MIDDLE, Box, Turn, across, band, places
from app.whole_model.strips import Strip, strips
from engine.demos.gpt.forward import Pass
from engine.whole_model.stations import HEADS, LAYERS, SIZE, WIDTH, Cell

LEAST = 0.01  # a weight that is drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class Arc:
    """The arc for what one head takes from one token: from the token's tile to the head's part of the mix."""

    path: str
    width: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A letter beside the stream; ``here`` is the token whose way is drawn, those after it are ``later``."""

    letter: str
    token: int
    at: tuple[float, float]
    here: bool
    later: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """Strips, arcs and tiles of a pass, as they lie in a view box of this size; ``stream`` is the band in which the
    residual stream flows, ``ends`` is where the bars begin."""

    strips: tuple[Strip, ...]
    arcs: tuple[Arc, ...]
    tiles: tuple[Tile, ...]
    stream: Box
    blocks: tuple[tuple[str, float, float], ...]
    ends: tuple[float, float]
    size: tuple[float, float]


def picture(
    through: Pass,
    trained: Pass,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    letters: Sequence[str],
    *,
    upright: bool,
    hidden: Cell | None = None,
) -> Picture:
    """Draws the way of one token. ``trained`` is the pass with nothing switched off, which changes are seen against."""
    turn: Turn = (lambda x, y: (y, x)) if upright else (lambda x, y: (x, y))
    along = places()
    end = max(along.values()) + 30
    return Picture(
        strips=tuple(strips(through, trained, token, opened, operands, along, turn, hidden)),
        arcs=tuple(_arcs(through, token, along, turn, hidden)),
        tiles=tuple(_tiles(letters, token, turn, at=16.0))
        + tuple(
            tile
            for block in range(LAYERS)
            for tile in _tiles(letters, token, turn, at=along[f"{block + 1}-weight"])
        ),
        stream=band(along, turn),
        blocks=tuple(
            (name, *turn(along[first] - 4, 12.0))
            for name, first in (
                ("table", "embedding"),
                *((f"block {block + 1}", f"{block + 1}-norm") for block in range(LAYERS)),
                ("head", "norm"),
            )
        ),
        ends=turn(end, MIDDLE),
        size=turn(end + (0 if upright else 4), ACROSS),
    )


def _tiles(letters: Sequence[str], token: int, turn: Turn, at: float) -> Iterator[Tile]:
    for n, letter in enumerate(letters):
        yield Tile(
            letter=letter, token=n, at=turn(at, across(n, len(letters))), here=n == token, later=n > token
        )


def _arcs(
    through: Pass, token: int, along: Mapping[str, float], turn: Turn, hidden: Cell | None
) -> Iterator[Arc]:
    """The arcs of all heads but those that are out; a hidden weight has none, for its width would tell it."""
    tokens = len(through.tokens)
    for block, layer in enumerate(through.layers):
        begins, ends = along[f"{block + 1}-weight"] + 14, along[f"{block + 1}-mix"]
        mixed = layer.attention.mixed[token].reshape(HEADS, SIZE)
        for head, shares in enumerate(layer.weights[:, token].tolist()):
            to = MIDDLE - CELL * WIDTH / 2 + CELL * SIZE * (head + 0.5)
            for n, share in enumerate(shares):
                cell = Cell(f"{block + 1}-weight", token, head * tokens + n)
                if share >= LEAST and mixed[head].any() and cell != hidden:
                    yield Arc(
                        path=_curve((begins, across(n, tokens)), (ends, to), turn),
                        width=round(0.6 + 6 * share, 2),
                    )


def _curve(begins: tuple[float, float], ends: tuple[float, float], turn: Turn) -> str:
    """A curve that leaves and lands along the way of the token."""
    half = (begins[0] + ends[0]) / 2
    points = [turn(*begins), turn(half, begins[1]), turn(half, ends[1]), turn(*ends)]
    first, *others = (f"{round(x, 1):g} {round(y, 1):g}" for x, y in points)
    return f"M{first}C{' '.join(others)}"
