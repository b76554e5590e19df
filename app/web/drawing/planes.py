"""The layout of arrows in the plane."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.web.drawing.axes import LETTER
from app.web.drawing.labels import Box, Room
from engine.solutions.pictures import Plane

PLANE = 260.0
TURN = 2 * math.pi
WIDER = 9.0  # how much further out a spiral is after a turn
ASIDE = 0.5, -0.5, 0.9, -0.9, math.pi  # where else than in its middle the size of a turn stands
HEAD = 9.0  # the room that an arrow's head takes around its tip
Spot = tuple[float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnPlane:
    """Both ends of the arrows, the origin, the arc of the angle as a path ("" where there is none), what angle and
    distance ``measures`` (text and the middle of its foot), the ``sides`` (text and the end of its foot), the length
    of 1, and the view box."""

    origin: Spot
    tails: tuple[Spot, ...]
    tips: tuple[Spot, ...]
    labels: tuple[tuple[float, float, str], ...]
    measures: tuple[tuple[str, float, float], ...]
    sides: tuple[tuple[str, float, float], ...]
    arc: str
    axes: tuple[float, float, float, float]
    unit: float
    size: Spot


def plane(picture: Plane) -> DrawnPlane:
    ends = [arrow.tip for arrow in picture.arrows]
    reach = (0.0, -picture.reach, picture.reach)
    xs = [*reach, *(x for x, _ in (*ends, *picture.corners))]
    ys = [*reach, *(y for _, y in (*ends, *picture.corners))]
    span = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    unit, edge = (PLANE - 60) / span, 30.0
    names = [(x, 18 + LETTER * len(arrow.name)) for (x, _), arrow in zip(ends, picture.arrows, strict=True)]
    before = max([edge, *(width - (x - min(xs)) * unit for x, width in names if x < 0)])
    behind = max([edge, *(width + (x - max(xs)) * unit for x, width in names if x >= 0)])
    if picture.sides:  # the same room on both sides, wherever the arrows point
        before = behind = max([edge, *(width for _, width in names)])
    left, top = before - min(xs) * unit, edge + max(ys) * unit
    size = left + max(xs) * unit + behind, top - min(ys) * unit + edge

    def at(x: float, y: float) -> Spot:
        return round(left + x * unit, 2), round(top - y * unit, 2)

    tips = tuple(at(*end) for end in ends)
    tails = tuple(at(*arrow.tail) for arrow in picture.arrows)
    shafts, heads = list(_along(tails, tips)), [_around(x, y, HEAD) for x, y in tips]
    axes = (edge / 2, size[0] - edge / 2, edge / 2, size[1] - edge / 2)
    sides = _sides(picture, at(0, 0), axes)
    room = Room([_written(*side) for side in sides], shafts + heads, (0, 0, *size))
    arc, measures = "", []
    if picture.angle and len(tips) > 1:
        arc, spots = (_arc if picture.turn is None else _spiral)(picture, at(0, 0), unit)
        measures.append(_measured(room, picture.angle, spots))
    if picture.distance and len(tips) > 1:
        measures.append(_measured(room, picture.distance, _beside(*tips[:2])))
    room.drawn = shafts  # a name may touch the head of its arrow, a number may not
    if picture.sides:  # the room around is large enough to keep names off the axes, too
        (x, y), (west, east, north, south) = at(0, 0), axes
        room.drawn = [*shafts, (west, y - 1, east, y + 1), (x - 1, north, x + 1, south)]
    named = {  # first those that are added, whose names belong halfway along them
        n: room.free(*_named(tails[n], tips[n], at(0, 0)), picture.arrows[n].name)
        for n in sorted(range(len(tips)), key=lambda n: tails[n] == at(0, 0))
    }
    return DrawnPlane(
        origin=at(0, 0),
        tails=tails,
        tips=tips,
        labels=tuple(named[n] for n in range(len(tips))),
        measures=tuple(measures),
        sides=sides,
        arc=arc,
        axes=(round(axes[0], 2), round(axes[1], 2), round(axes[2], 2), round(axes[3], 2)),
        unit=unit,
        size=size,
    )


def _sides(
    picture: Plane, origin: Spot, axes: tuple[float, float, float, float]
) -> tuple[tuple[str, float, float], ...]:
    """The names of both axes: above the right end of one, to the left of the upper end of the other."""
    ends = (axes[1], origin[1] - 6), (origin[0] - 6, axes[2] + 12)
    return tuple((name, round(x, 2), round(y, 2)) for name, (x, y) in zip(picture.sides, ends, strict=False))


def _written(text: str, x: float, y: float) -> Box:
    """The room of a text that ends at x, on its foot y."""
    return x - LETTER * len(text), y - 12, x, y + 3


def _named(tail: Spot, tip: Spot, origin: Spot) -> Spot:
    """The place for an arrow's name: at its tip, or halfway along it where it begins at another arrow."""
    return tip if tail == origin else ((tail[0] + tip[0]) / 2, (tail[1] + tip[1]) / 2)


def _along(tails: Sequence[Spot], tips: Sequence[Spot]) -> Iterator[Box]:
    """Small boxes along the arrows."""
    for (from_x, from_y), (x, y) in zip(tails, tips, strict=True):
        for part in (0.25, 0.4, 0.55, 0.7, 0.85, 1.0):
            yield _around(from_x + part * (x - from_x), from_y + part * (y - from_y), 5)


def _around(x: float, y: float, far: float) -> Box:
    return x - far, y - far, x + far, y + far


def _measured(room: Room, text: str, spots: Sequence[Spot]) -> tuple[str, float, float]:
    """Takes the one of these spots where the text covers least, the earlier of equal ones."""
    half = LETTER * len(text) / 2 + 2

    def box(spot: Spot) -> Box:
        return spot[0] - half, spot[1] - 7, spot[0] + half, spot[1] + 7

    x, y = min(spots, key=lambda spot: room.cost(box(spot)))
    room.taken.append(box((x, y)))
    return text, round(x, 2), round(y + 4, 2)


def _beside(one: Spot, other: Spot) -> list[Spot]:
    """Spots beside the middle of the line between these two, then nearer to its ends."""
    across, down = other[0] - one[0], other[1] - one[1]
    long = math.hypot(across, down) or 1.0
    return [
        (one[0] + part * across + far * down / long, one[1] + part * down - far * across / long)
        for far in (18, -18, 26, -26)
        for part in (0.5, 0.3, 0.7)
    ]


def _spiral(picture: Plane, origin: Spot, unit: float) -> tuple[str, list[Spot]]:
    """The turn from the first arrow, the way that it went; of many whole turns only one. Spots for its size lie around
    its end, and on the other side."""
    first, turn = math.atan2(picture.arrows[0].y, picture.arrows[0].x), picture.turn or 0.0
    if abs(turn) > 2 * TURN:
        turn = math.copysign(TURN, turn) + math.fmod(turn, TURN)
    steps = max(2, math.ceil(abs(turn) / 0.15))
    least = min(24.0, 0.35 * unit * math.hypot(picture.arrows[0].x, picture.arrows[0].y))

    def out(angle: float, further: float = 0.0) -> Spot:
        far = least + WIDER * abs(angle) / TURN + further
        return origin[0] + far * math.cos(first + angle), origin[1] - far * math.sin(first + angle)

    places = ["{:.2f} {:.2f}".format(*out(turn * step / steps)) for step in range(steps + 1)]
    outside = WIDER + 22
    middle = turn / 2 if abs(turn) < TURN else turn - math.copysign(math.pi / 2, turn)
    spots = [out(angle, outside) for angle in (middle, *(middle + aside for aside in ASIDE))]
    return f"M {' L '.join(places)}", spots


def _arc(picture: Plane, origin: Spot, unit: float) -> tuple[str, list[Spot]]:
    """The arc of the angle between the first two arrows, the shorter way round, and spots for its size: within the
    angle, then on both sides of it."""
    first, second = (math.atan2(arrow.y, arrow.x) for arrow in picture.arrows[:2])
    turn = (second - first + math.pi) % (2 * math.pi) - math.pi
    radius = min(30.0, 0.6 * unit * min(math.hypot(arrow.x, arrow.y) for arrow in picture.arrows[:2]))

    def out(angle: float, far: float) -> Spot:
        return origin[0] + far * math.cos(angle), origin[1] - far * math.sin(angle)

    ends = ["{:.2f} {:.2f}".format(*out(angle, radius)) for angle in (first, first + turn)]
    aside = math.copysign(0.6, turn)
    spots = [
        *(out(first + turn / 2, radius + further) for further in (16, 24)),
        *(out(angle, radius + 10) for angle in (first - aside, first + turn + aside)),
        out(first + turn / 2 + math.pi, 18),
    ]
    return f"M {ends[0]} A {radius:.2f} {radius:.2f} 0 0 {int(turn < 0)} {ends[1]}", spots
