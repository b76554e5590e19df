"""A neural n-gram model: the vectors of the n - 1 tokens before, one after the other, then tanh, then softmax.

Bengio, Ducharme, Vincent and Jauvin 2003, equation 1, y = b + U tanh(d + H x), without the direct connections W x that
the paper leaves out in its other variant. In the margin: B sequences of T tokens, vectors of D numbers, H hidden units,
V tokens in the vocabulary.
"""

from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F

START = 0  # the token that stands before the first one, as often as the window needs it


@dataclass(frozen=True, slots=True)
class Shape:
    """``n`` tokens make an n-gram, the predicted one among them."""

    vocabulary: int
    n: int = 6
    embedding: int = 16
    hidden: int = 237


class NeuralNgram(nn.Module):
    """Raises ValueError where n is below 2: some token must enter."""

    def __init__(self, shape: Shape, generator: torch.Generator) -> None:
        super().__init__()
        if shape.n < 2:
            raise ValueError(f"n must be at least 2, not {shape.n}")
        self.window = shape.n - 1
        self.embedding = nn.Embedding(shape.vocabulary, shape.embedding)  # one table for all places
        self.hidden = nn.Linear(self.window * shape.embedding, shape.hidden)
        self.out = nn.Linear(shape.hidden, shape.vocabulary)
        nn.init.normal_(self.embedding.weight, 0.0, 1.0, generator)
        for layer in (self.hidden, self.out):
            bound = 1 / sqrt(layer.in_features)
            nn.init.uniform_(layer.weight, -bound, bound, generator)
            nn.init.zeros_(layer.bias)

    def forward(self, tokens: Tensor) -> Tensor:
        """Tokens (B, T) -> logits of each next token (B, T, V), from the last n - 1 tokens and nothing before them."""
        padded = F.pad(tokens, (self.window - 1, 0), value=START)  # (B, n - 2 + T)
        windows = padded.unfold(1, self.window, 1)  # (B, T, n - 1)
        x = self.embedding(windows).flatten(2)  # (B, T, (n - 1) D)
        return self.out(torch.tanh(self.hidden(x)))  # type: ignore[no-any-return]  # (B, T, H) -> (B, T, V)
