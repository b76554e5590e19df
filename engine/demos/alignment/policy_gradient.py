"""REINFORCE with a baseline on the name GPT, held to a frozen reference by a penalty.

After Williams (1992) and Ziegler et al. (2019). Each name x that the policy draws earns
R(x) = r(x) - beta (ln policy(x) - ln reference(x)); its log-probability is raised by how much that is above the mean of
the batch's other names (Kool et al. 2019). Without the penalty the policy finds what the proxy reward likes best, and
says nothing else. In the margin: B names.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn

from engine.demos.alignment.objective import (
    check,
    columns,
    counted,
    divergence,
    frontier,
    outcome,
    rewards_of,
    rounded,
)
from engine.demos.alignment.reference_model import load, log_probability, sample, share_of, words
from engine.demos.gpt.model import GPT
from engine.demos.gpt.names import names
from engine.demos.recording import Recording

SEED = 7
RECORDED = {"letter": (0.0, 0.1, 0.3, 0.5, 1.0, 2.0), "ending": (0.0, 0.1, 0.3, 1.0)}  # betas by reward
FINE = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)  # betas of the optima
LOOK = 5  # steps between two sums over all real names
SHOWN = 6  # names of a step that are listed with their numbers


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    reward: str = "letter"
    beta: float = 0.5
    rate: float = 2e-3
    steps: int = 80
    batch: int = 64
    baseline: bool = True
    clip: float = 1.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """One name with the numbers of its penalised reward; log-probabilities in nats."""

    name: str
    reward: float
    logp: float
    logp_ref: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """Means over the batch that the policy drew after so many steps, before it moved; KL in nats per name.

    ``real`` is the probability of a real name, on each fifth step only; ``advantage`` the root mean square of what
    log-probabilities are weighed with, the noise of a step.
    """

    step: int
    reward: float
    divergence: float
    real: float | None
    unique: float
    advantage: float
    drawn: tuple[Drawn, ...]


def checked(settings: Settings) -> Settings:
    """Raises ValueError for a value out of its range."""
    check(settings.reward, settings.rate, settings.steps)
    if not 0 <= settings.beta <= 10:
        raise ValueError(f"beta lies between 0 and 10, {settings.beta} does not.")
    if not 2 <= settings.batch <= 128:
        raise ValueError(f"A batch has 2 to 128 names, not {settings.batch}.")
    return settings


@torch.no_grad()
def advantages(rewards: Tensor, logp: Tensor, logp_ref: Tensor, beta: float, baseline: bool = True) -> Tensor:
    """All (B,): R of each name, less the mean of the others, which does not depend on it and so biases nothing."""
    earned = rewards - beta * (logp - logp_ref)
    others = (earned.sum() - earned) / (len(earned) - 1)
    return earned - others if baseline else earned


def loss(logp: Tensor, weights: Tensor) -> Tensor:
    """Loss from (B,) each. Its gradient estimates that of KL times beta minus the mean reward; its value is
    meaningless."""
    return -(weights * logp).mean()


def run(
    policy: GPT,
    reference: GPT,
    settings: Settings,
    generator: torch.Generator,
    rate: Callable[[], float] | None = None,
    beta: Callable[[], float] | None = None,
) -> Iterator[Point]:
    """Moves the policy; a point before each step and one after the last. Asks for ``rate`` and ``beta`` each time, if
    it may."""
    settings = checked(settings)
    moving = torch.optim.Adam(policy.parameters(), settings.rate)
    for step in range(settings.steps + 1):
        batch = sample(policy, settings.batch, generator)
        found = words(batch)
        rewards, logp = rewards_of(found, settings.reward), log_probability(policy, batch)
        with torch.no_grad():
            logp_ref = log_probability(reference, batch)
        price = beta() if beta else settings.beta
        weights = advantages(rewards, logp, logp_ref, price, settings.baseline)
        told = zip(found, rewards.tolist(), logp.tolist(), logp_ref.tolist(), strict=True)
        yield Point(
            step=step,
            reward=rewards.mean().item(),
            divergence=divergence(policy, reference, batch).mean().item(),
            real=share_of(policy, names()) if step % LOOK == 0 else None,
            unique=len(set(found)) / len(found),
            advantage=weights.square().mean().sqrt().item(),
            drawn=tuple(Drawn(*numbers) for numbers in told)[:SHOWN],
        )
        if step == settings.steps:
            return
        for group in moving.param_groups:
            group["lr"] = rate() if rate else settings.rate
        moving.zero_grad()
        loss(logp, weights).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(policy.parameters(), settings.clip)
        moving.step()


def record() -> Recording:
    """Runs for two rewards and several betas, what their policies say in the end, and how good they could be."""
    reference = load()
    drawn = words(sample(reference, 20_000, torch.Generator().manual_seed(SEED)))
    rewards = {
        reward: {
            "before": rounded(outcome(reference, reference, reward, torch.Generator().manual_seed(SEED))),
            "runs": [recorded(reference, Settings(reward=reward, beta=beta)) for beta in betas],
            "frontier": columns(frontier(drawn, reward, FINE)),
            "counts": counted(drawn, reward),
        }
        for reward, betas in RECORDED.items()
    }
    bare = recorded(reference, Settings(baseline=False))
    return Recording(
        {"seed": SEED, "settings": asdict(Settings()), "rewards": rewards, "without_baseline": bare}
    )


def recorded(reference: GPT, settings: Settings) -> dict[str, Any]:
    policy = load()
    points = list(run(policy, reference, settings, torch.Generator().manual_seed(SEED)))
    return {
        "beta": settings.beta,
        "points": columns(points, without="drawn"),
        "drawn": [
            {"step": point.step, "names": [rounded(name) for name in point.drawn]} for point in points[::20]
        ],
        "outcome": rounded(outcome(policy, reference, settings.reward, torch.Generator().manual_seed(SEED))),
    }
