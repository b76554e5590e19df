"""The clipped objective of proximal policy optimization, for one action (Schulman et al. 2017, equation 7)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, Positive, Real, symbol
from engine.solutions import latex


class Parameters(Frozen):
    ratio: Positive = symbol(
        r"\rho", "probability of the action under the new policy over that under the old one"
    )
    advantage: Real = symbol("A", "advantage of the action")
    epsilon: Positive = symbol(r"\epsilon", "how far the ratio may move from 1", default=0.2, lt=1)


family = Family(
    "ppo_clip",
    "Clipped objective of PPO",
    section="2.10",
    builds_on=("kl_penalized_reward",),
    parameters=Parameters,
)


def clip(x: float, epsilon: float) -> float:
    """The number, or the nearer of 1 - epsilon and 1 + epsilon where it lies outside them."""
    return min(max(x, 1 - epsilon), 1 + epsilon)


@family.step(
    "Product without clipping", r"<ratio> \cdot <advantage>", symbol="u",
    numbers=lambda ratio, advantage: rf"{latex.number(ratio)} \cdot {latex.signed(advantage)}",
)  # fmt: skip
def unclipped(ratio: float, advantage: float) -> float:
    return ratio * advantage


@family.step(
    "Clipped ratio", r"\operatorname{clip}(<ratio>,\ 1 - <epsilon>,\ 1 + <epsilon>)", symbol=r"\rho_c",
    numbers=lambda ratio, epsilon: (
        rf"\operatorname{{clip}}({latex.number(ratio)},\ {latex.number(1 - epsilon)},\ {latex.number(1 + epsilon)})"
    ),
)  # fmt: skip
def clipped_ratio(ratio: float, epsilon: float) -> float:
    return clip(ratio, epsilon)


@family.step(
    "Product with the clipped ratio", r"<clipped_ratio> \cdot <advantage>", symbol="c",
    numbers=lambda clipped_ratio, advantage: rf"{latex.number(clipped_ratio)} \cdot {latex.signed(advantage)}",
)  # fmt: skip
def clipped(clipped_ratio: float, advantage: float) -> float:
    return clipped_ratio * advantage


@family.step("Objective", r"\min(<unclipped>,\ <clipped>)", symbol="J")
def objective(unclipped: float, clipped: float) -> float:
    return min(unclipped, clipped)


family.gives(
    {
        "unclipped": ("number", "Ratio times advantage."),
        "clipped_ratio": (
            "number",
            "The ratio, moved to the nearer end of 1 - epsilon to 1 + epsilon where it lies outside.",
        ),
        "clipped": ("number", "Clipped ratio times advantage."),
        "objective": ("number", "The smaller of the two products, to be maximized."),
    }
)
family.assumes(
    "One action; the smaller product counts also where the advantage is negative. The objective is maximized.",
)


@family.mistake(
    of="objective",
    says="You took the larger of the two products. The objective is the smaller one, the cautious estimate.",
)
def larger_product(unclipped: float, clipped: float, advantage: float) -> float:
    if advantage < 0:
        raise NotApplicable
    return max(unclipped, clipped)


@family.mistake(
    of="objective",
    says="You took the product nearer to zero. Both are negative here, so the smaller one lies further from zero.",
)
def nearer_to_zero(unclipped: float, clipped: float, advantage: float) -> float:
    if advantage > 0:
        raise NotApplicable
    return max(unclipped, clipped)


@family.mistake(
    of="objective",
    says="You took the clipped product without comparing. The objective is the smaller product, here the other one.",
)
def always_clipped(unclipped: float, clipped: float) -> float:
    if clipped <= unclipped:
        raise NotApplicable
    return clipped


@family.mistake(
    of="objective",
    says="You left out the clipping. Compare with the product of the clipped ratio, and take the minimum.",
)
def never_clipped(unclipped: float) -> float:
    return unclipped


@family.mistake(
    of="objective", says="You turned the sign, as in a loss. The objective itself is asked: it is maximised."
)
def loss_for_objective(right: float) -> float:
    return -right


@family.mistake(
    of="clipped_ratio",
    says="You limited the ratio from above only. It may not fall below $1 - \\epsilon$ either.",
)
def clipped_above_only(ratio: float, epsilon: float) -> float:
    return min(ratio, 1 + epsilon)


@family.mistake(of="clipped", says="You clipped the product. Clip the ratio, then multiply by the advantage.")
def product_clipped(unclipped: float, epsilon: float) -> float:
    return clip(unclipped, epsilon)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        return {
            "ratio": rng.choice((0.5, 0.7, 1.3, 1.5, 1.6)),
            "advantage": rng.choice((1, 2, 3, 4)),
            "epsilon": 0.2,
        }
    inside = rng.random() < 0.1
    ratio = rng.randint(85, 115) if inside else rng.choice((rng.randint(40, 75), rng.randint(125, 190)))
    epsilon = 0.2 if level == "exam" else rng.choice((0.1, 0.15, 0.2))
    return {
        "ratio": ratio / 100,
        "advantage": rng.randint(3, 40) / 10 * rng.choice((1, -1)),
        "epsilon": epsilon,
    }
