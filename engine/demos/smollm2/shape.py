"""The shape of a Llama: how many layers and heads, and the two numbers of its arithmetic that are no weights."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """``base`` is that of the rotation's frequencies, ``epsilon`` that of the norms."""

    layers: int
    heads: int
    kv_heads: int
    base: float
    epsilon: float
