"""Scaling in small: runs of small GPTs and the law fitted to them; a loss predicted by hand, a valley, one more run."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, get_args

from app.lab.demos.chart import Chart
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.scaling import formats, pictures, runs
from app.lab.demos.scaling.law import Constant, Point, at_border, open_end, parameters_of, refitted
from app.lab.demos.scaling.runs import VALLEY_COMPUTE, VALLEY_SEEDS, Budget, Runs
from app.lab.demos.scaling.state import Compute, State, Width
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos.gpt.names import split
from engine.demos.scaling import laws
from engine.demos.scaling.laws import Law
from engine.solutions.pictures import Curve

WITHIN = {"law": 0.0101, "valley": 0.0, "run": 0.05}
WORDS = {"law": "loss by the law", "valley": "width with the least loss", "run": "loss of the run"}
PER_STEP = 104  # tokens at least in a batch from the source, but for luck
USUAL = 2  # times the usual residual


class Scaling(Trained[State]):
    name = "scaling"
    title = N_("Scaling in small")
    says = N_(
        "A scaling law is fitted to nineteen small GPTs: predict a loss with it, find the best size for a "
        "budget, and train one more."
    )
    section = "2.11"
    puzzle = N_("Can a law fitted to nineteen small models tell the loss of one more?")
    minutes, cover = 20, "every_run"
    questions = ("spend-a-budget-well", "law-of-the-lab")
    refused = N_("These numbers make no exercise. Take another width, or another number of tokens.")
    state_type = State
    prediction_fields = ("asks", "width", "thousands", "real", "seed")
    trained_by = "engine.demos.scaling.live"
    measured = "validation"
    widths: ClassVar[Sequence[str]] = get_args(Width)
    budgets: ClassVar[Sequence[str]] = get_args(Compute)
    valley_compute = VALLEY_COMPUTE
    valley_seeds = VALLEY_SEEDS
    parameters_of = staticmethod(parameters_of)
    at_border = staticmethod(at_border)
    open_end = staticmethod(open_end)
    interval_end = staticmethod(formats.interval_end)
    two_digits = staticmethod(formats.two_digits)

    @property
    def real(self) -> bool:
        """True if the state is about the real names; the valley was measured on those of the source only."""
        return self.state.real and self.state.asks != "valley"

    @cached_property
    def runs(self) -> Runs:
        return Runs(self.real)

    @property
    def law(self) -> Law:
        return self.runs.law

    @property
    def laws(self) -> Mapping[str, Law]:
        """This law beside published ones."""
        return {N_("these runs"): self.law, **laws.PUBLISHED}

    @property
    def entropy(self) -> float:
        return runs.entropy()

    @property
    def chosen_run(self) -> Point:
        """The recorded run that is shown."""
        return self.runs.points[self.state.row - 1]

    @property
    def here(self) -> Point:
        """The model and tokens that are asked about."""
        return Point(self.law, parameters_of(self.state.width), 1000 * self.state.thousands)

    @property
    def trained(self) -> Point | None:
        """The outcome of a live run; None if there is none."""
        result = (self.run.result or {}) if self.run else {}
        if result.get("validation") is None or "tokens" not in result:
            return None
        return Point(self.law, self.here.parameters, result["tokens"], result["validation"])

    @property
    def refit(self) -> tuple[Law, list[Law]] | None:
        """The law fitted again with the live run, and resampled laws; None if there was no run, or if no law fits
        any more."""
        if self.trained is None or self.trained.loss is None:
            return None
        rows = [tuple(row) for row in self.runs.data["runs"]]
        try:
            return refitted((*rows, (self.trained.parameters, self.trained.tokens, self.trained.loss)))
        except ValueError:
            return None

    @property
    def constants(self) -> list[Constant]:
        """The law before and after the live run."""
        if self.refit is None:
            return []
        law, resampled = self.refit
        return [
            Constant(
                name=name, before=getattr(self.law, name), before_interval=self.runs.interval(name),
                after=getattr(law, name), after_interval=laws.interval(resampled, attrgetter(name)),
            )
            for name in ("E", "A", "B", "alpha", "beta")
        ]  # fmt: skip

    @property
    def side(self) -> str:
        """The side on which a wrong prediction of a live run lies; "" before there is an outcome."""
        if self.predicted is None or self.trained is None or self.trained.loss is None:
            return ""
        if self.predicted > self.trained.loss:
            return "above"
        return "lowest" if self.predicted < self.runs.least else "below"

    @property
    def budget(self) -> Budget:
        return Budget(self.runs, float(self.state.compute))

    @property
    def every_run(self) -> Curve:
        return pictures.every_run(self.runs)

    @property
    def compared(self) -> Curve:
        return pictures.compared(self.runs, self.trained or self.here, self.predicted)

    @property
    def compared_runs(self) -> list[tuple[int, Point]]:
        """The runs in that picture, each with its number among the nineteen."""
        shown = pictures.in_picture(self.runs)
        return [(row, one) for row, one in enumerate(self.runs.points, start=1) if one in shown]

    @property
    def valley(self) -> Curve:
        return pictures.valley(self.runs, self.predicted)

    @property
    def isoflop(self) -> Curve:
        return pictures.isoflop(self.budget, self.state.compute)

    @property
    def chart(self) -> Chart:
        return pictures.training(self.real)

    @property
    def training(self) -> Mapping[str, Any]:
        """The parameters of a live run; ``steps`` is approximate, as nobody knows yet which names the source will
        give."""
        tokens = self.here.tokens
        words, _ = split()
        per_step = 16 * sum(len(word) + 1 for word in words) / len(words) if self.real else PER_STEP
        return {
            "steps": round(tokens / per_step), "width": int(self.state.width), "tokens": tokens, "real": self.real,
            "seed": self.state.seed,
        }  # fmt: skip

    @property
    def asked(self) -> Asked:
        match self.state.asks:
            case "law":
                outcome: float | None = round(self.here.loss_by_law, 2)
            case "valley":
                outcome = float(self.runs.valley_minimum[0])
            case _:
                outcome = None
        return Asked(words=WORDS[self.state.asks], outcome=outcome, within=WITHIN[self.state.asks], least=0)

    @property
    def form(self) -> str:
        return {"law": "%.2f", "valley": "%g", "run": "%.3f"}[self.state.asks]

    @property
    def goals(self) -> list[Goal]:
        valley = self.state.asks == "valley" and self.prediction is not None and self.prediction.right
        came, nearer = self.trained, False
        if came and came.loss is not None and self.prediction:
            nearer = abs(self.prediction.predicted - came.loss) < abs(came.residual)
        return [
            Goal(N_("You name the width with the least loss for 2.6e9 FLOPs."), valley),
            Goal(N_("The law misses a run of yours by more than twice its usual miss."),
                 came is not None and abs(came.residual) > USUAL * self.runs.rms_residual),
            Goal(N_("You predict a run within 0.05, and nearer than the law does."),
                 nearer and self.prediction is not None and self.prediction.right),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return "spend-a-budget-well" if self.state.asks == "valley" else "law-of-the-lab"

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the budget of the valley, or the law with this model."""
        if self.state.asks == "valley":
            return {"compute": VALLEY_COMPUTE}
        model = {"parameters": self.here.parameters, "tokens": self.here.tokens}
        return {**{one.name: getattr(self.law, one.name) for one in fields(self.law)}, **model}
