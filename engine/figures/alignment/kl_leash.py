"""Beta as a leash: with a small one the policy runs to the highest reward, with a large one it stays where it was.

The policy is the one that maximizes the penalized reward: the reference times e to reward / beta (Rafailov et al. 2023,
equation 4), a softmax with the temperature beta.
"""

import math
from collections.abc import Mapping
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Bars

ANSWERS = {
    "plain": (0.5, 1.0),
    "full": (0.45, 2.0),
    "flattering": (0.05, 3.0),
}  # share in the reference, reward
SHARES, REWARDS = ([pair[n] for pair in ANSWERS.values()] for n in (0, 1))


def policy(beta: float) -> list[float]:
    """The probabilities at which the penalized reward is highest."""
    family = catalogue.find("softmax_temperature")
    logits = [reward + beta * math.log(share) for share, reward in ANSWERS.values()]
    given = family.parameters.of({"logits": logits, "temperature": beta})
    return [float(share) for share in run(family, given).reached["probabilities"]]


def answered(parameters: Mapping[str, Any], place: int) -> Mapping[str, Any]:
    """One answer's reward, with its log-probabilities as one writes them; a β of 5 makes 5 of each error."""
    logs = [round(math.log(share), 3) + 0.0 for share in (policy(parameters["beta"])[place], SHARES[place])]
    return {"reward": REWARDS[place], "logp": logs[0], "logp_ref": logs[1]}


figure = Figure(
    "kl-leash",
    "β as a leash",
    family="kl_penalized_reward",
    section="2.10",
    question="reward-minus-the-price-of-moving",
    start={},
    handles=(
        Slider("beta", "Weight of the penalty, β", 0.5, least=0.1, most=5, step=0.1),
        Options(
            "answer", "Look at", "flattering",
            values={name: (place, f"{name}, reward {REWARDS[place]:g}") for place, name in enumerate(ANSWERS)},
            puts=answered,
        ),
    ),
    opens=lambda here: ("total", ()),
)  # fmt: skip


def share(here: Frame, name: str) -> float:
    return policy(here["beta"])[list(ANSWERS).index(name)]


def divergence(here: Frame) -> float:
    """The KL divergence of the policy from the reference, in nats."""
    family = catalogue.find("kl_divergence")
    return float(run(family, family.parameters.of({"p": policy(here["beta"]), "q": SHARES})).reached["kl"])


def worth(here: Frame) -> set[str]:
    """The worth of the answers after the penalty: at the best policy all of them are worth the same."""
    family, given = here.run.family, here.run.parameters
    others = (given.replace(**answered({"beta": here["beta"]}, place)) for place in range(len(ANSWERS)))
    return {shown(float(run(family, other).reached["total"])) for other in others}


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        f"Three kinds of answer, β = {here['beta']:g}",
        "How often each kind of answer is given, before training (reference) and where training leads (policy).",
        ("reference", "policy"),
        tuple(
            (f"{name}, reward {reward:g}", (before, after))
            for (name, (before, reward)), after in zip(ANSWERS.items(), policy(here["beta"]), strict=True)
        ),
        most=1.0,
        places=2,
    )


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    name, penalty = now["answer"], float(now["penalty"])
    if before is None or before["beta"] == now["beta"]:
        was = shown(ANSWERS[name][0])
        went = f"“{name}” goes from {was} in the reference to {shown(share(now, name))} in the policy"
        alike = worth(now)
        rests = (
            f" After it every answer is worth {alike.pop()}, so none pays more." if len(alike) == 1 else ""
        )
        if penalty < 0:
            return f"{went}: its penalty is negative, and {shown(-penalty)} is added to its reward.{rests}"
        return f"{went}: a penalty of {shown(penalty)} is taken off its reward.{rests}"
    best = moved("“flattering”", share(before, "flattering"), share(now, "flattering"))
    far = shown(divergence(now))
    if share(now, "flattering") >= 0.9:
        return f"{best}. A long leash: the policy runs to the highest reward, {far} nats away from the reference."
    if divergence(now) < 0.1:
        return f"{best}. A short leash: the policy is only {far} nats from the reference, and its rewards hardly count."
    return f"{best}. The policy goes {far} nats away from the reference, as far as the rewards are worth the penalty."
