"""The cost of a decoder with a cache: the bytes that it keeps, and the multiply-adds of a forward pass.

Counted by formulas; ``grouped_query`` is the model that they are about, and its tests compare them with what torch
keeps and counts. Nothing here imports torch.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """``heads`` divides ``width``, ``kv_heads`` divides ``heads``, and a head's size is even."""

    vocabulary: int
    layers: int = 2
    width: int = 32
    heads: int = 4
    kv_heads: int = 4

    @property
    def d_head(self) -> int:
        """Size D of one head."""
        return self.width // self.heads


def cache_bytes(shape: Shape, tokens: int, bytes_per_number: int = 4, sequences: int = 1) -> int:
    """The formula: a key and a value for each layer, key-value head and token of every sequence."""
    return 2 * shape.layers * shape.kv_heads * shape.d_head * bytes_per_number * tokens * sequences


@dataclass(frozen=True, slots=True)
class Work:
    """Multiply-adds of one forward pass, all layers together."""

    projections: int  # queries, keys, values and the output of attention
    mlp: int
    attention: int  # scores, and the mixing of values
    head: int  # the logits

    @property
    def all(self) -> int:
        return self.projections + self.mlp + self.attention + self.head


def work(shape: Shape, new: int, kept: int) -> Work:
    """Counts the matrix products over ``new`` tokens behind ``kept`` ones; a FLOP count is twice that.

    Masked scores are counted as well: they are computed, then thrown away.
    """
    shared = shape.kv_heads * shape.d_head
    return Work(
        new * shape.layers * (2 * shape.width**2 + 2 * shape.width * shared),
        new * shape.layers * 8 * shape.width**2,
        new * shape.layers * 2 * shape.width * (kept + new),
        new * shape.width * shape.vocabulary,
    )


def multiply_adds(shape: Shape, new: int, kept: int) -> int:
    return work(shape, new, kept).all
