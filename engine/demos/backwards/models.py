"""The three models in torch, so that they can learn; ``forward`` has the same passes in NumPy.

Each is given a word as it is read and the first signs that were written, and says what comes next. In the margin: B
words, T signs that are read (padded behind the turn), U that are written, width C, state H, V signs.
"""

from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.backwards.forward import HEADS
from engine.demos.backwards.words import LONGEST, VOCABULARY
from engine.demos.gpt.model import GPT, Shape
from engine.demos.ladder.recurrent import GRU

WIDTH, EMBEDDING, STATE = 32, 16, 56
READ, WRITTEN = LONGEST + 1, LONGEST + 1  # with the turn, and with the end


def start(model: nn.Module, generator: torch.Generator) -> None:
    """Begins as GPT-2 does, but at a spread that suits so small a width."""
    for weights in model.parameters():
        if weights.dim() == 2:
            nn.init.normal_(weights, 0.0, 1 / sqrt(weights.shape[-1]), generator)


class Recurrent(nn.Module):
    """Two GRUs: one reads the word, the other begins with the state that the first one ended in (Cho et al. 2014).
    All that the writer knows of the word went through that one state."""

    def __init__(self, generator: torch.Generator, state: int = STATE) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, EMBEDDING)
        self.reader, self.writer = (GRU(EMBEDDING, state, generator) for _ in range(2))
        self.out = nn.Linear(state, VOCABULARY, bias=False)
        nn.init.normal_(self.embedding.weight, 0.0, 1.0, generator)
        nn.init.uniform_(self.out.weight, -1 / sqrt(state), 1 / sqrt(state), generator)

    def forward(self, read: Tensor, lengths: Tensor, written: Tensor) -> Tensor:
        """Read (B, T) with so many signs (B), written (B, U) -> logits of what follows each written sign (B, U, V)."""
        state = self.reader.start(len(read))
        for place, x in enumerate(self.embedding(read).unbind(1)):
            (moved,) = self.reader(x, state)  # (B, H)
            state = (torch.where((place < lengths)[:, None], moved, state[0]),)
        found = []
        for x in self.embedding(written).unbind(1):
            state = self.writer(x, state)
            found.append(self.out(state[0]))
        return torch.stack(found, 1)


class Attention(nn.Module):
    """Queries from one stream, keys and values from another, or from the same."""

    def __init__(self) -> None:
        super().__init__()
        self.q = nn.Linear(WIDTH, WIDTH, bias=False)
        self.kv = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x: Tensor, source: Tensor, allowed: Tensor) -> Tensor:
        """x (B, U, C) mixes what the source (B, T, C) offers it where that is allowed (B or 1, U or 1, T)."""
        queries = self.q(x).unflatten(-1, (HEADS, -1)).transpose(1, 2)  # (B, H, U, D)
        keys, values = (
            part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in self.kv(source).chunk(2, -1)
        )
        scores = queries @ keys.transpose(-2, -1) / sqrt(WIDTH / HEADS)  # (B, H, U, T)
        weights = scores.masked_fill(~allowed[:, None], float("-inf")).softmax(-1)
        return self.out((weights @ values).transpose(1, 2).flatten(2))  # type: ignore[no-any-return]


class Layer(nn.Module):
    """A block of the encoder, or with ``crosses`` one of the decoder, which looks at what was read, too."""

    def __init__(self, crosses: bool) -> None:
        super().__init__()
        self.before_attention, self.before_mlp = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.attention = Attention()
        if crosses:
            self.before_cross, self.cross = nn.LayerNorm(WIDTH), Attention()
        self.up = nn.Linear(WIDTH, 4 * WIDTH, bias=False)
        self.down = nn.Linear(4 * WIDTH, WIDTH, bias=False)

    def forward(
        self, x: Tensor, allowed: Tensor, read: Tensor | None = None, seen: Tensor | None = None
    ) -> Tensor:
        source = self.before_attention(x)
        x = x + self.attention(source, source, allowed)
        if read is not None and seen is not None:
            x = x + self.cross(self.before_cross(x), read, seen)
        return x + self.down(F.gelu(self.up(self.before_mlp(x))))  # type: ignore[no-any-return]


class EncoderDecoder(nn.Module):
    """A transformer as Vaswani et al. 2017 have it, of one block each, with the norms before (as in GPT-2)."""

    def __init__(self, generator: torch.Generator) -> None:
        super().__init__()
        self.token = nn.Embedding(VOCABULARY, WIDTH)
        self.read_position = nn.Embedding(READ, WIDTH)
        self.write_position = nn.Embedding(WRITTEN, WIDTH)
        self.encoder, self.decoder = Layer(crosses=False), Layer(crosses=True)
        self.read_norm, self.last_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)
        start(self, generator)

    def forward(self, read: Tensor, lengths: Tensor, written: Tensor) -> Tensor:
        """As ``Recurrent.forward``."""
        seen = (torch.arange(read.shape[1]) < lengths[:, None])[:, None]  # (B, 1, T)
        x = self.token(read) + self.read_position.weight[: read.shape[1]]
        memory = self.read_norm(self.encoder(x, seen))  # (B, T, C)
        y = self.token(written) + self.write_position.weight[: written.shape[1]]
        earlier = torch.ones(1, written.shape[1], written.shape[1], dtype=torch.bool).tril()
        return self.head(self.last_norm(self.decoder(y, earlier, memory, seen)))  # type: ignore[no-any-return]


class DecoderOnly(nn.Module):
    """The GPT of the lab, of two blocks: word and answer are one text to it."""

    def __init__(self, generator: torch.Generator) -> None:
        super().__init__()
        self.gpt = GPT(
            Shape(vocabulary=VOCABULARY, context=READ + WRITTEN, width=WIDTH, heads=HEADS), generator
        )
        start(self.gpt, generator)

    def forward(self, read: Tensor, lengths: Tensor, written: Tensor) -> Tensor:
        """As ``Recurrent.forward``; what is written stands right behind its word, from the turn on."""
        text = torch.cat([read, torch.zeros_like(written)], 1)
        places = lengths[:, None] - 1 + torch.arange(written.shape[1])  # (B, U)
        found = self.gpt(text.scatter(1, places, written))  # (B, T + U, V)
        return found[torch.arange(len(read))[:, None], places]  # type: ignore[no-any-return]
