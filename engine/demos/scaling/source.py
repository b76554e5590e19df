"""A source of names without end, whose entropy is known: letter after letter from a trigram model of the real ones.

Of real text nobody knows how well it could be foretold, and of 1,920 names there are soon no new ones. Here both are
known: what no model can get below is the source's own entropy. The trigrams lean on the bigrams and those on the single
letters, by MacKay and Peto 1995. In the margin: B names of T tokens, V letters and the edge.
"""

from functools import cache

import torch
from torch import Tensor, nn

from engine.demos.gpt.names import CONTEXT, encode, names, vocabulary
from engine.demos.training import NOTHING, Batch

ORDER = 3
LEAN = 2.0  # how many letters' worth the shorter context counts


@cache
def source() -> Tensor:
    """The probability of each letter (last) after each two (V, V, V)."""
    size = len(vocabulary())
    table = torch.full((size,), 1 / size)
    for length in range(1, ORDER + 1):
        count = torch.zeros((size,) * length)
        for name in names():
            tokens = [0] * (ORDER - 1) + encode(f"{name}.")
            for end in range(ORDER, len(tokens) + 1):
                count[tuple(tokens[end - length : end])] += 1
        table = (count + LEAN * table) / (count.sum(-1, keepdim=True) + LEAN)
    return table


def drawn(count: int, generator: torch.Generator) -> Batch:
    """So many names, of each the first 12 tokens at most, as for training: tokens (B, T) and what follows each."""
    edge = torch.zeros(count, ORDER - 1, dtype=torch.long)
    letters = [*edge.unbind(1)]
    for _ in range(CONTEXT):
        chances = source()[tuple(letters[1 - ORDER :])]  # (B, V)
        letters.append(torch.multinomial(chances, 1, generator=generator)[:, 0])
    tokens = torch.stack(letters[ORDER - 2 :], 1)  # (B, 1 + T)
    ended = (tokens[:, 1:-1] == 0).cumsum(1) > 0
    tokens[:, 2:][ended] = 0
    following = tokens[:, 1:].clone()
    following[:, 1:][ended] = NOTHING
    return tokens[:, :-1], following


def chances(batch: Batch) -> Tensor:
    """The source's own probability of each letter after each token (B, T, V)."""
    tokens, _ = batch
    before = torch.cat([torch.zeros(len(tokens), ORDER - 2, dtype=torch.long), tokens], 1)
    return source()[tuple(before[:, place : place + tokens.shape[1]] for place in range(ORDER - 1))]


def entropy(batch: Batch) -> float:
    """Nats per token that no model gets below, over the contexts of these names."""
    told = chances(batch)[batch[1] != NOTHING]  # (tokens, V)
    return float(torch.special.entr(told).sum(-1).mean())


@torch.no_grad()
def cross_entropy(model: nn.Module, batch: Batch) -> float:
    """Nats per token that a model needs over the contexts of these names: over all letters that might come, not only
    the one that was drawn, so that luck has less of a say."""
    asked = batch[1] != NOTHING
    said = model(batch[0])[asked].log_softmax(-1)  # (tokens, V)
    return float(-(chances(batch)[asked] * said).sum(-1).mean())
