"""Recurrent cells of three kinds, and a language model that carries one of them from token to token.

Weights are stacked, named and started as in torch.nn, which keeps two biases where a textbook writes one (only their
sum counts, but in the GRU's candidate). In the margin: B sequences of T tokens, inputs of D numbers, states of H, V
tokens in the vocabulary; * is entry by entry.
"""

from abc import ABC, abstractmethod
from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F

State = tuple[Tensor, ...]  # the hidden state h comes first; each (B, H)


class Cell(nn.Module, ABC):
    """One step in time, with the same weights at every step: input (B, D) and state before -> state after."""

    gates = 1  # rows of weights for one hidden unit
    states = 1  # what it remembers: h alone, or h and c

    def __init__(self, inputs: int, hidden: int, generator: torch.Generator) -> None:
        super().__init__()
        self.size = hidden
        self.weight_ih = nn.Parameter(torch.empty(self.gates * hidden, inputs))
        self.weight_hh = nn.Parameter(torch.empty(self.gates * hidden, hidden))
        self.bias_ih = nn.Parameter(torch.empty(self.gates * hidden))
        self.bias_hh = nn.Parameter(torch.empty(self.gates * hidden))
        for weights in self.parameters():
            nn.init.uniform_(weights, -1 / sqrt(hidden), 1 / sqrt(hidden), generator)

    def start(self, batch: int) -> State:
        return (self.weight_hh.new_zeros(batch, self.size),) * self.states

    def sums(self, x: Tensor, h: Tensor) -> tuple[tuple[Tensor, ...], tuple[Tensor, ...]]:
        """W_x x + b_x and W_h h + b_h, each gate by gate (B, H)."""
        from_input = F.linear(x, self.weight_ih, self.bias_ih)
        from_state = F.linear(h, self.weight_hh, self.bias_hh)
        return from_input.chunk(self.gates, 1), from_state.chunk(self.gates, 1)

    @abstractmethod
    def forward(self, x: Tensor, state: State) -> State: ...


class RNN(Cell):
    """h' = tanh(W_x x + W_h h + b) (Elman 1990)."""

    def forward(self, x: Tensor, state: State) -> State:
        (a,), (b,) = self.sums(x, state[0])
        return (torch.tanh(a + b),)


class GRU(Cell):
    """Cho et al. 2014, rows r, z, n as torch has them: h' = (1 - z) * n + z * h.

    Cho's r multiplies h before the matrix of the candidate; here r multiplies W_hn h + b_hn as a whole. In Chung et
    al. 2014 z weighs the candidate, here and in Cho the old state."""

    gates = 3

    def forward(self, x: Tensor, state: State) -> State:
        (h,) = state
        (xr, xz, xn), (hr, hz, hn) = self.sums(x, h)
        r, z = torch.sigmoid(xr + hr), torch.sigmoid(xz + hz)  # reset and update gate (B, H)
        n = torch.tanh(xn + r * hn)  # candidate (B, H)
        return ((1 - z) * n + z * h,)


class LSTM(Cell):
    """Hochreiter and Schmidhuber 1997 with the forget gate of Gers et al. 2000, without peepholes; rows i, f, g, o."""

    gates, states = 4, 2

    def forward(self, x: Tensor, state: State) -> State:
        h, c = state
        i, f, g, o = (a + b for a, b in zip(*self.sums(x, h), strict=True))  # each (B, H)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)  # what is kept, and what is new
        return torch.sigmoid(o) * torch.tanh(c), c


CELLS: dict[str, type[Cell]] = {"rnn": RNN, "gru": GRU, "lstm": LSTM}


class RecurrentModel(nn.Module):
    """Token -> vector -> cell -> logits; all that it knows of the tokens before is in the state."""

    def __init__(
        self, cell: str, vocabulary: int, embedding: int, hidden: int, generator: torch.Generator
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding)
        self.cell = CELLS[cell](embedding, hidden, generator)
        self.out = nn.Linear(hidden, vocabulary)
        nn.init.normal_(self.embedding.weight, 0.0, 1.0, generator)
        nn.init.uniform_(self.out.weight, -1 / sqrt(hidden), 1 / sqrt(hidden), generator)
        nn.init.zeros_(self.out.bias)

    def forward(self, tokens: Tensor) -> Tensor:
        """Tokens (B, T) -> logits of each next token (B, T, V)."""
        return self.out(self.read(tokens, self.cell.start(len(tokens)))[0])  # type: ignore[no-any-return]

    def read(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """The hidden state after each token (B, T, H), and the state to go on from."""
        hidden = []
        for x in self.embedding(tokens).unbind(1):  # T times (B, D)
            state = self.cell(x, state)
            hidden.append(state[0])
        return torch.stack(hidden, 1), state
