"""The reward that a policy is trained on: the reward model's, minus a penalty for leaving the reference model
(Stiennon et al. 2020, section 3.4; Ouyang et al. 2022)."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, Real, symbol
from engine.solutions import latex


class Parameters(Frozen):
    reward: Real = symbol("r", "reward of the answer from the reward model")
    logp: Real = symbol(r"\log \pi", "log-probability of the answer under the policy", le=0)
    logp_ref: Real = symbol(
        r"\log \pi_{\mathrm{ref}}", "log-probability of the answer under the reference model", le=0
    )
    beta: Real = symbol(r"\beta", "weight of the penalty", ge=0)


family = Family(
    "kl_penalized_reward",
    "Reward with a KL penalty",
    section="2.10",
    builds_on=("kl_divergence",),
    parameters=Parameters,
)


@family.step(
    "Log-ratio of policy and reference", "<logp> - <logp_ref>", symbol="k",
    numbers=lambda logp, logp_ref: f"{latex.number(logp)} - {latex.signed(logp_ref)}",
)  # fmt: skip
def log_ratio(logp: float, logp_ref: float) -> float:
    return logp - logp_ref


@family.step(
    "Penalty", r"<beta> \cdot <log_ratio>", symbol="z",
    numbers=lambda beta, log_ratio: rf"{latex.number(beta)} \cdot {latex.signed(log_ratio)}",
)  # fmt: skip
def penalty(beta: float, log_ratio: float) -> float:
    return beta * log_ratio


@family.step(
    "Penalized reward", "<reward> - <penalty>", symbol="R",
    numbers=lambda reward, penalty: f"{latex.number(reward)} - {latex.signed(penalty)}",
)  # fmt: skip
def total(reward: float, penalty: float) -> float:
    return reward - penalty


family.gives(
    {
        "log_ratio": ("number", "Log-probability under the policy minus that under the reference model."),
        "penalty": ("number", "beta times the log-ratio."),
        "total": ("number", "Reward minus the penalty."),
    }
)
family.assumes(
    "The penalty is beta times the log-ratio of this one answer, so it is negative where the policy finds "
    "the answer less probable than the reference does.",
)


@family.mistake(of="total", says="You added the penalty. It is subtracted from the reward.")
def penalty_added(reward: float, penalty: float) -> float:
    return reward + penalty


@family.mistake(of="log_ratio", says="You subtracted the policy from the reference. The policy comes first.")
def reference_first(logp: float, logp_ref: float) -> float:
    return logp_ref - logp


@family.mistake(
    of="log_ratio",
    says="You divided the two log-probabilities. The logarithm of a ratio is the difference of the logarithms.",
)
def logarithms_divided(logp: float, logp_ref: float) -> float:
    return logp / logp_ref


@family.mistake(
    of="log_ratio",
    says="You took the ratio of the probabilities. The penalty takes its logarithm: subtract the log-probabilities.",
)
def ratio_for_log_ratio(logp: float, logp_ref: float) -> float:
    if abs(logp - logp_ref) > 5:
        raise NotApplicable
    return math.exp(logp - logp_ref)


@family.mistake(
    of="log_ratio",
    says="You dropped the sign. Where the policy finds the answer less probable than the reference does, the log-ratio "
    "is negative and the reward rises.",
)
def sign_dropped(right: float) -> float:
    return abs(right)


@family.mistake(of="penalty", says="You left out $\\beta$. The penalty is $\\beta$ times the log-ratio.")
def beta_forgotten(log_ratio: float) -> float:
    return log_ratio


@family.mistake(of="penalty", says="You divided by $\\beta$. Multiply: a large $\\beta$ is a strong penalty.")
def divided_by_beta(beta: float, log_ratio: float) -> float:
    return log_ratio / beta


@family.mistake(
    of="total",
    says="You weighted the reward with $\\beta$. The penalty has this weight, the reward has none.",
)
def beta_on_the_reward(reward: float, log_ratio: float, beta: float) -> float:
    return beta * reward - log_ratio


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        gap, reference = float(rng.choice((1, 2, 3, 4))), -float(rng.randint(6, 20))
        reward, beta = float(rng.randint(1, 5)), rng.choice((0.1, 0.2, 0.5))
    else:
        gap, reference = rng.randint(5, 80) / 10 * rng.choice((1, -1)), -rng.randint(200, 600) / 10
        reward, beta = (
            rng.randint(-10, 40) / 10,
            rng.choice((0.1, 0.2, 0.5) if level == "exam" else (0.03, 0.05, 0.15)),
        )
    if "logp" in fixed:
        reference = min(fixed["logp"] - gap, 0.0)
    reference = round(fixed.get("logp_ref", reference), 2)
    return {
        "reward": reward,
        "logp": min(round(reference + gap, 2), 0.0),
        "logp_ref": reference,
        "beta": beta,
    }
