"""Alignment and the leash: a model of names is trained towards a reward, and the visitor predicts how far it goes."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any

from app.lab.demos.alignment import pictures, runs
from app.lab.demos.alignment.by_hand import PreferencePair, Sample, Weighed, best, short, weighed
from app.lab.demos.alignment.runs import DPO, GRADIENT, LONGEST
from app.lab.demos.alignment.state import ASKED, State
from app.lab.demos.chart import Chart, Point
from app.lab.demos.demo import Asked, Goal, NoExercise
from app.lab.demos.trained import Knob, Trained
from app.web.languages.languages import N_
from engine.solutions.pictures import Curve

WITHIN = {"divergence": 0.5, "unique": 0.1, "chosen": 2.0}  # nats, of 1, nats
EARLY = (1, 2, 5, 10, 25)  # steps at which the margin of a pair is still small enough for a loss by hand
SURE = 0.5  # from this share on, the best policy rests on the largest reward of the table
FAR = 1.0  # tolerance of a reward where training may leave the table
LEAST = {"chosen": -inf}  # the least possible outcome; 0 for the others
FRAME = 2  # names of a step that stand beside the picture
KNOBS = {
    "rate": Knob(N_("Learning rate"), "The learning rate", 1e-5, 0.02),
    "beta": Knob(N_("Beta"), "Beta", 0, 10),
}
KEPT = 0.9  # of the reference's share of real names


class Alignment(Trained[State]):
    name = "alignment"
    title = N_("Alignment and the leash")
    says = N_(
        "A model of names chases a reward, by policy gradient or DPO; beta says how tightly it is held to what it was."
    )
    section = "2.10"
    puzzle = N_("How far does a model go for a reward, and what holds it back?")
    minutes, cover = 15, "frontier"
    questions = ("a-pair-of-names", "reward-minus-the-price-of-moving")
    refused = N_(
        "Of these numbers no fair exercise can be made: rounding would decide it, or there are none yet. Take another "
        "name, an earlier step or another beta."
    )
    state_type = State
    prediction_fields = ("live", "method", "reward", "beta", "rate", "steps", "seed")
    trained_by = "engine.demos.alignment.live"
    measured = "measured"
    steerable = KNOBS

    @property
    def wrong(self) -> str:
        if self.state.live and self.state.method == DPO and self.state.beta == 0:
            return N_("With beta 0 every margin of DPO is 0, and nothing is learned. Take a beta above 0.")
        return ""

    @cached_property
    def points(self) -> Sequence[Point]:
        """The points of the recorded run, or those of the live one so far; () before it has begun."""
        if self.state.live:
            return self.run.points if self.run else ()
        return runs.points(self.state.method, self.state.reward, self.state.beta)

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """The policy's samples after the last step, summed up; None for a run that did not get there."""
        return self.points[-1].get("outcome") if self.points and self._whole else None

    @property
    def _whole(self) -> bool:
        return not self.state.live or self.points[-1]["step"] == self.state.steps

    @property
    def reference(self) -> Mapping[str, Any]:
        return runs.before(self.state.reward)

    @property
    def betas(self) -> Sequence[float]:
        return runs.betas(self.state.method, self.state.reward)

    @property
    def beta_choices(self) -> list[tuple[float, str]]:
        return [(beta, f"{beta:g}") for beta in self.betas]

    @property
    def next_beta(self) -> float:
        """The next smaller recorded beta; after the smallest, the largest."""
        return self.betas[self.betas.index(self.state.beta) - 1]

    @property
    def rewards(self) -> Sequence[str]:
        return ("letter", "ending") if self.state.live else runs.rewards(self.state.method)

    @property
    def can_be_asked(self) -> Sequence[str]:
        return ASKED[self.state.method]

    @property
    def as_recorded(self) -> Mapping[str, Any]:
        """The settings of the recorded runs of this method."""
        return runs.settings(self.state.method)

    @property
    def last_step(self) -> int:
        return self.state.steps if self.state.live else int(self.as_recorded["steps"])

    @property
    def asked(self) -> Asked:
        asks, reward = self.state.asks, self.state.reward
        within = WITHIN.get(asks) or {"letter": FAR if self.beyond else 0.2, "ending": 0.05}[reward]
        most = {"unique": 1, "reward": LONGEST if reward == "letter" else 1}.get(asks, inf)
        return Asked(
            words=asks,
            outcome=None if self.state.live else self.measurement,
            within=within,
            least=LEAST.get(asks, 0),
            most=most,
        )

    @property
    def beyond(self) -> bool:
        """True if training may find names with a larger reward than any in the table."""
        one = self.state
        if one.method == DPO or one.reward != "letter":
            return False
        return not self.weighed or self.weighed[-1].share > SURE

    @property
    def longest(self) -> str:
        """The name with the largest reward of all."""
        return "a" * LONGEST

    @property
    def of_longest(self) -> float:
        """Its log-probability under the reference."""
        return short(runs.longest(self.longest))

    @property
    def measurement(self) -> float | None:
        """The number that was to be predicted; None while the run has not produced it."""
        if self.outcome is None:
            return None
        found = self.points[-1] if self.state.asks == "chosen" else self.outcome
        return found["chosen_moved" if self.state.asks == "chosen" else self.state.asks]  # type: ignore[no-any-return]

    @property
    def training(self) -> Mapping[str, Any]:
        one = self.state
        return {
            "method": one.method, "reward": one.reward, "beta": one.beta, "asks": one.asks, "rate": one.rate,
            "steps": one.steps, "seed": one.seed,
        }  # fmt: skip

    @cached_property
    def weighed(self) -> Sequence[Weighed]:
        """The best policy for this beta, from the reference's names grouped by reward."""
        return weighed(self.counts, self.state.beta)

    @property
    def counts(self) -> Sequence[tuple[float, int]]:
        return runs.counts(self.state.reward)

    @property
    def mean(self) -> float:
        """Mean reward of the reference's names that were counted."""
        return sum(reward * names for reward, names in self.counts) / sum(names for _, names in self.counts)

    @property
    def best(self) -> tuple[float, float]:
        """Reward and KL of the best policy."""
        return best(self.weighed, self.state.beta)

    @property
    def chart(self) -> Chart:
        return pictures.chart(self.state, self.state.asks, self.beyond, self.best if self.weighed else None)

    @property
    def over_steps(self) -> Sequence[Curve]:
        best = self.best if self.weighed else None
        return pictures.over_steps(self.state, self.points, self.prediction, self.beyond, best)

    @property
    def frontier(self) -> Curve:
        return pictures.frontier(self.state, self.points, self.outcome, self.predicted)

    @property
    def frontier_shows_asked(self) -> bool:
        return self.state.asks in ("reward", "divergence")

    @property
    def frontier_end(self) -> float:
        return runs.frontier_end(self.state.reward)

    @property
    def recorded_ends(self) -> Sequence[tuple[float, tuple[float, float]]]:
        return runs.ends(self.state.method, self.state.reward)

    def penalised(self, reward: float, divergence: float) -> float:
        """The mean R, computed from the other two numbers as the page shows them."""
        return short(short(reward) - self.beta * short(divergence))

    @property
    def steps(self) -> Sequence[int]:
        """The steps for which there is something to show."""
        if self.state.method == GRADIENT:
            return [point["step"] for point in self.points if point.get("drawn")]
        steps = [point["step"] for point in self.points if "first" in point]
        return [step for step in steps if step in EARLY or step % 50 == 0 or step == steps[-1]]

    @cached_property
    def film(self) -> Sequence[tuple[int, Sequence[str]]]:
        """The first names that were drawn at each step for which some were kept, as they came."""
        frames = [(point["step"], [one["name"] for one in point.get("drawn", ())]) for point in self.points]
        if self.state.method == DPO:
            frames = [
                (point["step"], point["outcome"]["samples"]) for point in self.points if point.get("outcome")
            ]
        return [(step, names[:FRAME]) for step, names in frames if names]

    @property
    def frame(self) -> tuple[int, Sequence[str]] | None:
        """The last of these frames up to the chosen step; None if there is none."""
        return next((one for one in reversed(self.film) if one[0] <= self.state.step), None)

    @property
    def step(self) -> int:
        """The last of these steps up to the chosen one; -1 if there is none."""
        return max((step for step in self.steps if step <= self.state.step), default=-1)

    @property
    def samples(self) -> Sequence[Sample]:
        """Names drawn at the step that is shown, each once; the policy's own choice, not sorted."""
        found = next((point.get("drawn", ()) for point in self.points if point["step"] == self.step), ())
        return [
            Sample(one["name"], one["reward"], short(one["logp"]), short(one["logp_ref"]), self.beta)
            for one in {one["name"]: one for one in found}.values()
        ]

    @property
    def beta(self) -> float:
        """Beta as the page shows it."""
        return float(f"{self.state.beta:g}")

    @property
    def sample(self) -> Sample | None:
        return self.samples[min(self.state.one, len(self.samples)) - 1] if self.samples else None

    @property
    def pair(self) -> PreferencePair | None:
        """The first held-out pair, at the step that is shown."""
        point = next((point for point in self.points if point["step"] == self.step), None)
        if point is None or "first" not in point:
            return None
        start = self.points[0]
        chosen, rejected = start["pair"]
        logp_w, logp_l, ref_w, ref_l = (short(number) for number in (*point["first"], *start["ref"]))
        return PreferencePair(
            chosen=chosen,
            rejected=rejected,
            logp_w=logp_w,
            logp_l=logp_l,
            ref_w=ref_w,
            ref_l=ref_l,
            beta=self.beta,
        )

    @property
    def goals(self) -> list[Goal]:
        one, found, last = self.state, self.outcome, self.points[-1] if self.points else {}
        lettered = found if found and one.reward == "letter" and one.method == GRADIENT else None
        ended = found if found and one.reward == "ending" else None
        return [
            Goal(N_("Policy gradient, counting a: a reward of 1.40 or more, and 6.1 percent real names (0.9 of 6.8)."),
                 bool(lettered and lettered["reward"] >= 1.4 and lettered["real"] >= KEPT * self.reference["real"])),
            Goal(N_("Ending in a: a reward of 0.90 or more for a KL of at most 1.20, and 90 percent different names."),
                 bool(ended and ended["reward"] >= 0.9 and ended["divergence"] <= 1.2 and ended["unique"] >= 0.9)),
            Goal(N_("DPO: an accuracy of 0.90 or more, while the chosen names lose at most 2 nats."),
                 bool(found and one.method == DPO and last["accuracy"] >= 0.9 and last["chosen_moved"] >= -2)),
        ]  # fmt: skip

    @property
    def question(self) -> str:
        if self.state.method == DPO:
            return "a-pair-of-names"
        return "reward-minus-the-price-of-moving"

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise: the name, or the pair, that is worked out on the page."""
        if self.state.method == DPO:
            pair = self.pair
            if pair is None:
                raise NoExercise("nothing has been trained yet")
            names = ("logp_w", "logp_l", "ref_w", "ref_l", "beta")
            return {name: getattr(pair, name) for name in names}
        if self.sample is None:
            raise NoExercise("nothing has been trained yet")
        return {name: getattr(self.sample, name) for name in ("reward", "logp", "logp_ref", "beta")}
