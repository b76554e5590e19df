"""The drawing of a demo's live run, while it goes on and once it has ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from app.lab.store.predictions import Prediction, Sketch
from engine.solutions.pictures import Curve, Line

Point = Mapping[str, Any]  # what was measured after a ``step``
MANY, THIN = 100, 10
COLUMNS = 33  # heights of a sketch, the first and the last included


@dataclass(frozen=True, kw_only=True, slots=True)
class Chart:
    """The lines of a live run's drawing: numbers of its points by name, with their labels, the last line bold.

    ``levels`` are constant; the y axis reaches at least from ``low`` to ``high``.
    """

    about: str
    y: str
    lines: Mapping[str, str]
    levels: Mapping[str, float]
    low: float
    high: float
    x: str = "step"
    at: float | None = None  # the step that the prediction is about; None: the last one

    @property
    def room(self) -> float:
        """Height beyond the axis within which a prediction is still drawn: one farther off would flatten all else."""
        return self.high - self.low

    def drawn(
        self,
        title: str,
        points: Sequence[Point],
        prediction: Prediction | None = None,
        end: float | None = None,
    ) -> Curve:
        """Draws the points of a run, with the prediction and the sketch that were made about the step at the
        ``end``."""
        last = end or float(points[-1]["step"])
        lines = [Line(label, _thinned(points, name)) for name, label in self.lines.items()]
        lines += [
            Line(f"{label}, {level:.2f}", ((0.0, level), (last, level)))
            for label, level in self.levels.items()
        ]
        if prediction and (sketch := _sketched(prediction.sketch, last)):
            lines.append(Line("your sketch", sketch, "sketch"))
        high = max(self.high + self.room, *(y for line in lines for _, y in line.points))
        near = prediction and self.low - self.room <= prediction.predicted <= high
        marks = (("your prediction", last, prediction.predicted),) if prediction and near else ()
        return Curve(title, self.about, self.x, self.y, tuple(lines), marks=marks)


def _sketched(heights: Sketch, last: float) -> tuple[tuple[float, float], ...]:
    return tuple((last * n / (COLUMNS - 1), height) for n, height in enumerate(heights) if height is not None)


def _thinned(points: Sequence[Point], name: str) -> tuple[tuple[float, float], ...]:
    """Means of ten points each if there are many: the loss of a single batch jumps."""
    found = [(float(point["step"]), point[name]) for point in points if point.get(name) is not None]
    if len(found) < MANY:
        return tuple(found)
    tens = [found[first : first + THIN] for first in range(0, len(found), THIN)]
    return tuple((some[-1][0], fmean(value for _, value in some)) for some in tens)
