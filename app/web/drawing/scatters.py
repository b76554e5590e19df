"""The layout of points in the plane, and of their names."""

from dataclasses import dataclass

from app.web.drawing.axes import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Axis
from app.web.drawing.labels import Room
from engine.solutions.pictures import Scatter


@dataclass(frozen=True, slots=True)
class DrawnScatter:
    """Axes; each point, and whether it is named; the places of the names and their sides; the lines between points."""

    x: Axis
    y: Axis
    dots: tuple[tuple[float, float, bool], ...]
    names: tuple[tuple[str, float, float, str], ...]
    joins: tuple[tuple[float, float, float, float], ...]


def scatter(picture: Scatter) -> DrawnScatter:
    """Lays out a scatter plot. Names cover no other name and no other named point, as far as there is such a place."""
    across = _around([x for _, x, _ in picture.points], LEFT, WIDTH - RIGHT, picture.log_x)
    up = _around([y for _, _, y in picture.points], HEIGHT - BOTTOM, TOP, False)
    places = {name: (across.at(x), up.at(y)) for name, x, y in picture.points}
    room = Room([(x - 4, y - 4, x + 4, y + 4) for x, y in (places[name] for name in picture.named)])
    names = [(name, *room.free(*places[name], name)) for name in picture.named]
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
        return Axis(low / 1.2, high * 1.2, start, end=end, log=log)
    room = 0.06 * (high - low) or 1.0
    return Axis(low - room, high + room, start, end=end, log=log)
