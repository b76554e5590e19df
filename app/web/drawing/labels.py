"""Where names stand beside points: where they cover no other name and as little as possible of what is drawn."""

from dataclasses import dataclass, field

import numpy as np

from app.web.drawing.axes import BOTTOM, HEIGHT, LEFT, LETTER, RIGHT, WIDTH

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
        costs = self._costs(np.array(boxes)) + [abs(down) / 4 for _, down in PLACES]
        best = int(np.argmin(costs))
        self.taken.append(boxes[best])
        left, base, side = found[best]
        return round(left, 2), round(base, 2), side

    def _costs(self, boxes: np.ndarray) -> np.ndarray:
        """For each of these places, (places, 4): the area of what it would cover, and much where it leaves the axes."""
        left, top, right, bottom = boxes.T
        outside = (left < LEFT) | (right > WIDTH - RIGHT + 22) | (top < 0) | (bottom > HEIGHT - BOTTOM + 4)
        others = np.array([*self.taken, *self.drawn]).reshape(-1, 4)
        wide = np.minimum.outer(right, others[:, 2]) - np.maximum.outer(left, others[:, 0])
        high = np.minimum.outer(bottom, others[:, 3]) - np.maximum.outer(top, others[:, 1])
        covered = (wide.clip(0) * high.clip(0)).sum(axis=1)
        costs: np.ndarray = OUTSIDE * outside + covered
        return costs


def _box(x: float, base: float, side: str, width: float) -> Box:
    left = x - {"end": width, "middle": width / 2, "": 0}[side]
    return left, base - 11, left + width, base + 3
