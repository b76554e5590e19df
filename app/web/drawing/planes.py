"""The layout of arrows in the plane."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.web.drawing.axes import LETTER
from app.web.drawing.labels import Room
from engine.solutions.pictures import Plane

PLANE = 260.0


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnPlane:
    """Tips of the arrows, the origin, the arc of the angle as a path ("" where there is none), the length of 1, and the
    view box."""

    origin: tuple[float, float]
    tips: tuple[tuple[float, float], ...]
    labels: tuple[tuple[float, float, str], ...]
    arc: str
    axes: tuple[float, float, float, float]
    unit: float
    size: tuple[float, float]


def plane(picture: Plane) -> DrawnPlane:
    ends = (0.0, -picture.reach, picture.reach)
    xs = [*ends, *(arrow.x for arrow in picture.arrows)]
    ys = [*ends, *(arrow.y for arrow in picture.arrows)]
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
    labels = _labels(picture, at(0, 0), tips, size)
    axes = (
        round(edge / 2, 2),
        round(size[0] - edge / 2, 2),
        round(edge / 2, 2),
        round(size[1] - edge / 2, 2),
    )
    return DrawnPlane(
        origin=at(0, 0),
        tips=tips,
        labels=labels,
        arc=_arc(picture, at(0, 0), unit),
        axes=axes,
        unit=unit,
        size=size,
    )


def _labels(
    picture: Plane,
    origin: tuple[float, float],
    tips: Sequence[tuple[float, float]],
    size: tuple[float, float],
) -> tuple[tuple[float, float, str], ...]:
    """The names beside the tips, with their anchors; they cover no other name, and little of the arrows."""
    shafts = [
        (origin[0] + part * (x - origin[0]), origin[1] + part * (y - origin[1]))
        for x, y in tips
        for part in (0.25, 0.4, 0.55, 0.7, 0.85, 1.0)
    ]
    said = (
        [((tips[0][0] + tips[1][0]) / 2 + 24, (tips[0][1] + tips[1][1]) / 2 - 8)] if picture.distance else []
    )
    said += [(origin[0] + 18, origin[1] + 14)] if picture.angle else []
    room = Room(
        [(x - 14, y - 8, x + 14, y + 6) for x, y in said],
        [(x - 5, y - 5, x + 5, y + 5) for x, y in shafts],
        (0, 0, *size),
    )
    return tuple(room.free(x, y, arrow.name) for (x, y), arrow in zip(tips, picture.arrows, strict=True))


def _arc(picture: Plane, origin: tuple[float, float], unit: float) -> str:
    """The arc of the angle between the first two arrows, the shorter way round."""
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
