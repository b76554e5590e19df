"""The pictures of alignment: the frontier of reward against KL, and what happens step by step."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from app.lab.demos.alignment import runs
from app.lab.demos.alignment.runs import DPO, LONGEST
from app.lab.demos.alignment.state import State
from app.lab.demos.chart import Chart, Point
from app.lab.store.predictions import Prediction
from app.web.languages.languages import N_
from engine.solutions.pictures import Curve, Line

MEAN_OF = 5  # steps that become one point of the path
RUN, YOU = "the run", "you"
NEAR = 0.08  # share of the picture's height: two labels this near would cover each other
TITLES = {
    "reward": "Reward",
    "divergence": "How far the policy has moved",
    "unique": "Different names",
    "real": "Real names",
    "chosen": "How chosen and rejected names change",
    "accuracy": "Accuracy",
    "loss": "Loss",
}
Place = tuple[float, float]  # KL and reward
Best = tuple[float, float] | None  # reward and KL of the best policy, if they can be worked out


def chart(state: State, what: str, beyond: bool, best: Best) -> Chart:
    """The drawing of one quantity over the steps; ``beyond``: rewards may be larger than any in the table."""
    match what:
        case "reward":
            lines = {"reward": N_("mean reward")}
            start = f"{runs.before(state.reward)['reward']:.2f}"
            about = f"Mean reward of the names that are drawn; the reference earns {start}"
            letters = float(LONGEST) if beyond else 4.0
            return Chart(
                about=about,
                y=N_("reward"),
                lines=lines,
                levels={},
                low=0.0,
                high=letters if state.reward == "letter" else 1.0,
            )
        case "divergence":
            lines = {"divergence": N_("KL")}
            about = "KL from the reference over the steps"
            return Chart(
                about=about,
                y=N_("nats per name"),
                lines=lines,
                levels={},
                low=0.0,
                high=_farthest(state, beyond, best),
            )
        case "unique":
            lines = {"unique": N_("different names")}
            drawn = "1,000 names" if state.method == DPO else "the 64 names of a step"
            about = f"Of {drawn} the share that is left when each is counted once"
            return Chart(about=about, y=N_("share"), lines=lines, levels={}, low=0.0, high=1.0)
        case "real":
            lines = {"relative": N_("real names")}
            about = "Share of real names among those that are drawn, divided by that of the reference"
            return Chart(about=about, y=N_("times the reference"), lines=lines, levels={}, low=0.0, high=1.0)
        case "accuracy":
            lines = {"accuracy": N_("accuracy")}
            about = "Of pairs that are held out, the share with a positive margin"
            return Chart(about=about, y=N_("share"), lines=lines, levels={}, low=0.0, high=1.0)
        case "loss":
            about = "Mean loss of the pairs that are held out"
            return Chart(about=about, y=N_("nats"), lines={"loss": N_("loss")}, levels={}, low=0.0, high=1.0)
        case _:
            lines = {"rejected_moved": N_("rejected names"), "chosen_moved": N_("chosen names")}
            about = "Change of the mean log-probability of the pairs that are held out, in nats"
            return Chart(
                about=about,
                y=N_("change, in nats"),
                lines=lines,
                levels={},
                low=_lowest(state.beta),
                high=0.0,
            )


def _farthest(state: State, beyond: bool, best: Best) -> float:
    """The largest KL that the picture of a live run has room for."""
    if state.method == DPO:
        return 8.0
    if beyond:
        return 65.0
    return max(2.0, float(ceil(2 * best[1]))) if best else 6.0


def _lowest(beta: float) -> float:
    """The lowest change of log-probabilities that it has room for: in tens, from the recorded run with the nearest
    beta."""
    (reward,) = runs.rewards(DPO)
    told = runs.points(DPO, reward, runs.nearest(DPO, reward, beta))
    lowest: float = min(point["rejected_moved"] for point in told)
    return -10.0 * ceil(-lowest / 10)


def over_steps(
    state: State, points: Sequence[Point], prediction: Prediction | None, beyond: bool, best: Best
) -> list[Curve]:
    """Draws the quantities of a run over its steps, the predicted one first, with the prediction in it."""
    if len(points) < 2:
        return []
    gradient, preference = (
        ("unique", "real", "divergence", "reward"),
        ("chosen", "accuracy", "loss", "unique", "real"),
    )
    others = preference if state.method == DPO else gradient
    order = (state.asks, *(what for what in others if what != state.asks))
    some = [one for one in points if one["step"] % 2 == 0 or one.get("real") is not None]
    drawn = [
        chart(state, what, beyond, best).drawn(TITLES[what], some, prediction if what == state.asks else None)
        for what in order
    ]
    return [one for one in drawn if any(len(line.points) > 1 for line in one.lines)]


def frontier(
    state: State, points: Sequence[Point], outcome: Mapping[str, Any] | None, predicted: float | None
) -> Curve:
    """Draws the frontier that no policy gets above, the path of the run, and the prediction beside its end."""
    reference = (0.0, runs.before(state.reward)["reward"])
    best = [(one["divergence"], one["reward"]) for one in runs.frontier(state.reward)]
    end = (outcome["divergence"], outcome["reward"]) if outcome else None
    path = _path(state.method, points, reference, end)
    lines = [Line("the best for each KL", tuple(sorted([reference, *best]))), Line("this run", path)]
    about = "Mean reward over KL from the reference, in nats per name; the run begins at KL 0"
    if state.others:
        ends = (place for beta, place in runs.ends(state.method, state.reward) if beta != state.beta)
        lines.append(Line("other betas", tuple(ends), "dots"))
    return Curve(
        f"Reward against KL, beta {state.beta:g}", about, "KL to the reference, in nats", "mean reward",
        tuple(line for line in lines if line.points),
        marks=tuple(_marks(state.asks, path, end, predicted) if end else ()),
    )  # fmt: skip


def _path(method: str, points: Sequence[Point], reference: Place, end: Place | None) -> tuple[Place, ...]:
    """The path from the reference to what was drawn at the end; for a policy gradient, means of a few small
    batches."""
    places = [(one["divergence"], one["reward"]) for one in points if one.get("reward") is not None]
    if method == DPO:
        return (reference, *(place for place in places if place[0] > 0))
    some = [places[n : n + MEAN_OF] for n in range(1, len(places), MEAN_OF)]
    means = [(sum(x for x, _ in few) / len(few), sum(y for _, y in few) / len(few)) for few in some]
    return (reference, *means, *([end] if end else []))


def _marks(
    asks: str, path: Sequence[Place], end: Place, predicted: float | None
) -> list[tuple[str, float, float]]:
    """Marks the end of the run and the prediction, together where their labels would cover each other."""
    if predicted is None or asks not in ("reward", "divergence"):
        return [(RUN, *end)]
    up = asks == "reward"
    width, height = (max(of) for of in zip(end, *path, strict=True))
    if abs(predicted - end[up]) < NEAR * (height if up else 3 * width):
        return [(f"{RUN}; you said {predicted:.2f}", *end)]
    you = (end[0], predicted) if up else (max(0.0, predicted), end[1])
    return [(RUN, *end), (YOU, *you)]
