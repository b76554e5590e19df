"""The recorded model whose letters are decoded: its logits, and what they come from."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.demos import recording
from engine.demos.gpt import forward
from engine.demos.gpt.names import decode
from engine.parameters import Array

MODEL = "reference_model"
HEADS = 4


@dataclass(frozen=True, slots=True)
class Product:
    """One summand of a dot product."""

    place: int
    state: float
    weight: float

    @property
    def product(self) -> float:
        return self.state * self.weight


def logits(tokens: Sequence[int]) -> Array:
    return forward.logits(recording.weights(MODEL), tokens, HEADS)


def products(tokens: Sequence[int], token: int) -> list[Product]:
    """The summands of the dot product that is the logit of the token."""
    weights = recording.weights(MODEL)
    state = forward.state(weights, tokens, HEADS)[-1]
    pairs = zip(state.tolist(), weights["head.weight"][token].tolist(), strict=True)
    return [Product(n, *pair) for n, pair in enumerate(pairs, 1)]


def attention(tokens: Sequence[int], layer: int, head: int) -> Array:
    """(T, T): the weights of one head of one layer, both from 1."""
    found = list(forward.layers(recording.weights(MODEL), tokens, HEADS))
    weights: Array = found[layer - 1].weights[head - 1]
    return weights


def letter(token: int) -> str:
    """Formats a token as a page shows it; the edge is the end of the name."""
    return decode([token]) if token else "·"
