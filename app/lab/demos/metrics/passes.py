"""pass@k on the bench: one round of samples is estimated, then many, beside the truth that only a simulation knows."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from app.lab.demos.demo import Asked, Goal, NoExercise
from app.lab.demos.metrics.metric import WITHIN, Metric, beside, told
from app.web.languages.languages import N_
from engine import chain
from engine.chain import Run
from engine.demos.metrics import bench
from engine.families.evaluation import pass_at_k
from engine.parameters import Array
from engine.solutions.pictures import Bars, Curve, Line
from engine.solutions.worked_solution import Line as Told

SHOWN = 8  # rounds
FACTORS = 10  # at most, in a product that is written out
SMALL = 20  # samples; with more, nobody counts the choices
BINS = 10


@dataclass(frozen=True)
class Passes(Metric):
    """Rounds of ``n`` samples, each right with probability ``p``; the estimate of the first round is predicted."""

    label = "pass@k"
    prediction_fields = ("p", "n", "k", "seed")

    p: float
    n: int
    k: int
    rounds: int
    seed: int

    @property
    def wrong(self) -> str:
        return (
            N_("No more programs can be tried than were written: take k up to n.") if self.k > self.n else ""
        )

    @cached_property
    def right(self) -> Array:
        """The number of right samples in each round."""
        return bench.right_ones(self.p, self.n, self.k, self.rounds, np.random.default_rng(self.seed))

    @property
    def c(self) -> int:
        return int(self.right[0])

    @cached_property
    def by_right(self) -> Array:
        """Both estimates for each number of right samples: (n + 1, 2)."""
        return bench.estimates(self.n, self.k)

    @cached_property
    def found(self) -> Array:
        """Both estimates in each round: (rounds, 2)."""
        return np.asarray(self.by_right[self.right])

    @property
    def true(self) -> float:
        return bench.pass_at_k_independent(self.p, self.k)

    @property
    def unbiased(self) -> float:
        return float(self.by_right[self.c, 0])

    @property
    def plugged_in(self) -> float:
        return float(self.by_right[self.c, 1])

    @property
    def means(self) -> tuple[float, float]:
        unbiased, plugged_in = self.found.mean(axis=0).tolist()
        return unbiased, plugged_in

    @property
    def asked(self) -> Asked:
        return Asked(
            words=f"pass@{self.k} of {self.c} in {self.n}",
            outcome=self.unbiased,
            within=WITHIN,
            least=0,
            most=1,
        )

    def picture(self, predicted: float | None) -> Bars:
        values = {"unbiased": self.unbiased, "plug-in": self.plugged_in, "truth": self.true}
        about = (
            f"Both estimates from {self.c} right samples of {self.n}, and the truth that it knows nothing of"
        )
        return beside("The first round", about, values, "unbiased", predicted)

    @property
    def first_rounds(self) -> list[tuple[int, int, float, float]]:
        """The first rounds: number, right samples, both estimates."""
        some = zip(self.right[:SHOWN].tolist(), self.found[:SHOWN].tolist(), strict=True)
        return [(number, right, *both) for number, (right, both) in enumerate(some, 1)]

    @property
    def histogram(self) -> Bars:
        edges = np.linspace(0, 1, BINS + 1)
        counts = [np.histogram(column, edges)[0] for column in self.found.T]
        bars = tuple(
            (f"{edges[n]:.1f} to {edges[n + 1]:.1f}", (float(counts[0][n]), float(counts[1][n])))
            for n in range(BINS)
        )
        return Bars(
            f"What {self.rounds:,} rounds estimate; the truth is {self.true:.2f}",
            "How many rounds ended with an estimate of this size; the upper end belongs to the next, but for 1.0",
            ("unbiased", "plug-in"), bars,
        )  # fmt: skip

    @property
    def settling(self) -> Curve | None:
        """Draws the means over more and more rounds; None if all of it is one number."""
        upto = np.unique(np.geomspace(1, self.rounds, 40).astype(int))
        means = self.found.cumsum(axis=0)[upto - 1] / upto[:, None]
        every = [*means.ravel().tolist(), self.true]
        if len(upto) < 2 or max(every) == min(every):
            return None
        over = upto.tolist()
        return Curve(
            "The mean over more and more rounds",
            "The mean of the unbiased estimate and of the plug-in, beside the truth",
            "rounds", "mean estimate",
            (
                Line("unbiased", tuple(zip(over, means[:, 0].tolist(), strict=True))),
                Line("plug-in", tuple(zip(over, means[:, 1].tolist(), strict=True))),
                Line(f"truth {self.true:.2f}", ((1.0, self.true), (float(self.rounds), self.true))),
            ),
            log_x=True,
        )  # fmt: skip

    @property
    def exact(self) -> Run:
        return chain.run(pass_at_k.family, pass_at_k.Parameters(n=self.n, c=self.c, k=self.k))

    @property
    def arithmetic(self) -> list[Told]:
        """The step with the choices, if their numbers are small enough to read."""
        return told(self.exact, *(self.exact.steps if self.n <= SMALL else ("pass_at_k",)))

    @property
    def factors(self) -> list[tuple[int, int]]:
        """Factors of the chance that all tries fail, as fractions; empty if it is 0 or too long to write."""
        wrong = self.n - self.c
        many = self.k > FACTORS or wrong < self.k
        return [] if many else [(wrong - tries, self.n - tries) for tries in range(self.k)]

    @property
    def goals(self) -> list[Goal]:
        unbiased, plugged_in = self.means
        return [
            Goal(N_("On average the plug-in misses the truth by more than 0.1, the unbiased one by less than 0.01."),
                 abs(plugged_in - self.true) > 0.1 and abs(unbiased - self.true) < 0.01),
            Goal(N_("In the first round the two estimates lie more than 0.2 apart."),
                 abs(self.unbiased - self.plugged_in) > 0.2),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        small = self.n <= SMALL
        return "how-often-does-the-assistant-succeed" if small else "a-hundred-samples-per-problem"

    @property
    def numbers(self) -> dict[str, Any]:
        if not 0 < self.unbiased < 1:
            raise NoExercise("this round leaves nothing to compute")
        return {"n": self.n, "c": self.c, "k": self.k}
