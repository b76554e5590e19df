"""Loss of direct preference optimization for one pair of answers (Rafailov et al. 2023, equation 7)."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.chain import Family, NotApplicable, Run
from engine.mathematics import lone, minus
from engine.mathematics.logarithms import minus_ln, sigmoid, softplus
from engine.parameters import Frozen, Positive, Real, symbol
from engine.solutions import latex

NOISE = 1e-9


class Parameters(Frozen):
    logp_w: Real = symbol(r"\ell_w", "log-probability of the preferred answer under the policy", le=0)
    logp_l: Real = symbol(r"\ell_l", "log-probability of the other answer under the policy", le=0)
    ref_w: Real = symbol(
        r"\ell^{\mathrm{ref}}_w", "log-probability of the preferred answer under the reference model", le=0
    )
    ref_l: Real = symbol(
        r"\ell^{\mathrm{ref}}_l", "log-probability of the other answer under the reference model", le=0
    )
    beta: Positive = symbol(
        r"\beta", "how strongly the policy is held close to the reference",
        because="without it every margin is 0, and there is nothing to prefer",
    )  # fmt: skip


family = Family(
    "dpo_loss",
    "Loss of direct preference optimization",
    section="2.10",
    builds_on=("bradley_terry", "kl_penalized_reward"),
    parameters=Parameters,
)


def gain_in_numbers(beta: float, policy: float, reference: float) -> str:
    return rf"{latex.number(beta)} \cdot ({latex.number(policy)} - {latex.signed(reference)})"


@family.step(
    "Implicit reward of the preferred answer", "<beta> (<logp_w> - <ref_w>)", symbol=r"\hat r_w",
    numbers=gain_in_numbers,
)  # fmt: skip
def implicit_winner(beta: float, logp_w: float, ref_w: float) -> float:
    return lone(beta * minus(logp_w, ref_w))


@family.step(
    "Implicit reward of the other answer", "<beta> (<logp_l> - <ref_l>)", symbol=r"\hat r_l",
    numbers=gain_in_numbers,
)  # fmt: skip
def implicit_loser(beta: float, logp_l: float, ref_l: float) -> float:
    return lone(beta * minus(logp_l, ref_l))


@family.step(
    "Margin", "<implicit_winner> - <implicit_loser>", symbol="m",
    numbers=lambda implicit_winner, implicit_loser: (
        f"{latex.number(implicit_winner)} - {latex.signed(implicit_loser)}"
    ),
)  # fmt: skip
def margin(implicit_winner: float, implicit_loser: float) -> float:
    return implicit_winner - implicit_loser


@family.step(
    "Loss", r"-\ln \sigma(<margin>) = \ln\left(1 + e^{-<margin>}\right)", symbol="L",
    numbers=lambda margin: rf"\ln\left(1 + e^{{{latex.number(-margin)}}}\right)",
)  # fmt: skip
def loss(margin: float) -> float:
    return softplus(-margin)


@family.road(of="loss")
def through_the_sigmoid(margin: float) -> float:
    return minus_ln(sigmoid(margin))


family.gives(
    {
        "implicit_winner": ("number", "Implicit reward of the preferred answer, beta included."),
        "implicit_loser": ("number", "Implicit reward of the other answer, beta included."),
        "margin": ("number", "Implicit reward of the preferred answer minus that of the other."),
        "loss": ("number", "Minus the natural logarithm of the sigmoid of the margin.", "nats"),
    }
)
family.assumes(
    "The implicit rewards include beta; the part of a reward that both answers share is left out, for it "
    "cancels in the margin.",
)


@family.mistake(
    of="implicit_winner", says="You left out $\\beta$. An implicit reward is $\\beta$ times the difference."
)
def beta_forgotten_winner(logp_w: float, ref_w: float) -> float:
    return logp_w - ref_w


@family.mistake(
    of="implicit_loser", says="You left out $\\beta$. An implicit reward is $\\beta$ times the difference."
)
def beta_forgotten_loser(logp_l: float, ref_l: float) -> float:
    return logp_l - ref_l


@family.mistake(
    of="margin", says="You left out $\\beta$. It multiplies both differences, and so the whole margin."
)
def beta_forgotten(implicit_winner: float, implicit_loser: float, beta: float) -> float:
    return (implicit_winner - implicit_loser) / beta


@family.mistake(
    of="implicit_winner",
    says="You subtracted the policy from the reference. The policy comes first: it is rewarded for what it gained.",
)
def reference_first(beta: float, logp_w: float, ref_w: float) -> float:
    return beta * (ref_w - logp_w)


@family.mistake(
    of="implicit_loser",
    says="You subtracted the policy from the reference. The policy comes first: it is rewarded for what it gained.",
)
def reference_first_loser(beta: float, logp_l: float, ref_l: float) -> float:
    return beta * (ref_l - logp_l)


@family.mistake(
    of="margin",
    says="You left out the reference model. Each log-probability is compared with that of the reference first.",
)
def references_forgotten(beta: float, logp_w: float, logp_l: float) -> float:
    return beta * (logp_w - logp_l)


@family.mistake(
    of="margin", says="You subtracted the preferred answer from the other. The preferred one comes first."
)
def loser_first(implicit_winner: float, implicit_loser: float) -> float:
    return implicit_loser - implicit_winner


@family.mistake(
    of="margin", says="You lost a sign: subtracting a negative implicit reward makes the margin larger."
)
def minus_of_minus(implicit_winner: float, implicit_loser: float) -> float:
    if implicit_loser >= 0:
        raise NotApplicable
    return implicit_winner + implicit_loser


@family.mistake(
    of="loss", says="You stopped at the sigmoid. The loss is the negative logarithm of this probability."
)
def probability_for_loss(margin: float) -> float:
    return sigmoid(margin)


@family.mistake(
    of="loss", says="You used the logarithm to base 10. The loss takes the natural logarithm, ln."
)
def base_ten(right: float) -> float:
    return right / math.log(10)


@family.mistake(of="loss", says="You used the logarithm to base 2. The loss takes the natural logarithm, ln.")
def base_two(right: float) -> float:
    return right / math.log(2)


@family.refuses
def no_margin(exact: Run) -> str | None:
    return None if abs(exact.reached["margin"]) > NOISE else "the margin is zero"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two answers of about the same length; what the margin is without beta stays small enough for two decimals."""
    parts = {"warm-up": 1, "exam": 10, "hard": 20}[level]
    gain_w = rng.choice((1, 1, -1)) * rng.randint(parts, 4 * parts) / parts
    gain_l = gain_w - rng.choice((1, 1, -1)) * rng.randint(parts, 4 * parts) / parts
    logp_w = fixed.get("logp_w", -rng.randint(10 * parts, 30 * parts) / parts)
    logp_l = fixed.get("logp_l", min(round(logp_w + rng.randint(-4 * parts, 4 * parts) / parts, 2), 0.0))
    return {
        "logp_w": logp_w,
        "logp_l": logp_l,
        "ref_w": min(round(logp_w - gain_w, 2), 0.0),
        "ref_l": min(round(logp_l - gain_l, 2), 0.0),
        "beta": rng.choice((0.15, 0.25, 0.3) if level == "hard" else (0.1, 0.2, 0.5)),
    }
