"""Depth and time with its pictures: the last layer by depth, one model layer by layer, the way back through time."""

from collections.abc import Sequence

from app.lab.demos.depth.demo import CELLS, DEEP, GIVEN, NORMS, PARTS, SHALLOW, Depth
from engine.solutions.pictures import Curve, Line

WIDE = 30.0  # ratio of largest to least from which on an axis is logarithmic
FARTHEST = 1e6  # factor beyond the lines up to which a prediction is still drawn
PLAIN = ("rnn", "lstm", "gru")
MOST_POWERS = 300  # of ten: a prediction beyond them cannot be computed with
Mark = tuple[str, float, float]


class DepthLab(Depth):
    @property
    def layers_before(self) -> Curve:
        """Draws the depths up to four layers, which may be seen before the prediction."""
        norms = {
            depth: norm for depth, norm in self.last_layer(self.state.norm).items() if depth <= 2 * SHALLOW
        }
        return self._depths(
            "The last layer's gradient, up to 4 layers", (Line(self.norm_name, _points(norms)),), ()
        )

    @property
    def layers_system(self) -> Curve:
        """Draws the last layer by depth, with the law of the paper if it holds for this norm, and with the
        prediction."""
        state = self.state
        lines = [Line(self.norm_name, _points(self.last_layer(state.norm)))]
        if state.norm == "pre":
            start = self.last_layer("pre")[SHALLOW]
            law = {depth: start * (SHALLOW / depth) ** 0.5 for depth in self.depths if depth >= SHALLOW}
            lines.append(Line("1/√L from 2 layers on", _points(law)))
        others = [name for name in NORMS if state.every and name != state.norm]
        lines += [Line(NORMS[name], _points(self.last_layer(name))) for name in others]
        said = self.made.predicted * self.last_layer(state.norm)[SHALLOW] if self.made else 0.0
        return self._depths("The last layer's gradient", tuple(lines), _said(lines, float(DEEP), said))

    def _depths(self, title: str, lines: tuple[Line, ...], marks: tuple[Mark, ...]) -> Curve:
        about = f"Norm of the gradient of the last layer ({PARTS[self.state.part]}), before the first step of training"
        return Curve(title, about, "layers", "norm", lines, marks=marks, log_y=_wide(lines, marks))

    @property
    def one_model(self) -> Curve:
        state = self.state
        lines = tuple(
            Line(
                name,
                tuple((float(n), x) for n, x in enumerate(self.by_layer(state.norm, part, state.layers), 1)),
            )
            for part, name in PARTS.items()
        )
        about = "Norm of the gradient of each layer, the first layer at the left"
        return Curve(
            f"A model of {state.layers} layers", about, "layer", "norm", lines, log_y=_wide(lines, ())
        )

    @property
    def time_before(self) -> Curve:
        return self._back("The first five steps back", [self.state.cell], GIVEN)

    @property
    def time_system(self) -> Curve:
        cells = list(dict.fromkeys((self.state.cell, *PLAIN))) if self.state.every else [self.state.cell]
        said = 10**self.made.predicted if self.made and abs(self.made.predicted) < MOST_POWERS else 0.0
        return self._back("By steps back", cells, len(self.norms), said)

    def _back(self, title: str, cells: Sequence[str], until: int, said: float = 0.0) -> Curve:
        about = "Norm of the gradient with respect to an input so many steps back, as a part of that of the last input"
        lines = tuple(
            Line(CELLS[cell][0], tuple((float(n), x) for n, x in enumerate(self.through_time(cell)[:until])))
            for cell in cells
        )
        marks = _said(lines, float(self.state.back), said)
        return Curve(
            title, about, "steps back", "part of the gradient", lines, marks=marks, log_y=_wide(lines, marks)
        )

    @property
    def each_step(self) -> Curve:
        points = tuple((float(n), x) for n, x in enumerate(self.factors, 1))
        around = ((1.0, 1.0), (float(len(self.factors)), 1.0))
        about = "By what the gradient is multiplied from one step back to the next; above 1 it grows"
        return Curve(
            "The factor of each step", about, "steps back", "factor",
            (Line(CELLS[self.state.cell][0], points), Line("neither grows nor shrinks", around)),
        )  # fmt: skip


def _points(values: dict[int, float]) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), y) for x, y in values.items())


def _said(lines: Sequence[Line], x: float, y: float) -> tuple[Mark, ...]:
    """The prediction as a mark; none if the lines would be flat beside it."""
    heights = [height for line in lines for _, height in line.points]
    near = min(heights) / FARTHEST < y < max(heights) * FARTHEST
    return (("your prediction", x, y),) if near else ()


def _wide(lines: tuple[Line, ...], marks: tuple[Mark, ...]) -> bool:
    heights = [y for line in lines for _, y in line.points] + [y for _, _, y in marks]
    return max(heights) > WIDE * min(heights)
