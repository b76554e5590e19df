"""Alignment and the leash, drawn: the frontier of reward against KL, and what happens step by step."""

from collections.abc import Sequence
from math import ceil

from app.lab.demos.alignment import runs
from app.lab.demos.alignment.demo import LONGEST, Alignment
from app.lab.demos.alignment.runs import DPO
from app.lab.demos.chart import Chart
from app.web.languages.languages import N_
from engine.solutions.pictures import Curve, Line

OFTEN = 5  # steps that become one point of the path
RUN, YOU = "the run", "you"
NEAR = 0.08  # share of the picture's height: two labels this near would cover each other


class AlignmentLab(Alignment):
    @property
    def chart(self) -> Chart:
        return self.over_steps(self.state.asks)

    def over_steps(self, what: str) -> Chart:
        many = self.state.reward == "letter"
        start = f"{self.before['reward']:.2f}"
        match what:
            case "reward":
                lines = {"reward": N_("mean reward")}
                about = f"Mean reward of the names that are drawn; the reference earns {start}"
                return Chart(about, N_("reward"), lines, {}, 0.0, self._highest if many else 1.0)
            case "divergence":
                lines = {"divergence": N_("KL")}
                return Chart(
                    "KL from the reference over the steps",
                    N_("nats per name"),
                    lines,
                    {},
                    0.0,
                    self._farthest,
                )
            case "unique":
                lines = {"relative": N_("real names (reference: 1)"), "unique": N_("different names")}
                drawn = "1,000 names" if self.state.method == DPO else "the 64 names of a step"
                about = (
                    f"Of {drawn} the share that is left when each is counted once; and the share of real names, "
                    "divided by that of the reference"
                )
                return Chart(about, N_("share"), lines, {}, 0.0, 1.0)
            case "accuracy":
                lines = {"loss": N_("loss"), "accuracy": N_("accuracy")}
                about = "Of pairs that are held out: the mean loss, and the share with a positive margin"
                return Chart(about, N_("loss in nats, share"), lines, {}, 0.0, 1.0)
            case _:
                lines = {"rejected_moved": N_("rejected names"), "chosen_moved": N_("chosen names")}
                about = "Change of the mean log-probability of the pairs that are held out, in nats"
                return Chart(about, N_("change, in nats"), lines, {}, self._lowest, 0.0)

    @property
    def _highest(self) -> float:
        """The highest ``letter`` reward that the picture of a live run has room for."""
        return float(LONGEST) if self.beyond else 4.0

    @property
    def _farthest(self) -> float:
        """The largest KL that it has room for."""
        if self.state.method == DPO:
            return 8.0
        if self.beyond:
            return 65.0
        return max(2.0, float(ceil(2 * self.best[1]))) if self.weighed else 6.0

    @property
    def _lowest(self) -> float:
        """The lowest change of log-probabilities that it has room for: in tens, from the recorded run with the
        nearest beta."""
        beta = runs.nearest(DPO, runs.rewards(DPO)[0], self.state.beta)
        told = runs.points(DPO, runs.rewards(DPO)[0], beta)
        lowest: float = min(point["rejected_moved"] for point in told)
        return -10.0 * ceil(-lowest / 10)

    @property
    def frontier(self) -> Curve:
        """The frontier that no policy gets above, and the path of this run."""
        state, before = self.state, self.before
        best = [(one["divergence"], one["reward"]) for one in runs.frontier(state.reward)]
        lines = [
            Line("the best for each KL", tuple(sorted([(0.0, before["reward"]), *best]))),
            Line("this run", self.path),
        ]
        about = "Mean reward over KL from the reference, in nats per name; the run begins at KL 0"
        if state.others:
            lines.append(Line("other betas", tuple(place for _, place in self.other_ends), "dots"))
        return Curve(
            f"Reward against KL, beta {state.beta:g}", about, "KL to the reference, in nats", "mean reward",
            tuple(line for line in lines if line.points), marks=tuple(self._marks),
        )  # fmt: skip

    @property
    def path(self) -> tuple[tuple[float, float], ...]:
        """The path from the reference to what was drawn at the end; for a policy gradient, means of a few small
        batches."""
        places = [(one["divergence"], one["reward"]) for one in self.points if one.get("reward") is not None]
        start = (0.0, self.before["reward"])
        if self.state.method == DPO:
            return (start, *(place for place in places if place[0] > 0))
        some = [places[n : n + OFTEN] for n in range(1, len(places), OFTEN)]
        means = [(sum(x for x, _ in few) / len(few), sum(y for _, y in few) / len(few)) for few in some]
        end = self.outcome
        last = [(end["divergence"], end["reward"])] if end else []
        return (start, *means, *last)

    @property
    def _marks(self) -> list[tuple[str, float, float]]:
        marks = []
        if self.outcome:
            here = (self.outcome["divergence"], self.outcome["reward"])
            said = self.made.predicted if self.made else None
            width, height = (max(of) for of in zip(here, *self.path, strict=True))
            if said is None or self.state.asks not in ("reward", "divergence"):
                marks.append((RUN, *here))
            elif abs(said - here[self.state.asks == "reward"]) < NEAR * (
                height if self.state.asks == "reward" else 3 * width
            ):
                marks.append((f"{RUN}; you said {said:.2f}", *here))
            else:
                you = (here[0], said) if self.state.asks == "reward" else (max(0.0, said), here[1])
                marks += [(RUN, *here), (YOU, *you)]
        return marks

    @property
    def far(self) -> float:
        """The KL at which the line of the best policies ends: beyond it, too few names of the table would count."""
        return max(float(one["divergence"]) for one in runs.frontier(self.state.reward))

    @property
    def other_ends(self) -> Sequence[tuple[float, tuple[float, float]]]:
        return [(beta, place) for beta, place in self.every_end if beta != self.state.beta]

    @property
    def every_end(self) -> Sequence[tuple[float, tuple[float, float]]]:
        """KL and reward at the end of every run recorded for this method and reward."""
        method, reward = self.state.method, self.state.reward
        ends = [(beta, runs.points(method, reward, beta)[-1]["outcome"]) for beta in self.betas]
        return [(beta, (end["divergence"], end["reward"])) for beta, end in ends]

    @property
    def pictures(self) -> list[Curve]:
        """Curves over the steps, the predicted quantity first, with the prediction in it."""
        if len(self.points) < 2:
            return []
        others = (
            ("chosen", "accuracy", "unique")
            if self.state.method == DPO
            else ("unique", "divergence", "reward")
        )
        order = (self.state.asks, *(what for what in others if what != self.state.asks))
        titles = {
            "reward": "Reward",
            "divergence": "How far the policy has moved",
            "unique": "Different names, and real ones",
            "chosen": "How chosen and rejected names change",
            "accuracy": "Loss and accuracy",
        }
        points = [one for one in self.points if one["step"] % 2 == 0 or one.get("real") is not None]
        drawn = [
            self.over_steps(what).drawn(titles[what], points, self.made if what == self.state.asks else None)
            for what in order
        ]
        return [one for one in drawn if any(len(line.points) > 1 for line in one.lines)]

    @property
    def asked_first(self) -> bool:
        """True if the frontier has no place for the predicted quantity."""
        return self.state.asks in ("unique", "chosen")
