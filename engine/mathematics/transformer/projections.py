"""Token rows times weight matrices, and the attention that comes of them: what heads and blocks share."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import numpy as np

from engine import catalogue
from engine.chain import NotNeeded, Step
from engine.including import Included, included
from engine.parameters import Array
from engine.solutions import latex
from engine.whole import known

KEPT = "The weight matrix is the identity here: the rows stay as they are."


def check_shape(name: str, array: Array, *shape: int) -> None:
    """Raises ValueError, in words, where a matrix (rows, columns) or a vector has another shape."""
    if array.shape != shape:
        kind = "(rows x columns)" if len(shape) == 2 else "entries"
        raise ValueError(f"{name} must have {' x '.join(map(str, shape))} {kind}")


def check_projections(X: Array, memory: Array, **weights: Array) -> None:
    """Raises ValueError unless queries fit X, keys and values fit the memory, and queries and keys are equally long."""
    query, key, value = weights
    check_shape(query, weights[query], X.shape[1], weights[query].shape[1])
    check_shape(key, weights[key], memory.shape[1], weights[query].shape[1])
    check_shape(value, weights[value], memory.shape[1], weights[value].shape[1])


def product_cell(rows: Array, weights: Array, at: tuple[int, int]) -> str:
    """One cell of a product with its numbers, as LaTeX."""
    return latex.dot(rows[at[0]].tolist(), weights[:, at[1]].tolist())


def projected(rows: Array, weights: Array) -> Array | NotNeeded:
    """Rows times weights; not needed where the weights are the identity."""
    is_identity = weights.shape[0] == weights.shape[1] and (known(weights) == np.eye(len(weights))).all()
    return NotNeeded(rows, KEPT) if is_identity else rows @ weights


def projection(name: str, title: str, rows: str, weights: str, symbol: str, answer: str = "") -> Step:
    """The line ``rows`` times ``weights``."""
    return Step(
        name, title, rf"<{rows}>\,<{weights}>", projected, (rows, weights), symbol=symbol, answer=answer,
        numbers=product_cell,
    )  # fmt: skip


@cache
def attention(
    named: str, queries: str, keys: str, values: str, titled: str = "{}", symbol: str = "{}",
    causal: bool | None = None,
) -> Included:  # fmt: skip
    """Scaled dot-product attention of the queries, keys and values of these names.

    Without ``causal`` the chain's own parameter of that name decides.
    """
    given = {"Q": queries, "K": keys, "V": values}
    return included(
        catalogue.find("attention"), named=named, titled=titled, symbol=symbol,
        given=given if causal is not None else {**given, "causal": "causal"},
        constants={"scale": True} if causal is None else {"scale": True, "causal": causal},
    )  # fmt: skip


def size(fixed: Mapping[str, Any], default: int, *places: tuple[str, int]) -> int:
    """The length of an axis that fits what is fixed: that of the first fixed (name, axis), else the default."""
    given = ((fixed.get(name), axis) for name, axis in places)
    return next((np.shape(array)[axis] for array, axis in given if array is not None), default)


def draw_rows(rng: Random, rows: int, columns: int) -> list[list[int]]:
    """Tokens, one per row, none zero and no two alike."""
    while True:
        drawn = [[rng.choice((-1, 0, 1, 1, 2)) for _ in range(columns)] for _ in range(rows)]
        if len({tuple(row) for row in drawn}) == rows and all(any(row) for row in drawn):
            return drawn


def draw_weights(rng: Random, rows: int, columns: int) -> list[list[int]]:
    """Weights that are small whole numbers."""
    return [[rng.choice((-1, 0, 0, 1, 1, 2)) for _ in range(columns)] for _ in range(rows)]


def identity(size: int) -> list[list[int]]:
    """The identity matrix, as lists."""
    return [[int(row == column) for column in range(size)] for row in range(size)]
