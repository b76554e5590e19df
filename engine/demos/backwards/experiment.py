"""Three models learn to write words backwards; how often each is right is counted by the length of the word.

The words are letters drawn at random, so that nothing can be guessed: a model has to pass every letter on.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.backwards.models import STATE, DecoderOnly, EncoderDecoder, Recurrent
from engine.demos.backwards.words import LONGEST, SIGNS, TURN, VOCABULARY
from engine.demos.recording import Recording
from engine.demos.training import NOTHING, Plan, train

LETTERS_FROM = 2  # the first letter among the signs
MODELS: Mapping[str, Callable[[torch.Generator], nn.Module]] = {
    "recurrent": Recurrent,
    "encoder_decoder": EncoderDecoder,
    "decoder_only": DecoderOnly,
}
TWICE = "recurrent, twice the state"  # is only measured
PLAN = Plan(steps=2000, batch=128, rate=3e-3, warm_up=100)
SEED, TESTED = 11, 400  # words of each length


class Words(NamedTuple):
    """Words (B, T) with so many signs (B), the turn among them; what was written so far (B, U), what follows (B, U)."""

    read: Tensor
    lengths: Tensor
    written: Tensor
    following: Tensor


def drawn(lengths: Tensor, generator: torch.Generator) -> Words:
    """A word of each of these lengths."""
    size = len(lengths)
    letters = torch.randint(LETTERS_FROM, VOCABULARY, (size, LONGEST), generator=generator)
    places = torch.arange(LONGEST + 1)
    turn = SIGNS.index(TURN)
    inside = places < lengths[:, None]  # (B, T)
    padded = F.pad(letters, (0, 1))
    read = torch.where(inside, padded, torch.where(places == lengths[:, None], turn, 0))
    back = (lengths[:, None] - 1 - places).clamp(min=0)
    turned = torch.where(inside, padded.gather(1, back), 0)  # the end, 0, behind its last letter
    following = torch.where(places <= lengths[:, None], turned, NOTHING)
    written = torch.cat([torch.full((size, 1), turn), turned[:, :-1]], 1)
    return Words(read, lengths + 1, written, following)


def batches(size: int, generator: torch.Generator) -> Iterator[Words]:
    while True:
        yield drawn(torch.randint(1, LONGEST + 1, (size,), generator=generator), generator)


def loss(model: nn.Module, words: Words) -> Tensor:
    """Mean cross-entropy in nats per sign."""
    logits = model(words.read, words.lengths, words.written)
    return F.cross_entropy(logits.flatten(0, 1), words.following.flatten(), ignore_index=NOTHING)


@torch.no_grad()
def right(model: nn.Module, generator: torch.Generator) -> list[float]:
    """The share of words that the model writes backwards without a mistake, by their length from 1."""
    found = []
    for length in range(1, LONGEST + 1):
        words = drawn(torch.full((TESTED,), length), generator)
        best = model(words.read, words.lengths, words.written).argmax(-1)
        same = (best == words.following) | (words.following == NOTHING)
        found.append(same.all(1).double().mean().item())
    return found


def record() -> Recording:
    """Trains the three and keeps their weights; the words that are tested are others than those learned from."""
    weights: dict[str, np.ndarray] = {}
    shown = {}
    measured: Mapping[str, Callable[[torch.Generator], nn.Module]]
    measured = {**MODELS, TWICE: partial(Recurrent, state=2 * STATE)}
    for name, kind in measured.items():
        generator = torch.Generator().manual_seed(SEED)
        model = kind(generator)
        points = train(model, PLAN, batches(PLAN.batch, generator), lost=loss)
        losses = [point.loss for point in points]
        shown[name] = {
            "parameters": sum(one.numel() for one in model.parameters()),
            "loss": round(sum(losses[-100:]) / 100, 4),
            "right": [round(one, 4) for one in right(model, torch.Generator().manual_seed(SEED + 1))],
        }
        if name in MODELS:
            weights |= {f"{name}.{key}": one.numpy().copy() for key, one in model.state_dict().items()}
    return Recording(shown, weights)
