"""Scaling in small with its pictures: all runs, the valley of one budget, and how far other laws diverge."""

from collections.abc import Sequence

import numpy as np

from app.lab.demos.scaling.demo import BUDGET, Scaling
from app.lab.demos.scaling.law import Point
from engine.demos.scaling.scaling_fit import FLOPS, Law
from engine.solutions.pictures import Curve, Line, written

SIZE, LOSS = "parameters N", "nats per token"
STEPS = 24
FEWEST = 10_000  # tokens that a run reads
LOWEST, HIGHEST = 1.0, 5.0  # nats per token between which a prediction is drawn
BEYOND = 1.5  # the picture of a budget reaches so many times beyond the runs


class ScalingLab(Scaling):
    @property
    def every_run(self) -> Curve:
        """Draws the measured runs without the law, which may be what is asked about."""
        lines = tuple(Line(f"{thousands(runs[0].tokens)} tokens", measured(runs)) for runs in self.lengths)
        return Curve(
            "All nineteen runs",
            f"{ABOUT}: a line joins those that read as much",
            SIZE,
            LOSS,
            lines,
            log_x=True,
        )

    def compared(self, predicted: float | None) -> Curve:
        """Draws the law over all runs, with the model asked about, the prediction and the outcome."""
        here = self.came or self.here
        near = predicted if predicted is not None and LOWEST < predicted < HIGHEST else None
        said = {"your prediction": near, "the law": here.foretold, "your run": here.loss}
        lengths = self.lengths[:: 1 + len(self.lengths) // 4]
        sizes = spaced(*ends(self.runs))
        lines = [
            Line(f"law, {thousands(some)} tokens", tuple((size, self.law.loss(size, some)) for size in sizes))
            for some in (here.tokens, *(runs[0].tokens for runs in lengths))
        ]
        shown = [run for runs in lengths for run in runs]
        lines.append(Line("runs", measured(shown), style="dots"))
        lines += [Line("", stick(run), style="sketch") for run in shown]
        about = (
            f"{ABOUT}: dots were trained, lines are the law's; a dotted stick joins each run with its line"
        )
        return Curve(
            "The law over the runs", about, SIZE, LOSS, tuple(lines),
            marks=tuple((name, float(here.parameters), loss) for name, loss in said.items() if loss is not None),
            log_x=True,
        )  # fmt: skip

    def bottom(self, predicted: float | None) -> Curve:
        """Draws the runs of one budget, with the predicted width, and the law for the same budget."""
        runs = [point for _, point in self.valley]
        best, _ = self.law.best(BUDGET)
        marks = [("least", self.lowest[1])]
        marks += [("you", point) for width, point in self.valley if float(width) == predicted]
        sizes = spaced(best / 2, max(run.parameters for run in runs))
        lines = (
            Line("runs", measured(runs)),
            Line("law", tuple(self.law.isoflop(BUDGET, sizes))),
            Line("", measured(runs), style="dots"),
        )
        return Curve(
            "Five runs of the same cost", f"{ABOUT}, of {self.rough(BUDGET)} FLOPs each", SIZE, LOSS, lines,
            marks=tuple((name, float(one.parameters), one.loss or 0.0) for name, one in dict(marks).items()),
            log_x=True,
        )  # fmt: skip

    @staticmethod
    def end(x: float) -> str:
        """Formats an end of an interval: two decimals, or three digits."""
        return f"{x:.2f}" if x < 100 else f"{float(f'{x:.3g}'):,.0f}" if x < 1e5 else written(x)

    @staticmethod
    def rough(x: float) -> str:
        """Formats with two digits."""
        two = float(f"{x:.2g}")
        return f"{two:,.0f}" if 10 <= two < 1e5 else written(two)

    @property
    def compute(self) -> float:
        return float(self.state.compute)

    @property
    def best(self) -> tuple[float, float]:
        """The parameters and tokens that are best for the budget by the law."""
        return self.law.best(self.compute)

    @property
    def best_between(self) -> tuple[float, float]:
        """Interval of the best number of parameters in nine tenths of the resampled laws."""
        low, high = np.quantile([law.best(self.compute)[0] for law in self.others], [0.05, 0.95])
        return float(low), float(high)

    @property
    def loss_between(self) -> tuple[float, float]:
        """Interval of the loss, by the same laws, at the size that is best by the law."""
        return between(self.others, *self.best)

    @property
    def isoflop(self) -> Curve:
        """Draws one budget: models of every size by the law, with the interval of nine tenths of the resampled laws."""
        size, _ = self.best
        least, most = ends(self.runs)
        sizes = spaced(
            min(size, least) / BEYOND, min(max(size, most) * BEYOND, self.compute / FLOPS / FEWEST)
        )
        band = [between(self.others, one, self.compute / FLOPS / one) for one in sizes]
        lines = (
            Line("the law", tuple(self.law.isoflop(self.compute, sizes))),
            Line(
                "95 of 100 laws lie below",
                tuple((one, high) for one, (_, high) in zip(sizes, band, strict=True)),
            ),
            Line("95 of 100 lie above", tuple((one, low) for one, (low, _) in zip(sizes, band, strict=True))),
        )
        marks = (("the law's best", size, self.law.loss(*self.best)),)
        about = f"Loss by the law of all models that {self.state.compute} FLOPs can train"
        return Curve("The same budget, other sizes", about, SIZE, LOSS, lines, marks=marks, log_x=True)


ABOUT = "Loss on names that no run has read, over the number of parameters"


def measured(runs: Sequence[Point]) -> tuple[tuple[float, float], ...]:
    return tuple((float(run.parameters), run.loss) for run in runs if run.loss is not None)


def stick(run: Point) -> tuple[tuple[float, float], ...]:
    """A line from a run to the law's loss for it."""
    size = float(run.parameters)
    return () if run.loss is None else ((size, run.loss), (size, run.foretold))


def thousands(tokens: float) -> str:
    return f"{tokens / 1000:,.0f}k"


def ends(runs: Sequence[Point]) -> tuple[float, float]:
    return min(run.parameters for run in runs), max(run.parameters for run in runs)


def spaced(low: float, high: float) -> list[float]:
    return [float(size) for size in np.geomspace(low, high, STEPS + 1)]


def between(laws: Sequence[Law], parameters: float, tokens: float) -> tuple[float, float]:
    low, high = np.quantile([law.loss(parameters, tokens) for law in laws], [0.05, 0.95])
    return float(low), float(high)
