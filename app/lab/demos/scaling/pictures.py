"""The pictures of scaling: all runs, the valley of one budget, and how far other laws diverge."""

from collections.abc import Sequence

import numpy as np

from app.lab.demos.chart import Chart
from app.lab.demos.scaling.formats import thousands, two_digits
from app.lab.demos.scaling.law import Point
from app.lab.demos.scaling.runs import VALLEY_COMPUTE, Budget, Runs, entropy
from app.web.languages.languages import N_
from engine.solutions.pictures import Curve, Line

SIZE, LOSS = "parameters N", "nats per token"
ABOUT = "Loss on names that no run has read, over the number of parameters"
STEPS = 24
FEWEST = 10_000  # tokens that a run reads
LOWEST, HIGHEST = 1.0, 5.0  # nats per token between which a prediction is drawn
LEAST, MOST = 2.0, 3.5  # nats per token that a drawing of a run shows at least
BEYOND = 1.5  # the picture of a budget reaches so many times beyond the runs


def training(real: bool) -> Chart:
    """The drawing of a live run."""
    lines = {"loss": N_("training"), "validation": N_("held out")}
    levels = {} if real else {N_("entropy of the source"): entropy()}
    about = "Cross-entropy in nats per token, over the steps of training"
    return Chart(about=about, y=N_("nats per token"), lines=lines, levels=levels, low=LEAST, high=MOST)


def every_run(runs: Runs) -> Curve:
    """Draws the measured runs without the law, which may be what is asked about."""
    lines = tuple(Line(f"{thousands(some[0].tokens)} tokens", _measured(some)) for some in runs.lengths)
    about = f"{ABOUT}: a line joins those that read as much"
    return Curve("All nineteen runs", about, SIZE, LOSS, lines, log_x=True)


def compared(runs: Runs, here: Point, predicted: float | None) -> Curve:
    """Draws the law over all runs, with the model asked about, the prediction and the outcome."""
    near = predicted if predicted is not None and LOWEST < predicted < HIGHEST else None
    marks = {"your prediction": near, "the law": here.loss_by_law, "your run": here.loss}
    lengths = _some_lengths(runs)
    sizes = _spaced(*_ends(runs.points))
    lines = [
        Line(f"law, {thousands(some)} tokens", tuple((size, runs.law.loss(size, some)) for size in sizes))
        for some in (here.tokens, *(some[0].tokens for some in lengths))
    ]
    shown = in_picture(runs)
    lines.append(Line("runs", _measured(shown), style="dots"))
    lines += [Line("", _residual(run), style="sketch") for run in shown]
    about = f"{ABOUT}: dots were trained, lines are the law's; a dotted stick joins each run with its line"
    return Curve(
        "The law over the runs", about, SIZE, LOSS, tuple(lines),
        marks=tuple((name, float(here.parameters), loss) for name, loss in marks.items() if loss is not None),
        log_x=True,
    )  # fmt: skip


def in_picture(runs: Runs) -> list[Point]:
    """The runs that stand in the picture of the law: those of every other length, where there are many."""
    return [run for some in _some_lengths(runs) for run in some]


def _some_lengths(runs: Runs) -> list[list[Point]]:
    return runs.lengths[:: 1 + len(runs.lengths) // 4]


def valley(runs: Runs, predicted: float | None) -> Curve:
    """Draws the runs of one budget, with the predicted width, and the law for the same budget."""
    points = [point for _, point in runs.valley]
    best, _ = runs.law.best(VALLEY_COMPUTE)
    marks = [("least", runs.valley_minimum[1])]
    marks += [("you", point) for width, point in runs.valley if float(width) == predicted]
    sizes = _spaced(best / 2, max(point.parameters for point in points))
    lines = (
        Line("runs", _measured(points)),
        Line("law", tuple(runs.law.isoflop(VALLEY_COMPUTE, sizes))),
        Line("", _measured(points), style="dots"),
    )
    about = f"{ABOUT}, of {two_digits(VALLEY_COMPUTE)} FLOPs each"
    return Curve(
        "Five runs of the same cost", about, SIZE, LOSS, lines,
        marks=tuple((name, float(one.parameters), one.loss or 0.0) for name, one in dict(marks).items()), log_x=True,
    )  # fmt: skip


def isoflop(budget: Budget, compute: str) -> Curve:
    """Draws one budget: models of every size by the law, with the interval of nine tenths of the resampled laws."""
    law, (size, _) = budget.runs.law, budget.best
    least, most = _ends(budget.runs.points)
    largest = min(max(size, most) * BEYOND, budget.tokens_times_parameters / FEWEST)
    sizes = _spaced(min(size, least) / BEYOND, largest)
    band = [(one, *budget.losses_at(one)) for one in sizes]
    lines = (
        Line("the law", tuple(law.isoflop(budget.compute, sizes))),
        Line("95 of 100 laws lie below", tuple((one, high) for one, _, high in band)),
        Line("95 of 100 lie above", tuple((one, low) for one, low, _ in band)),
    )
    marks = (("the law's best", size, budget.loss),)
    about = f"Loss by the law of all models that {compute} FLOPs can train"
    return Curve("The same budget, other sizes", about, SIZE, LOSS, lines, marks=marks, log_x=True)


def _measured(runs: Sequence[Point]) -> tuple[tuple[float, float], ...]:
    return tuple((float(run.parameters), run.loss) for run in runs if run.loss is not None)


def _residual(run: Point) -> tuple[tuple[float, float], ...]:
    """A line from a run to the law's loss for it."""
    size = float(run.parameters)
    return () if run.loss is None else ((size, run.loss), (size, run.loss_by_law))


def _ends(runs: Sequence[Point]) -> tuple[float, float]:
    return min(run.parameters for run in runs), max(run.parameters for run in runs)


def _spaced(low: float, high: float) -> list[float]:
    return [float(size) for size in np.geomspace(low, high, STEPS + 1)]
