"""The parameters of the name GPT as matrices of 32 rows, one for each entry of the stream.

Every matrix either reads the 32 numbers of the stream or writes them. Laid so that these are its rows, all of them
have the same height, and a column is one thing that it holds: a letter, a position, a number of a head, a hidden unit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.demos.gpt.names import CONTEXT
from engine.parameters import Array
from engine.whole_model.stations import LAYERS, WIDTH, weights

LETTERS, POSITIONS = "letters", "positions"


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix, by its ``name`` within its block, from 0, or before and after all blocks. ``numbers``: (32, n)."""

    name: str
    block: int | None
    numbers: Array

    @property
    def id(self) -> str:
        """The matrix in an address: "letters", "1-query"."""
        return self.name if self.block is None else f"{self.block + 1}-{self.name}"

    @property
    def station(self) -> str:
        """The station of a pass at which these parameters are used."""
        return (
            "embedding" if self.name in (LETTERS, POSITIONS) else "logit" if self.name == "head" else self.id
        )

    @property
    def columns(self) -> int:
        return int(self.numbers.shape[1])

    @property
    def count(self) -> int:
        return int(self.numbers.size)

    def looked_up(self, letter: int, position: int) -> int | None:
        """The only column that a token uses, from 0; None where it uses all of them."""
        return {LETTERS: letter, POSITIONS: position}.get(self.name)

    def used(self) -> int:
        """The number of parameters that one token uses: a column of a table, else all."""
        return self.count if self.looked_up(0, 0) is None else WIDTH


@cache
def matrices() -> tuple[Matrix, ...]:
    """All matrices, in the order in which a pass comes to them."""
    return tuple(_every())


@cache
def by_id() -> Mapping[str, Matrix]:
    return {matrix.id: matrix for matrix in matrices()}


def total() -> int:
    """The number of all parameters."""
    return sum(matrix.count for matrix in matrices())


def used() -> int:
    """The number of parameters that one token uses."""
    return sum(matrix.used() for matrix in matrices())


def last_position() -> int:
    return CONTEXT - 1


def _every() -> Iterator[Matrix]:
    held = weights()
    yield Matrix(LETTERS, None, held["token.weight"].T)
    yield Matrix(POSITIONS, None, held["position.weight"].T)
    for block in range(LAYERS):
        at = f"blocks.{block}"
        yield Matrix("norm", block, _norm(f"{at}.before_attention"))
        parts = np.split(held[f"{at}.attention.qkv.weight"].T, 3, axis=1)
        for name, part in zip(("query", "key", "value"), parts, strict=True):
            yield Matrix(name, block, part)
        yield Matrix("out", block, held[f"{at}.attention.out.weight"])
        yield Matrix("norm-again", block, _norm(f"{at}.before_mlp"))
        yield Matrix("up", block, held[f"{at}.up.weight"].T)
        yield Matrix("down", block, held[f"{at}.down.weight"])
    yield Matrix("norm", None, _norm("last_norm"))
    yield Matrix("head", None, held["head.weight"].T)


def _norm(name: str) -> Array:
    """Gain and shift of each entry, side by side (32, 2)."""
    held = weights()
    return np.stack([held[f"{name}.weight"], held[f"{name}.bias"]], axis=1)
