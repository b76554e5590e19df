"""Alignment and the leash: a model of names is trained towards a reward, and the visitor predicts how far it goes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from math import inf
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from pydantic import Field

from app.lab.demos import demo
from app.lab.demos.alignment import runs
from app.lab.demos.alignment.by_hand import Compared, Drawn, Weighed, best, short, weighed
from app.lab.demos.alignment.runs import DPO, GRADIENT
from app.lab.demos.chart import Point
from app.lab.demos.demo import Asked, Goal, NoExercise
from app.lab.demos.trained import Trained
from app.web.languages.languages import N_

NAMES = 6  # of a step that are listed with their numbers
WITHIN = {"divergence": 0.5, "unique": 0.1, "chosen": 2.0}  # nats, of 1, nats
EARLY = (1, 2, 5, 10, 25)  # steps at which the margin of a pair is still small enough for a loss by hand
LONGEST = 12  # letters of a name
SURE = 0.5  # from this share on, the best policy rests on the largest reward of the table
FAR = 1.0  # tolerance of a reward where training may leave the table
LEAST = {"chosen": -inf}  # the least possible outcome; 0 for the others
KEPT = 0.9  # of the reference's share of real names
ASKED = {GRADIENT: ("reward", "divergence", "unique"), DPO: ("chosen", "divergence", "unique")}


@dataclass(frozen=True, slots=True)
class State(demo.State):
    """A run and, from ``step`` on, what is shown of it: a step, ``one`` of its names, and the ``others`` recorded.

    A run that is not ``live`` was recorded: ``rate``, ``steps`` and ``seed`` are then only kept for the next live one.
    Settings that were not recorded are replaced by the nearest that were.
    """

    live: bool = False
    method: Literal["gradient", "dpo"] = "gradient"
    reward: Literal["letter", "ending"] = "letter"
    beta: Annotated[float, Field(ge=0, le=10)] = 0.5
    asks: Literal["reward", "divergence", "unique", "chosen"] = "reward"
    rate: Annotated[float, Field(ge=1e-5, le=0.02)] = 0.002
    steps: Annotated[int, Field(ge=5, le=150)] = 60
    seed: Annotated[int, Field(ge=0, le=10**6)] = 1
    step: Annotated[int, Field(ge=0, le=150)] = 150
    one: Annotated[int, Field(ge=1, le=NAMES)] = 1
    others: bool = False
    wanted: float | None = field(
        default=None, init=False, compare=False
    )  # the beta asked for, if another one was taken

    @property
    def address(self) -> str:
        return urlencode({name: value for name, value in asdict(self).items() if name != "wanted"})

    def __post_init__(self) -> None:
        fits: dict[str, object] = {}
        if self.asks not in ASKED[self.method]:
            fits["asks"] = ASKED[self.method][0]
        if not self.live:
            recorded = runs.rewards(self.method)
            reward = self.reward if self.reward in recorded else recorded[0]
            beta = runs.nearest(self.method, reward, self.beta)
            fits |= {"reward": reward, "beta": beta} | ({"wanted": self.beta} if beta != self.beta else {})
        for name, value in fits.items():
            object.__setattr__(self, name, value)


class Alignment(Trained[State]):
    name = "alignment"
    title = N_("Alignment and the leash")
    says = N_(
        "A model of names chases a reward, by policy gradient or DPO; beta says how tightly it is held to what it was."
    )
    section = "2.10"
    questions = ("a-pair-of-names", "reward-minus-the-price-of-moving")
    refused = N_(
        "Of these numbers no fair exercise can be made: rounding would decide it, or there are none yet. Take another "
        "name, an earlier step or another beta."
    )
    reads = State
    opens = ("live", "method", "reward", "beta", "rate", "steps", "seed")
    trained_by = "engine.demos.alignment.live_alignment"
    measured = "measured"
    steered = True

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
    def before(self) -> Mapping[str, Any]:
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
        return Asked(asks, None if self.state.live else self.came, within, LEAST.get(asks, 0), most)

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
    def came(self) -> float | None:
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

    def net(self, reward: float, divergence: float) -> float:
        """The mean R, computed from the other two numbers as the page shows them."""
        return short(short(reward) - self.beta * short(divergence))

    @property
    def looks(self) -> Sequence[int]:
        """The steps for which there is something to show."""
        if self.state.method == GRADIENT:
            return [point["step"] for point in self.points if point.get("drawn")]
        steps = [point["step"] for point in self.points if "first" in point]
        return [step for step in steps if step in EARLY or step % 50 == 0 or step == steps[-1]]

    @property
    def look(self) -> int:
        """The last of these steps up to the chosen one; -1 if there is none."""
        return max((step for step in self.looks if step <= self.state.step), default=-1)

    @property
    def drawn(self) -> Sequence[Drawn]:
        """Names drawn at the step that is shown, each once; the policy's own choice, not sorted."""
        found = next((point.get("drawn", ()) for point in self.points if point["step"] == self.look), ())
        return [
            Drawn(one["name"], one["reward"], short(one["logp"]), short(one["logp_ref"]), self.beta)
            for one in {one["name"]: one for one in found}.values()
        ]

    @property
    def beta(self) -> float:
        """Beta as the page shows it."""
        return float(f"{self.state.beta:g}")

    @property
    def one(self) -> Drawn | None:
        return self.drawn[min(self.state.one, len(self.drawn)) - 1] if self.drawn else None

    @property
    def pair(self) -> Compared | None:
        """The first held-out pair, at the step that is shown."""
        point = next((point for point in self.points if point["step"] == self.look), None)
        if point is None or "first" not in point:
            return None
        start = self.points[0]
        chosen, rejected = start["pair"]
        logp_w, logp_l, ref_w, ref_l = (short(number) for number in (*point["first"], *start["ref"]))
        return Compared(chosen, rejected, logp_w, logp_l, ref_w, ref_l, self.beta)

    @property
    def goals(self) -> list[Goal]:
        one, found, last = self.state, self.outcome, self.points[-1] if self.points else {}
        lettered = found if found and one.reward == "letter" and one.method == GRADIENT else None
        ended = found if found and one.reward == "ending" else None
        return [
            Goal(N_("Policy gradient, counting a: a reward of 1.40 or more, and 6.1 percent real names (0.9 of 6.8)."),
                 bool(lettered and lettered["reward"] >= 1.4 and lettered["real"] >= KEPT * self.before["real"])),
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
        if self.one is None:
            raise NoExercise("nothing has been trained yet")
        return {name: getattr(self.one, name) for name in ("reward", "logp", "logp_ref", "beta")}
