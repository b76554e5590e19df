"""Where points in the plane go, and their names, which stand beside one another."""

from dataclasses import dataclass

from app.drawing.axes import BOTTOM, HEIGHT, LEFT, LETTER, RIGHT, TOP, WIDTH, Axis
from engine.pictures import Scatter


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
