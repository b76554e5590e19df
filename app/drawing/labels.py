"""Where names stand beside points: where they cover no other name and as little as possible of what is drawn."""

from dataclasses import dataclass, field

from app.drawing.axes import BOTTOM, HEIGHT, LEFT, LETTER, RIGHT, WIDTH

Box = tuple[float, float, float, float]  # left, top, right, bottom
OUTSIDE = 1e4
PLACES = (
    *((1, 0), (-1, 0), (0, -11), (0, 14), (1, -9), (1, 10), (-1, -9), (-1, 10)),
    *((way, down) for down in (-24, 25, -39, 40, -54, 55, -69, 70) for way in (1, -1, 0)),
)  # to which side of its point a name stands, and how far below


@dataclass
class Room:
    """What is ``taken`` already, and what is only ``drawn``: better left in sight."""

    taken: list[Box] = field(default_factory=list)
    drawn: list[Box] = field(default_factory=list)

    def free(self, x: float, y: float, name: str) -> tuple[float, float, str]:
        """A place for the name of a point, which is taken then; "end" or "middle" where it does not begin there."""
        width = LETTER * len(name) + 4
        found = [(x + 8 * way, y + 4 + down, ("end", "middle", "")[way + 1]) for way, down in PLACES]
        boxes = [_box(*place, width) for place in found]
        costs = [self._cost(box) + abs(down) / 4 for box, (_, down) in zip(boxes, PLACES, strict=True)]
        best = costs.index(min(costs))
        self.taken.append(boxes[best])
        left, base, side = found[best]
        return round(left, 2), round(base, 2), side

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = box
        outside = left < LEFT or right > WIDTH - RIGHT + 22 or top < 0 or bottom > HEIGHT - BOTTOM + 4
        return (
            OUTSIDE * outside
            + sum(_over(box, other) for other in self.taken)
            + sum(_over(box, other) for other in self.drawn)
        )


def _box(x: float, base: float, side: str, width: float) -> Box:
    left = x - {"end": width, "middle": width / 2, "": 0}[side]
    return left, base - 11, left + width, base + 3


def _over(one: Box, other: Box) -> float:
    """The area that both cover."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)
