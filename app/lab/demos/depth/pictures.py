"""The pictures of depth and time: the last layer by depth, one model layer by layer, the way back through time."""

from collections.abc import Sequence

from app.lab.demos.depth.layers import DEEP, SHALLOW, Layers
from app.lab.demos.depth.state import CELLS, NORMS, PARTS
from app.lab.demos.depth.steps import GIVEN, Steps, norms_back
from engine.solutions.pictures import Curve, Line

WIDE = 30.0  # ratio of largest to least from which on an axis is logarithmic
FARTHEST = 1e6  # factor beyond the lines up to which a prediction is still drawn
PLAIN = ("rnn", "lstm", "gru")
MOST_POWERS = 300  # of ten: a prediction beyond them cannot be computed with
Mark = tuple[str, float, float]


def layers_before(here: Layers) -> Curve:
    """Draws the depths up to four layers, which may be seen before the prediction."""
    norm = here.state.norm
    norms = {depth: value for depth, value in here.last_layer(norm).items() if depth <= 2 * SHALLOW}
    title = "The last layer's gradient, up to 4 layers"
    return _depths(title, here.state.part, (Line(NORMS[norm], _points(norms)),), ())


def layers(here: Layers, predicted: float | None) -> Curve:
    """Draws the last layer by depth, with the law of the paper if it holds for this norm, and with the prediction."""
    state, norms = here.state, here.last_layer(here.state.norm)
    lines = [Line(NORMS[state.norm], _points(norms))]
    if state.norm == "pre":
        law = {depth: norms[SHALLOW] * (SHALLOW / depth) ** 0.5 for depth in here.depths if depth >= SHALLOW}
        lines.append(Line("1/√L from 2 layers on", _points(law)))
    others = [name for name in NORMS if state.every and name != state.norm]
    lines += [Line(NORMS[name], _points(here.last_layer(name))) for name in others]
    height = 0.0 if predicted is None else predicted * norms[SHALLOW]
    marks = _prediction(lines, float(DEEP), height)
    return _depths("The last layer's gradient", state.part, tuple(lines), marks)


def _depths(title: str, part: str, lines: tuple[Line, ...], marks: tuple[Mark, ...]) -> Curve:
    about = f"Norm of the gradient of the last layer ({PARTS[part]}), before the first step of training"
    return Curve(title, about, "layers", "norm", lines, marks=marks, log_y=_wide(lines, marks))


def one_model(here: Layers) -> Curve:
    """Draws one model layer by layer."""
    lines = tuple(
        Line(name, tuple((float(n), norm) for n, norm in enumerate(here.norms(part), 1)))
        for part, name in PARTS.items()
    )
    about = "Norm of the gradient of each layer, the first layer at the left"
    title = f"A model of {here.state.layers} layers"
    return Curve(title, about, "layer", "norm", lines, log_y=_wide(lines, ()))


def steps_before(here: Steps) -> Curve:
    """Draws the steps back that may be seen before the prediction."""
    return _back("The first five steps back", here, [here.state.cell], GIVEN, 0.0)


def steps(here: Steps, predicted: float | None) -> Curve:
    """Draws every step back, with the prediction, and with the plain cells if all are shown."""
    cells = [here.state.cell, *(PLAIN if here.state.every else ())]
    height = 10**predicted if predicted is not None and abs(predicted) < MOST_POWERS else 0.0
    return _back("By steps back", here, list(dict.fromkeys(cells)), len(here.norms), height)


def _back(title: str, here: Steps, cells: Sequence[str], until: int, predicted: float) -> Curve:
    about = "Norm of the gradient with respect to an input so many steps back, as a part of that of the last input"
    lines = tuple(
        Line(CELLS[cell][0], tuple((float(n), x) for n, x in enumerate(norms_back(cell)[:until])))
        for cell in cells
    )
    marks = _prediction(lines, float(here.state.back), predicted)
    return Curve(
        title, about, "steps back", "part of the gradient", lines, marks=marks, log_y=_wide(lines, marks)
    )


def factors(here: Steps) -> Curve:
    """Draws the factor of each step back."""
    points = tuple((float(n), x) for n, x in enumerate(here.factors, 1))
    around = ((1.0, 1.0), (float(len(points)), 1.0))
    about = "By what the gradient is multiplied from one step back to the next; above 1 it grows"
    lines = Line(CELLS[here.state.cell][0], points), Line("neither grows nor shrinks", around)
    return Curve("The factor of each step", about, "steps back", "factor", lines)


def _points(values: dict[int, float]) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), y) for x, y in values.items())


def _prediction(lines: Sequence[Line], x: float, y: float) -> tuple[Mark, ...]:
    """The prediction as a mark; none if the lines would be flat beside it."""
    heights = [height for line in lines for _, height in line.points]
    near = min(heights) / FARTHEST < y < max(heights) * FARTHEST
    return (("your prediction", x, y),) if near else ()


def _wide(lines: tuple[Line, ...], marks: tuple[Mark, ...]) -> bool:
    heights = [y for line in lines for _, y in line.points] + [y for _, _, y in marks]
    return max(heights) > WIDE * min(heights)
