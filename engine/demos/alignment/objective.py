"""The objective: the proxy reward that a policy gains, less the price of its distance from the reference model.

The objective is E[r(x)] - beta KL(policy || reference) (Ziegler et al. 2019, equation 2). Its optimum is known: the
reference's probabilities times exp(r(x) / beta), normalised (Rafailov et al. 2023, equation 4). So names of the
reference, weighed anew, say how good a policy can be at all. In the margin: B names of T tokens, V tokens known.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log
from typing import Any

import torch
from torch import Tensor

from engine.demos.alignment.reference_model import sample, share_of, words
from engine.demos.gpt.model import GPT
from engine.demos.gpt.names import names
from engine.demos.training import NOTHING, Batch

REWARDS: Mapping[str, Callable[[str], float]] = {
    "letter": lambda word: float(word.count("a")),  # number of letters a
    "ending": lambda word: float(word.endswith("a")),  # 1 or 0
    "length": lambda word: float(len(word)),  # letters
}
ENOUGH = 50  # names that an estimate by weighing must rest on


@dataclass(frozen=True, slots=True)
class Outcome:
    """Means over names of the policy. ``divergence`` is KL(policy || reference) in nats per name, ``real`` the
    probability of a real name (summed, not counted), ``unique`` the share that remains when each is counted once."""

    reward: float
    divergence: float
    real: float
    unique: float
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best policy for its beta; ``effective`` names carry the weight, (sum w)^2 / sum w^2."""

    beta: float
    reward: float
    divergence: float
    real: float
    effective: float


def check(reward: str, rate: float, steps: int) -> None:
    """Checks the settings that both trainings share; raises ValueError for a value out of its range."""
    if reward not in REWARDS:
        raise ValueError(f"The reward is one of {', '.join(REWARDS)}, not {reward}.")
    if not 0 < rate <= 0.02:
        raise ValueError(f"The learning rate is above 0 and at most 0.02, {rate} is not.")
    if not 1 <= steps <= 400:
        raise ValueError(f"A run takes 1 to 400 steps, not {steps}.")


def rewards_of(found: Sequence[str], reward: str) -> Tensor:
    """One for each name, (B,). Raises KeyError for a reward that is not known."""
    return torch.tensor([REWARDS[reward](word) for word in found])


def counted(found: Sequence[str], reward: str) -> list[tuple[float, int]]:
    """The number of names that earn each reward, from the least to the largest."""
    return sorted(Counter(rewards_of(found, reward).tolist()).items())


@torch.no_grad()
def divergence(policy: GPT, reference: GPT, batch: Batch) -> Tensor:
    """Nats, (B,): the KL of the next token's distributions, summed along each name.

    Its mean over names of the policy estimates KL(policy || reference) with less noise than that of ln p(x) - ln q(x).
    """
    tokens, following = batch  # (B, T) each
    p, q = policy(tokens).log_softmax(-1), reference(tokens).log_softmax(-1)  # (B, T, V)
    return ((p.exp() * (p - q)).sum(-1) * (following != NOTHING)).sum(1)  # type: ignore[no-any-return]


def outcome(
    policy: GPT, reference: GPT, reward: str, generator: torch.Generator, count: int = 1000
) -> Outcome:
    batch = sample(policy, count, generator)
    found = words(batch)
    return Outcome(
        rewards_of(found, reward).mean().item(),
        divergence(policy, reference, batch).mean().item(),
        share_of(policy, names()),
        len(set(found)) / len(found),
        tuple(found[:20]),
    )


def optimum(found: Sequence[str], reward: str, beta: float) -> Optimum:
    """The optimum, from names that the reference model gave: KL = E*[r] / beta - ln Z with Z = E_ref[exp(r / beta)]."""
    rewards = rewards_of(found, reward).double()
    weights = (rewards / beta).softmax(0)  # (B,)
    won = (weights * rewards).sum().item()
    normaliser = (rewards / beta).logsumexp(0).item() - log(len(found))
    known = set(names())
    real = (weights * torch.tensor([word in known for word in found])).sum().item()
    return Optimum(beta, won, won / beta - normaliser, real, 1 / weights.square().sum().item())


def frontier(found: Sequence[str], reward: str, betas: Sequence[float]) -> list[Optimum]:
    """The optima that rest on enough of the names; for a small beta the best names are too rare to be among them."""
    return [best for beta in betas if (best := optimum(found, reward, beta)).effective >= ENOUGH]


def rounded(row: Any, without: str = "") -> dict[str, Any]:
    """A dataclass as the pages get it, numbers to four decimals."""
    return {name: _short(value) for name, value in asdict(row).items() if name != without}


def columns(rows: Sequence[Any], without: str = "") -> dict[str, list[Any]]:
    """Dataclasses of one kind as a table: a list for each field."""
    table = [rounded(row, without) for row in rows]
    return {name: [row[name] for row in table] for name in table[0]}


def _short(value: Any) -> Any:
    match value:
        case float():
            return round(value, 4)
        case tuple() | list():
            return [_short(part) for part in value]
        case _:
            return value
