"""Pairs of names with a preference, as given by a labeller who sees a proxy reward (Bradley and Terry 1952).

P(one is preferred to the other) = sigmoid(r(one) - r(other)).
"""

from dataclasses import dataclass
from math import exp

import torch

from engine.demos.alignment.objective import rewards_of
from engine.demos.alignment.reference_model import sample, words
from engine.demos.gpt.model import GPT
from engine.demos.gpt.names import CONTEXT

AT_ONCE = 256  # names


@dataclass(frozen=True, slots=True)
class Pair:
    chosen: str
    rejected: str


def label(reference: GPT, count: int, reward: str, certain: bool, generator: torch.Generator) -> list[Pair]:
    """So many pairs of names that the reference draws; two of equal reward say nothing and are drawn anew.

    ``certain``: the higher reward is always preferred, else with the probability above.
    """
    found: list[Pair] = []
    while len(found) < count:
        drawn = [word for word in words(sample(reference, AT_ONCE, generator)) if 0 < len(word) < CONTEXT]
        rewards = rewards_of(drawn, reward).tolist()
        for n in range(0, len(drawn) - 1, 2):
            better = rewards[n] - rewards[n + 1]
            if better:
                chance = torch.rand((), generator=generator).item()
                first = better > 0 if certain else chance < 1 / (1 + exp(-better))
                found.append(Pair(drawn[n], drawn[n + 1]) if first else Pair(drawn[n + 1], drawn[n]))
    return found[:count]
