"""Scaling in small: runs of small GPTs and the law fitted to them; a loss predicted by hand, a valley, one more run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.chart import Chart
from app.lab.demos.demo import Asked, Goal
from app.lab.demos.scaling.law import RECORDED, Constant, Point, parameters_of, refitted, shortened
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_
from engine.demos import recording
from engine.demos.gpt.names import split
from engine.demos.scaling import scaling_fit
from engine.demos.scaling.scaling_fit import Law

WITHIN = {"law": 0.0101, "valley": 0.0, "run": 0.05}
WORDS = {"law": "loss by the law", "valley": "width with the least loss", "run": "loss of the run"}
BUDGET = 2.6e9  # FLOPs of each run of the valley
PER_STEP = 104  # tokens at least in a batch from the source, but for luck
SHOWN = 3  # decimals of a loss in tables
USUAL = 2  # times the usual miss
LEAST, MOST = 2.0, 3.5  # nats per token that a drawing of a run shows at least
SEEDS: Mapping[str, tuple[float, float]] = {  # two widths of the valley again, with the seeds 8 to 11: from, to
    "12": (2.356, 2.366), "24": (2.464, 2.497),
}  # fmt: skip
Width = Literal["8", "12", "16", "24", "32", "48", "64"]
Budget = Literal["1e9", "2.6e9", "1e10", "1e12", "1e15"]


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """``asks`` names what is predicted. ``thousands`` of tokens are read. ``row`` is the recorded run that is shown,
    ``compute`` the budget spent in the picture.

    Seed 7 made the recorded runs, so no live one has it.
    """

    asks: Literal["law", "valley", "run"] = "law"
    width: Width = "16"
    thousands: Annotated[int, Field(ge=10, le=250)] = 150
    real: bool = False
    seed: Annotated[int, Field(ge=8, le=10**6)] = 8
    row: Annotated[int, Field(ge=1, le=19)] = 10
    compute: Budget = "2.6e9"


class Scaling(Trained[State]):
    name = "scaling"
    title = N_("Scaling in small")
    says = N_(
        "A scaling law is fitted to nineteen small GPTs: foretell a loss with it, find the best size for a "
        "budget, and train one more."
    )
    section = "2.11"
    questions = ("spend-a-budget-well", "law-of-the-lab")
    refused = N_("These numbers make no exercise. Take another width, or another number of tokens.")
    reads = State
    opens = ("asks", "width", "thousands", "real", "seed")
    trained_by = "engine.demos.scaling.small_scaling"
    measured = "validation"
    widths: ClassVar[Sequence[str]] = get_args(Width)
    budgets: ClassVar[Sequence[str]] = get_args(Budget)
    budget: ClassVar[float] = BUDGET

    @staticmethod
    def parameters_of(width: str) -> int:
        return parameters_of(width)

    @property
    def real(self) -> bool:
        """True if the state is about the real names; the valley was measured on those of the source only."""
        return self.state.real and self.state.asks != "valley"

    @property
    def said(self) -> Mapping[str, Any]:
        """The recording for these names."""
        found = recording.shown(RECORDED)
        return found["real"] if self.real else found

    @property
    def entropy(self) -> float:
        """Entropy of the source, in nats per token: no model gets below it."""
        return float(recording.shown(RECORDED)["entropy"])

    @cached_property
    def law(self) -> Law:
        """The law, with its constants as they are shown."""
        return shortened(Law(**self.said["law"]))

    @cached_property
    def others(self) -> list[Law]:
        """Laws that other random draws would have given."""
        return [Law(*row) for row in self.said["others"]]

    @cached_property
    def runs(self) -> list[Point]:
        return [Point(self.law, *row) for row in self.said["runs"]]

    @property
    def lengths(self) -> list[list[Point]]:
        """The runs grouped by the tokens they read, shortest first."""
        known = sorted({round(run.tokens, -2) for run in self.runs})
        return [[run for run in self.runs if abs(run.tokens - length) < 100] for length in known]

    @property
    def one(self) -> Point:
        """The recorded run that is shown."""
        return self.runs[self.state.row - 1]

    @property
    def valley(self) -> list[tuple[str, Point]]:
        """Runs that cost the same, by their width."""
        found = [Point(self.law, *row) for row in recording.shown(RECORDED)["same compute"]]
        names = {parameters_of(width): width for width in self.widths}
        return [(names[point.parameters], point) for point in found]

    @property
    def lowest(self) -> tuple[str, Point]:
        return min(self.valley, key=lambda one: one[1].loss or 0.0)

    @property
    def nearest(self) -> float:
        """Height of the next best run of the valley above its lowest point, from the decimals that are shown."""
        least, second, *_ = sorted(round(point.loss or 0.0, SHOWN) for _, point in self.valley)
        return second - least

    @property
    def here(self) -> Point:
        """The model and tokens that are asked about."""
        return Point(self.law, parameters_of(self.state.width), 1000 * self.state.thousands)

    @property
    def came(self) -> Point | None:
        """The outcome of a live run; None if there is none."""
        result = (self.run.result or {}) if self.run else {}
        if result.get("validation") is None or "tokens" not in result:
            return None
        return Point(self.law, self.here.parameters, result["tokens"], result["validation"])

    @property
    def asked(self) -> Asked:
        kind = self.state.asks
        outcomes = {"law": round(self.here.foretold, 2), "valley": float(self.lowest[0]), "run": None}
        return Asked(WORDS[kind], outcomes[kind], WITHIN[kind], least=0)

    @property
    def form(self) -> str:
        return {"law": "%.2f", "valley": "%g", "run": "%.3f"}[self.state.asks]

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
    def chart(self) -> Chart:
        lines = {"loss": N_("training"), "validation": N_("held out")}
        levels = {} if self.real else {N_("entropy of the source"): self.entropy}
        about = "Cross-entropy in nats per token, over the steps of training"
        return Chart(about, N_("nats per token"), lines, levels, LEAST, MOST)

    seeds = SEEDS

    @staticmethod
    def at_border(law: Law) -> list[str]:
        """Exponents that lie at the least value a fit tries."""
        return [name for name in ("alpha", "beta") if getattr(law, name) <= scaling_fit.EXPONENTS[0]]

    @staticmethod
    def open_end(low: float) -> bool:
        """True if an interval of exponents ends there only because no fit tries less."""
        return low <= scaling_fit.EXPONENTS[0]

    def interval(self, name: str) -> tuple[float, float]:
        return scaling_fit.interval(self.others, attrgetter(name))

    @property
    def misses(self) -> float:
        """Distance of the law from its runs, root mean square in nats."""
        return float(self.said["misses"])

    @property
    def anew(self) -> tuple[Law, list[Law]] | None:
        """The law fitted again with the live run, and resampled laws; None if there was no run, or if no law fits
        any more."""
        if self.came is None or self.came.loss is None:
            return None
        rows = [tuple(row) for row in self.said["runs"]]
        try:
            return refitted((*rows, (self.came.parameters, self.came.tokens, self.came.loss)))
        except ValueError:
            return None

    @property
    def constants(self) -> list[Constant]:
        """The law before and after the live run."""
        if self.anew is None:
            return []
        law, others = self.anew
        return [
            Constant(
                name, getattr(self.law, name), self.interval(name), getattr(law, name),
                scaling_fit.interval(others, attrgetter(name)),
            )
            for name in ("E", "A", "B", "alpha", "beta")
        ]  # fmt: skip

    @property
    def outside(self) -> bool:
        """True if a number of the new law lies outside its own interval."""
        return any(not one.then_between[0] <= one.now <= one.then_between[1] for one in self.constants)

    @property
    def side(self) -> str:
        """The side on which a wrong prediction of a live run lies; "" before there is an outcome."""
        if self.made is None or self.came is None or self.came.loss is None:
            return ""
        if self.made.predicted > self.came.loss:
            return "above"
        return "lowest" if self.made.predicted < self.least else "below"

    @property
    def least(self) -> float:
        """The loss that none of the nineteen runs got below."""
        return min(run.loss or 0.0 for run in self.runs)

    @property
    def middling(self) -> Point:
        """The run in the middle by FLOPs."""
        return sorted(self.runs, key=attrgetter("flops"))[len(self.runs) // 2]

    @property
    def foretold(self) -> list[tuple[Point, float]]:
        """The most expensive runs, each with the prediction of the law fitted to the others."""
        return [(Point(self.law, *row[:3]), row[3]) for row in self.said.get("foretold", ())]

    @property
    def too_high(self) -> tuple[float, float]:
        """The least and the largest excess of these predictions over the measured losses."""
        over = [said - (run.loss or 0.0) for run, said in self.foretold]
        return min(over), max(over)

    @property
    def times(self) -> float:
        """The largest number of times that the real names were read."""
        return max(run.tokens for run in self.runs) / float(self.said["unique"])

    @property
    def laws(self) -> Mapping[str, Law]:
        """This law beside published ones."""
        return {N_("these runs"): self.law, **scaling_fit.PUBLISHED}

    @property
    def goals(self) -> list[Goal]:
        valley = self.state.asks == "valley" and self.made is not None and self.made.right
        came, nearer = self.came, False
        if came and came.loss is not None and self.made:
            nearer = abs(self.made.predicted - came.loss) < abs(came.miss)
        return [
            Goal(N_("You name the width with the least loss for 2.6e9 FLOPs."), valley),
            Goal(N_("The law misses a run of yours by more than twice its usual miss."),
                 came is not None and abs(came.miss) > USUAL * self.misses),
            Goal(N_("You foretell a run within 0.05, and nearer than the law does."),
                 nearer and self.made is not None and self.made.right),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        return "spend-a-budget-well" if self.state.asks == "valley" else "law-of-the-lab"

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the budget of the valley, or the law with this model."""
        if self.state.asks == "valley":
            return {"compute": BUDGET}
        model = {"parameters": self.here.parameters, "tokens": self.here.tokens}
        return {**{one.name: getattr(self.law, one.name) for one in fields(self.law)}, **model}
