"""Places for names beside points, such that they cover no other name and as little as possible of the drawing."""

from dataclasses import dataclass, field

import numpy as np

from app.web.drawing.axes import BOTTOM, HEIGHT, LEFT, LETTER, RIGHT, WIDTH

Box = tuple[float, float, float, float]  # left, top, right, bottom
OUTSIDE = 1e4
PLACES = (
    *((1, 0), (-1, 0), (0, -11), (0, 14), (1, -9), (1, 10), (-1, -9), (-1, 10)),
    *((way, down) for down in (-24, 25, -39, 40, -54, 55, -69, 70) for way in (1, -1, 0)),
)  # the side of its point on which a name is put, and how far below


@dataclass
class Room:
    """The boxes that are ``taken`` already, those that are ``drawn`` and better left visible, and the box ``inside``
    which all names stand."""

    taken: list[Box] = field(default_factory=list)
    drawn: list[Box] = field(default_factory=list)
    inside: Box = (LEFT, 0, WIDTH - RIGHT + 22, HEIGHT - BOTTOM + 4)

    def free(self, x: float, y: float, name: str) -> tuple[float, float, str]:
        """Finds and takes a place for the name of a point, with its SVG anchor:
        "end", "middle", or "" for the start."""
        width = LETTER * len(name) + 4
        found = [(x + 8 * way, y + 4 + down, ("end", "middle", "")[way + 1]) for way, down in PLACES]
        boxes = [_box(*place, width) for place in found]
        costs = self._costs(np.array(boxes)) + [abs(down) / 4 for _, down in PLACES]
        best = int(np.argmin(costs))
        self.taken.append(boxes[best])
        left, base, side = found[best]
        return round(left, 2), round(base, 2), side

    def cost(self, box: Box) -> float:
        """The area that a text in this box would cover, and much more where it is outside."""
        return float(self._costs(np.array([box]))[0])

    def _costs(self, boxes: np.ndarray) -> np.ndarray:
        """The cost of each of these places, (places, 4):
        the area that it would cover, and much more outside of the axes."""
        left, top, right, bottom = boxes.T
        within = self.inside
        outside = (left < within[0]) | (top < within[1]) | (right > within[2]) | (bottom > within[3])
        others = np.array([*self.taken, *self.drawn]).reshape(-1, 4)
        wide = np.minimum.outer(right, others[:, 2]) - np.maximum.outer(left, others[:, 0])
        high = np.minimum.outer(bottom, others[:, 3]) - np.maximum.outer(top, others[:, 1])
        covered = (wide.clip(0) * high.clip(0)).sum(axis=1)
        costs: np.ndarray = OUTSIDE * outside + covered
        return costs


def _box(x: float, base: float, side: str, width: float) -> Box:
    left = x - {"end": width, "middle": width / 2, "": 0}[side]
    return left, base - 11, left + width, base + 3
