"""The recorded model on a text: one forward pass, with some parts switched off, and where its heads look."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.demos import recording
from engine.demos.attention import by_hand
from engine.demos.attention.by_hand import Array, Head, Place, Switches

MODEL = "attention_only"
CHECKS = 128  # sequences, the same as in the recording


@dataclass(frozen=True, slots=True)
class Pass:
    """A forward pass over the letters that are read; ``off`` names the heads that were taken out."""

    tokens: Array  # (T - 1,)
    off: frozenset[Place]
    heads: Mapping[Place, Head]
    nats: Array  # (T - 1,): the surprisal of the letter after each of them
    loss: float  # the mean over letters that can be known

    def habits(self, place: Place) -> dict[str, float]:
        """Shares of a head's attention in this text, by habit."""
        return by_hand.habits(self.heads[place], self.tokens)

    def copies(self, place: Place) -> float:
        """The share that a head puts on letters right after the same letter, without what is one place back or the
        position itself."""
        return by_hand.copies(self.heads[place], self.tokens)

    @property
    def most_copied(self) -> float:
        """The largest share that any head of the second layer copies with."""
        return max(self.copies(place) for place in self.heads if place[0] == 1)


def forward(tokens: Array, switches: Switches) -> Pass:
    """Runs the model on all tokens (T,) but the last, which is only predicted."""
    logits, heads = by_hand.forward(recording.weights(MODEL), tokens[:-1], switches)
    nats = by_hand.surprisals(logits, tokens[1:])
    return Pass(tokens[:-1], switches.off, heads, nats, float(nats[by_hand.known(tokens[:-1])].mean()))


@cache
def loss_on_sequences(switches: Switches) -> float:
    """The loss on sequences that were drawn as in the model's training."""
    rows = by_hand.sequences(CHECKS, np.random.default_rng(0))
    return by_hand.loss(recording.weights(MODEL), rows, switches)


def worst_removals() -> list[float]:
    """Losses of models trained from other seeds, each after the worst removal of a single head."""
    found = recording.shown(MODEL)["trainings"]
    return [
        max(head["loss_without"] for head in one["heads"])
        for name, one in found.items()
        if name.startswith("seed")
    ]


def trained_unscaled() -> float:
    """The loss of a model that was trained without the scale, on the same sequences."""
    return float(recording.shown(MODEL)["trainings"]["no scale"]["loss"])
