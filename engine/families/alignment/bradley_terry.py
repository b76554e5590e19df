"""Probability of a preference under a reward model, and the model's loss (Bradley and Terry 1952; Ouyang et al. 2022,
equation 1)."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.chain import Family, NotApplicable
from engine.mathematics.logarithms import minus_ln, sigmoid, softplus
from engine.parameters import Frozen, Real, symbol
from engine.solutions import latex


class Parameters(Frozen):
    reward_winner: Real = symbol("r_w", "reward of the answer that was preferred")
    reward_loser: Real = symbol("r_l", "reward of the other answer")


family = Family(
    "bradley_terry",
    "Bradley-Terry preference",
    section="2.10",
    builds_on=("cross_entropy",),
    parameters=Parameters,
)


@family.step(
    "Difference of the rewards", "<reward_winner> - <reward_loser>", symbol="d",
    numbers=lambda reward_winner, reward_loser: f"{latex.number(reward_winner)} - {latex.signed(reward_loser)}",
)  # fmt: skip
def difference(reward_winner: float, reward_loser: float) -> float:
    return reward_winner - reward_loser


@family.step(
    "Probability of the preference", r"\sigma(<difference>) = \frac{1}{1 + e^{-<difference>}}", symbol="P",
    numbers=lambda difference: rf"\frac{{1}}{{1 + e^{{{latex.number(-difference)}}}}}",
)  # fmt: skip
def probability(difference: float) -> float:
    return sigmoid(difference)


@family.step(
    "Loss", r"-\ln <probability>", symbol="L",
    numbers=lambda probability, difference: rf"-\ln {latex.number(probability)}",
)  # fmt: skip
def loss(probability: float, difference: float) -> float:
    """The loss, from the difference while the probability is its sigmoid, which near 0 or 1 has lost most digits."""
    return softplus(-difference) if probability == sigmoid(difference) else minus_ln(probability)


@family.road(of="loss")
def from_the_probability(probability: float, difference: float) -> float:
    return minus_ln(probability)


family.gives(
    {
        "difference": ("number", "Reward of the preferred answer minus that of the other."),
        "probability": (
            "number",
            "Probability that the preferred answer is preferred: the sigmoid of the difference.",
        ),
        "loss": ("number", "Minus the natural logarithm of this probability.", "nats"),
    }
)


@family.mistake(
    of="difference",
    says="You subtracted the other way round. The preferred answer's reward comes first: $r_w - r_l$.",
)
def loser_first(reward_winner: float, reward_loser: float) -> float:
    return reward_loser - reward_winner


@family.mistake(
    of="probability",
    says="You divided the preferred reward by the sum of both. Rewards go through the sigmoid of their difference.",
)
def share_of_the_rewards(reward_winner: float, reward_loser: float) -> float:
    if reward_winner <= 0 or reward_loser <= 0:
        raise NotApplicable
    return reward_winner / (reward_winner + reward_loser)


@family.mistake(
    of="probability",
    says="You put the preferred reward alone into the sigmoid. It takes the difference of both rewards.",
)
def one_reward(reward_winner: float) -> float:
    return sigmoid(reward_winner)


@family.mistake(
    of="probability",
    says="The sign of the exponent is turned round. The sigmoid has $e^{-d}$ below the line.",
)
def plus_in_the_exponent(difference: float) -> float:
    return sigmoid(-difference)


@family.mistake(of="loss", says="You took $1 - P$. The loss is the negative logarithm of $P$.")
def other_probability(probability: float) -> float:
    return 1 - probability


@family.mistake(
    of="loss", says="That is the probability $P$ itself. The loss is the negative logarithm of $P$."
)
def probability_itself(probability: float) -> float:
    return probability


@family.mistake(
    of="loss",
    says="You left out the minus sign. The logarithm of a probability is negative, the loss is not.",
)
def minus_forgotten(probability: float) -> float:
    return math.log(probability)


@family.mistake(
    of="loss", says="You used the logarithm to base 10. The loss takes the natural logarithm, ln."
)
def base_ten(probability: float) -> float:
    return -math.log10(probability)


@family.mistake(of="loss", says="You used the logarithm to base 2. The loss takes the natural logarithm, ln.")
def base_two(probability: float) -> float:
    return -math.log2(probability)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    parts = {"warm-up": 1, "exam": 10, "hard": 100}[level]
    gap = (
        rng.choice((-1, 1, 2))
        if level == "warm-up"
        else rng.randint(-15 * parts // 10, 22 * parts // 10) / parts
    )
    if "reward_winner" in fixed:
        return {"reward_loser": round(fixed["reward_winner"] - gap, 2)}
    lowest = 1 if level == "warm-up" else -parts
    loser = fixed.get("reward_loser", rng.randint(lowest, 4 * parts) / parts)
    return {"reward_winner": round(loser + gap, 2), "reward_loser": loser}
