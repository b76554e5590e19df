"""Where the lines of a picture go: geometry for the SVG macros in ``templates/parts/picture.html``.

Coordinates are units of the view box, y downwards.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.pictures import Curve, HeatMap, Plane, Scatter, Tree, written

WIDTH, HEIGHT = 440.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 26.0, 12.0, 40.0
PLANE = 260.0
ROW = 40.0  # of a leaf, in a tree that lies on its side
LEAF, LEVEL = 66.0, 62.0
LETTER = 6.5  # about its width
MONO = 8.0


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from data to the view box, with its ticks: place and text."""

    low: float
    high: float
    start: float
    end: float
    log: bool

    def at(self, value: float) -> float:
        low, high, x = self._scaled(self.low), self._scaled(self.high), self._scaled(value)
        return round(self.start + (x - low) / (high - low) * (self.end - self.start), 2)

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.log else value

    @property
    def ticks(self) -> list[tuple[float, str]]:
        return [(self.at(value), written(value)) for value in self._values()]

    def _values(self) -> list[float]:
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            every = max(1, -(-(last - first) // 5))
            return [10.0**exponent for exponent in range(first, last + 1, every)]
        step = nice((self.high - self.low) / 4)
        first = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


def nice(step: float) -> float:
    """The next of 1, 2, 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


CELL = (64.0, 44.0)
MOST_WRITTEN = 13  # columns or rows; more are drawn small, without their numbers


@dataclass(frozen=True, slots=True)
class HeatCell:
    """Its upper left corner, how dark it is from 0 to 1, whether it lies ``below`` 0, and what is written in it."""

    x: float
    y: float
    dark: float
    below: bool
    text: str


@dataclass(frozen=True, slots=True)
class DrawnHeatMap:
    """Cells of one size, names of columns and rows (place and text), frames (corners), and the size of the view box."""

    cells: tuple[HeatCell, ...]
    cell: tuple[float, float]
    columns: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    frames: tuple[tuple[float, float], ...]
    left: float
    size: tuple[float, float]


def heat_map(picture: HeatMap) -> DrawnHeatMap:
    """Of a small map every cell is written and every name stands; of a large one about every eighth name."""
    many = max(len(picture.rows), len(picture.columns))
    small = many <= MOST_WRITTEN
    side = max(8.0, min(26.0, 400.0 // many))
    width, height = CELL if small else (side, side)
    left = 12 + 8.0 * max(map(len, picture.rows))
    most = max((abs(x) for row in picture.values for x in row if math.isfinite(x)), default=0) or 1.0
    cells = tuple(
        HeatCell(
            left + width * j, 28 + height * i, round(abs(x) / most, 3), x < 0, f"{x:.2f}" if small else ""
        )
        for i, row in enumerate(picture.values)
        for j, x in enumerate(row)
        if math.isfinite(x)
    )
    return DrawnHeatMap(
        cells,
        (width - (2 if small else 1), height - (2 if small else 1)),
        tuple(
            (left + width * (j + 0.5) - 1, picture.columns[j]) for j in _named(len(picture.columns), small)
        ),
        tuple(
            (28 + height * (i + 0.5) + 4.5, picture.rows[i]) for i in _named(len(picture.rows), height >= 14)
        ),
        tuple((left + width * j, 28 + height * i) for i, j in picture.marked),
        left,
        (left + width * len(picture.columns) + 4, 28 + height * len(picture.rows)),
    )


def _named(count: int, all_of_them: bool) -> range:
    return range(0, count, 1 if all_of_them else max(1, round(count / 4)))


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    x: Axis
    y: Axis
    paths: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, float, float], ...]


def curve(picture: Curve) -> DrawnCurve:
    """Axes around all points, from zero where the scale is not logarithmic; lines as SVG points."""
    points = [point for line in picture.lines for point in line.points]
    points += [(x, y) for _, x, y in picture.marks]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across = Axis(min(xs), max(xs), LEFT, WIDTH - RIGHT, picture.log_x)
    lowest = min(ys) if picture.log_y or min(ys) > 0.5 * max(ys) else min(0.0, *ys)
    highest = max(ys) if max(ys) > lowest else lowest + 1  # all on one level
    up = Axis(lowest, highest, HEIGHT - BOTTOM, TOP, picture.log_y)
    paths = tuple(
        (line.name, " ".join(f"{across.at(x)},{up.at(y)}" for x, y in line.points)) for line in picture.lines
    )
    return DrawnCurve(
        across, up, paths, tuple((name, across.at(x), up.at(y)) for name, x, y in picture.marks)
    )


def pad(last: float, low: float, high: float) -> tuple[Axis, Axis]:
    """The axes of a curve that is still to be drawn, from 0 to ``last``."""
    return Axis(0, last, LEFT, WIDTH - RIGHT, False), Axis(low, high, HEIGHT - BOTTOM, TOP, False)


@dataclass(frozen=True, slots=True)
class DrawnScatter:
    """Axes; each point, and whether it is named; where the names stand and to which side; the lines between points."""

    x: Axis
    y: Axis
    dots: tuple[tuple[float, float, bool], ...]
    names: tuple[tuple[str, float, float, str], ...]
    joins: tuple[tuple[float, float, float, float], ...]


def scatter(picture: Scatter) -> DrawnScatter:
    """Names stand where they cover no other one and no other named point, as far as there is such a place."""
    across = _around([x for _, x, _ in picture.points], LEFT, WIDTH - RIGHT, picture.log_x)
    up = _around([y for _, _, y in picture.points], HEIGHT - BOTTOM, TOP, False)
    places = {name: (across.at(x), up.at(y)) for name, x, y in picture.points}
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in (places[name] for name in picture.named)]
    names = []
    for name in picture.named:
        x, y, side = _free(*places[name], LETTER * len(name) + 4, taken)
        names.append((name, x, y, side))
    return DrawnScatter(
        across,
        up,
        tuple((x, y, name in picture.named) for name, (x, y) in places.items()),
        tuple(names),
        tuple((*places[one], *places[other]) for one, other in picture.joined),
    )


def _around(values: list[float], start: float, end: float, log: bool) -> Axis:
    """A scale with a little room at both ends."""
    low, high = min(values), max(values)
    if log:
        return Axis(low / 1.2, high * 1.2, start, end, log)
    room = 0.06 * (high - low) or 1.0
    return Axis(low - room, high + room, start, end, log)


def _free(
    x: float, y: float, width: float, taken: list[tuple[float, float, float, float]]
) -> tuple[float, float, str]:
    """A place for a name beside a point, which is taken then; "end" or "middle" where it does not begin there."""
    beside = [
        (x + 8 * way, y + 4 + down, ("end", "middle", "")[way + 1])
        for way, down in ((1, 0), (-1, 0), (0, -11), (0, 14), (1, -9), (1, 10), (-1, -9), (-1, 10))
    ]
    boxes = []
    for at, base, side in beside:
        left = at - {"end": width, "middle": width / 2, "": 0}[side]
        boxes.append((left, base - 11, left + width, base + 3))
    cost = [
        sum(_over(box, other) for other in taken)
        + 1e4 * (box[0] < 0 or box[2] > WIDTH or box[1] < 0 or box[3] > HEIGHT - BOTTOM + 6)
        for box in boxes
    ]
    best = cost.index(min(cost))
    taken.append(boxes[best])
    return round(beside[best][0], 2), round(beside[best][1], 2), beside[best][2]


def _over(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """The area that both cover."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


@dataclass(frozen=True, slots=True)
class DrawnPlane:
    """Tips of the arrows, the origin, the arc of the angle as a path ("" where there is none), and the view box."""

    origin: tuple[float, float]
    tips: tuple[tuple[float, float], ...]
    labels: tuple[tuple[float, float], ...]
    arc: str
    axes: tuple[float, float, float, float]
    size: tuple[float, float]


def plane(picture: Plane) -> DrawnPlane:
    xs = [0.0, *(arrow.x for arrow in picture.arrows)]
    ys = [0.0, *(arrow.y for arrow in picture.arrows)]
    span = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    unit, edge = (PLANE - 60) / span, 30.0
    names = [(arrow.x, 18 + LETTER * len(arrow.name)) for arrow in picture.arrows]
    before = max([edge, *(width - (x - min(xs)) * unit for x, width in names if x < 0)])
    behind = max([edge, *(width + (x - max(xs)) * unit for x, width in names if x >= 0)])
    left, top = before - min(xs) * unit, edge + max(ys) * unit
    size = left + max(xs) * unit + behind, top - min(ys) * unit + edge

    def at(x: float, y: float) -> tuple[float, float]:
        return round(left + x * unit, 2), round(top - y * unit, 2)

    tips = tuple(at(arrow.x, arrow.y) for arrow in picture.arrows)
    labels = tuple((x + (9 if x >= left else -9), y + (-6 if y <= top else 14)) for x, y in tips)
    axes = (
        round(edge / 2, 2),
        round(size[0] - edge / 2, 2),
        round(edge / 2, 2),
        round(size[1] - edge / 2, 2),
    )
    return DrawnPlane(at(0, 0), tips, labels, _arc(picture, at(0, 0), unit), axes, size)


def _arc(picture: Plane, origin: tuple[float, float], unit: float) -> str:
    """The angle between the first two arrows, the shorter way round."""
    if not picture.angle or len(picture.arrows) < 2:
        return ""
    first, second = (math.atan2(arrow.y, arrow.x) for arrow in picture.arrows[:2])
    turn = (second - first + math.pi) % (2 * math.pi) - math.pi
    radius = min(30.0, 0.6 * unit * min(math.hypot(arrow.x, arrow.y) for arrow in picture.arrows[:2]))
    ends = [
        f"{origin[0] + radius * math.cos(angle):.2f} {origin[1] - radius * math.sin(angle):.2f}"
        for angle in (first, first + turn)
    ]
    return f"M {ends[0]} A {radius:.2f} {radius:.2f} 0 0 {int(turn < 0)} {ends[1]}"


@dataclass(frozen=True, slots=True)
class DrawnTree:
    """Places of the nodes, the branch that leads to each (none to a root), and the size of the view box.

    A tree that would be wider than a sheet lies on its ``side``: its roots at the left.
    """

    places: tuple[tuple[float, float], ...]
    branches: tuple[tuple[float, float, float, float] | None, ...]
    size: tuple[float, float]
    side: bool


def tree(picture: Tree) -> DrawnTree:
    """Leaves side by side, every other node over the middle of its children."""
    nodes = picture.nodes
    long = [MONO * len(node.label) for node in nodes]
    width = max([LEAF, *(letters + 16 for letters in long)])
    rank, depth, leaves = _ranks(picture)
    side = width * leaves > WIDTH
    column = max([*long, *(LETTER * len(node.note) for node in nodes)]) + 34

    def place(n: int) -> tuple[float, float]:
        if side:
            return round(8 + column * depth[n], 2), round(ROW * (rank[n] + 0.5), 2)
        return round(width * (rank[n] + 0.5), 2), float(24 + LEVEL * depth[n])

    def branch(n: int) -> tuple[float, float, float, float] | None:
        above = nodes[n].parent
        if above is None:
            return None
        (x1, y1), (x2, y2) = place(above), place(n)
        if side:
            return round(x1 + long[above] + 4, 2), y1 - 4, x2 - 5, y2 - 4
        return x1, y1 + (22 if nodes[above].note else 7), x2, y2 - 15

    deepest = max(depth.values())
    size = (column * (deepest + 1), ROW * leaves) if side else (width * leaves, 24 + LEVEL * deepest + 34)
    everyone = range(len(nodes))
    return DrawnTree(tuple(map(place, everyone)), tuple(map(branch, everyone)), size, side)


def _ranks(picture: Tree) -> tuple[dict[int, float], dict[int, int], int]:
    """For each node its place among the leaves and its depth; how many leaves there are."""
    children: dict[int | None, list[int]] = {}
    for place, node in enumerate(picture.nodes):
        children.setdefault(node.parent, []).append(place)
    rank: dict[int, float] = {}
    depth: dict[int, int] = {}
    leaves = 0

    def settle(place: int, level: int) -> None:
        nonlocal leaves
        depth[place] = level
        below = children.get(place, [])
        for child in below:
            settle(child, level + 1)
        rank[place] = (rank[below[0]] + rank[below[-1]]) / 2 if below else leaves
        leaves += not below

    for root in children.get(None, []):
        settle(root, 0)
    return rank, depth, leaves


MOST_BARS = 12


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often numbers fall between two marks: the bars as x, y, width and height; the rows as from, to and count."""

    bars: tuple[tuple[float, float, float, float], ...]
    rows: tuple[tuple[str, str, int], ...]
    x: Axis
    y: Axis


def histogram(numbers: Sequence[float]) -> Histogram:
    """Bars of equal width between round numbers; of numbers that are all the same, one bar."""
    low, high = min(numbers), max(numbers)
    width = nice((high - low) / MOST_BARS) if high > low else abs(low) or 1.0
    first = math.floor(low / width)
    places = [math.floor(number / width) - first for number in numbers]
    counts = [places.count(place) for place in range(max(places) + 1)]
    return bars([(first + place) * width for place in range(len(counts) + 1)], counts)


def bars(marks: Sequence[float], counts: Sequence[int]) -> Histogram:
    """So many between each mark and the next."""
    x = Axis(marks[0], marks[-1], LEFT, WIDTH - RIGHT, False)
    y = Axis(0.0, float(max(counts)), HEIGHT - BOTTOM, TOP, False)
    drawn = tuple(
        (x.at(start), y.at(count), round(x.at(end) - x.at(start), 2), round(y.at(0) - y.at(count), 2))
        for start, end, count in zip(marks, marks[1:], counts, strict=False)
    )
    ends = [written(round(mark, 10)) for mark in marks]
    return Histogram(drawn, tuple(zip(ends, ends[1:], counts, strict=False)), x, y)
