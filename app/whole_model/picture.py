"""The picture: one residual stream as strips of cells, from the letters at one end to the next letter at the other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.whole_model import layout
from app.whole_model.layout import ACROSS, CELL, LENGTH, MIDDLE, THICK, TILES, Box, Point
from app.whole_model.strips import Strip, guest, strips
from engine.demos.gpt.forward import Pass
from engine.whole_model.stations import HEADS, LAYERS, SIZE, WIDTH, Cell

LEAST = 0.01  # a weight that is drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class Arc:
    """The arc for what one head takes from one token, the weight of ``cell``: from the token's tile to the head's part
    of the mix. ``marked``: "opened", "lit" if it is an operand, else ""."""

    path: str
    width: float
    cell: Cell
    marked: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A letter beside the stream; ``here`` is the token whose way is drawn, those after it are ``later``, ``lit`` those
    whose numbers are operands."""

    letter: str
    token: int
    at: Point
    here: bool
    later: bool
    lit: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """Strips, arcs and tiles of a pass, as they lie in a view box of this size; ``guests`` are operands of other
    tokens, beside their tiles; ``stream`` is the band in which the residual stream flows, ``borders`` stand between the
    table, the blocks and the head, whose names are in ``blocks``."""

    strips: tuple[Strip, ...]
    guests: tuple[Strip, ...]
    arcs: tuple[Arc, ...]
    tiles: tuple[Tile, ...]
    stream: Box
    blocks: tuple[tuple[str, Point], ...]
    borders: tuple[float, ...]
    size: Point


def picture(
    through: Pass,
    trained: Pass,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    letters: Sequence[str],
    hidden: Collection[Cell] = (),
) -> Picture:
    """Draws the way of one token. ``trained`` is the pass with nothing switched off, which changes are seen against."""
    along = layout.places()
    return Picture(
        strips=tuple(strips(through, trained, token, opened, operands, along, hidden)),
        guests=tuple(_guests(through, token, operands, along)),
        arcs=tuple(_arcs(through, token, along, opened, operands, hidden)),
        tiles=tuple(_tiles(letters, token, along, operands)),
        stream=layout.band(along),
        blocks=tuple(
            (name, (at + 4 if n else 0.0, 12.0)) for n, (name, at) in enumerate(layout.parts(along))
        ),
        borders=tuple(at for _, at in layout.parts(along)[1:]),
        size=(LENGTH, ACROSS),
    )


def _tiles(
    letters: Sequence[str], token: int, along: Mapping[str, float], operands: Collection[Cell]
) -> Iterator[Tile]:
    """The tiles at the beginning and, for each block, the copies that the arcs come from."""
    for block in range(-1, LAYERS):
        x = layout.FIRST_TILES if block < 0 else along[f"{block + 1}-weight"] + TILES
        lit = {one.token for one in operands if one.token != token and one.station[:2] == f"{block + 1}-"}
        for n, letter in enumerate(letters):
            at = (x, layout.tile(n, len(letters)))
            yield Tile(letter=letter, token=n, at=at, here=n == token, later=n > token, lit=n in lit)


def _guests(
    through: Pass, token: int, operands: Collection[Cell], along: Mapping[str, float]
) -> Iterator[Strip]:
    runs: list[list[Cell]] = []
    for cell in operands:
        if cell.token == token:
            continue
        if runs and cell == replace(runs[-1][-1], place=runs[-1][-1].place + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    for run in runs:
        block = run[0].station.partition("-")[0]
        x = along[f"{block}-weight"] + TILES - layout.TILE_WIDE / 2 - 3 - THICK
        yield guest(through, run, x, layout.tile(run[0].token, len(through.tokens)))


def _arcs(
    through: Pass,
    token: int,
    along: Mapping[str, float],
    opened: Cell | None,
    operands: Collection[Cell],
    hidden: Collection[Cell],
) -> Iterator[Arc]:
    """The arcs of all heads but those that are out; a hidden weight has none, for its width would tell it."""
    tokens = len(through.tokens)
    for block, layer in enumerate(through.layers):
        station = f"{block + 1}-weight"
        begins, ends = along[station] + TILES + layout.TILE_WIDE / 2, along[f"{block + 1}-mix"]
        mixed = layer.attention.mixed[token].reshape(HEADS, SIZE)
        for head, shares in enumerate(layer.weights[:, token].tolist()):
            to = MIDDLE - CELL * WIDTH / 2 + CELL * SIZE * (head + 0.5)
            for n, share in enumerate(shares):
                cell = Cell(station, token, head * tokens + n)
                if share >= LEAST and mixed[head].any() and cell not in hidden:
                    yield Arc(
                        path=_curve((begins, layout.tile(n, tokens)), (ends, to)),
                        width=round(0.6 + 6 * share, 2),
                        cell=cell,
                        marked="opened" if cell == opened else "lit" if cell in operands else "",
                    )


def _curve(begins: Point, ends: Point) -> str:
    """A curve that leaves and lands along the way of the token."""
    half = (begins[0] + ends[0]) / 2
    return f"M{begins[0]:g} {begins[1]:g}C{half:g} {begins[1]:g} {half:g} {ends[1]:g} {ends[0]:g} {ends[1]:g}"
