"""Parts that an encoder block and a decoder block share: parameters, classic mistakes, and numbers to draw."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import model_validator

from engine.chain import Mistake, NotApplicable, Run
from engine.mathematics.transformer.projections import (
    check_projections,
    check_shape,
    draw_rows,
    draw_weights,
    identity,
    size,
)
from engine.parameters import Array, BadParameters, Frozen, Matrix, Vector, symbol

SMALLEST = 0.1  # for a lone number with two decimals
NOISE = 1e-9
ASSUMED = (
    (
        "Attention has one head and no biases, and its scores are divided by the root of the number of columns of "
        "w_q. A token is a row: X times W, weights in x out."
    ),
    (
        "Layer norm has gain 1, shift 0, epsilon 0 and the population variance. With norm pre, no layer norm "
        "follows the last sum."
    ),
)


class Block(Frozen):
    """One head: w_q, w_k, w_v are (d, d_head), w_o is (d_head, d), w_1 (d, d_ff), w_2 (d_ff, d)."""

    X: Matrix = symbol("X", "what enters the block, one token per row")
    w_q: Matrix = symbol("W_Q", "weights of the queries")
    w_k: Matrix = symbol("W_K", "weights of the keys")
    w_v: Matrix = symbol("W_V", "weights of the values")
    w_o: Matrix = symbol("W_O", "weights after the attention")
    w_1: Matrix = symbol("W_1", "first weights of the feed-forward network")
    b_1: Vector | None = symbol(
        "b_1", "first biases of the feed-forward network", default=None, empty="zeros"
    )
    w_2: Matrix = symbol("W_2", "second weights of the feed-forward network")
    b_2: Vector | None = symbol(
        "b_2", "second biases of the feed-forward network", default=None, empty="zeros"
    )
    norm: Literal["post", "pre", "none"] = symbol(
        r"\text{norm}", "layer norm after each sum, before each part, or nowhere", default="post"
    )
    causal: bool = symbol(r"\text{causal}", "each token sees itself and those before it", default=False)
    activation: Literal["relu", "gelu", "swish", "tanh", "sigmoid"] = symbol(
        "f", "activation of the feed-forward network", default="relu"
    )

    @model_validator(mode="after")
    def block_fits(self) -> "Block":
        """Raises ValueError where shapes do not fit together, or a layer norm would divide by zero."""
        width, inner = self.X.shape[1], self.w_1.shape[1]
        check_projections(self.X, self.X, w_q=self.w_q, w_k=self.w_k, w_v=self.w_v)
        check_shape("w_o", self.w_o, self.w_v.shape[1], width)
        check_shape("w_1", self.w_1, width, inner)
        check_shape("w_2", self.w_2, inner, width)
        if self.b_1 is not None:
            check_shape("b_1", self.b_1, inner)
        if self.b_2 is not None:
            check_shape("b_2", self.b_2, width)
        if self.norm != "none" and width == 1:
            raise ValueError("norm must be none where X has one column: one number alone has no variance")
        if self.norm == "pre" and (np.ptp(self.X, axis=1) == 0).any():
            raise ValueError(
                "X must hold different numbers in each row while norm is pre: else a variance is 0"
            )
        return self


def bias_left_out(right: Array, b_2: Array | None) -> Array:
    """The output without b_2. Raises NotApplicable where b_2 is missing or zero."""
    if b_2 is None or not b_2.any():
        raise NotApplicable
    return right - b_2


MISTAKES = (
    Mistake(
        "activation_left_out", "hidden",
        "You left out the activation of the feed-forward network. It stands between its two layers.",
        compute=lambda z: z, sources=("z",),
    ),
    Mistake(
        "second_bias_left_out", "ffn_output", "You left out $b_2$. Add it to every token, after the second weights.",
        compute=bias_left_out, sources=("right", "b_2"),
    ),
)  # fmt: skip


def with_norm(norm: str) -> Callable[[Block], Block | None]:
    """A function to the same block with its layer norms elsewhere, for a convention; None where that is no other block
    or has no answer."""

    def other(given: Block) -> Block | None:
        try:
            return None if given.norm == norm else given.replace(norm=norm)
        except BadParameters:  # numbers that such a norm has no answer for
            return None

    other.__name__ = f"norm_{norm}"
    return other


NORMS = {
    "post": "Right with layer norm after each residual sum. Look again where the norm stands here.",
    "pre": "Right with layer norm before each part of the block. Look again where the norm stands here.",
    "none": "Right without layer norm. Here each part of the block has one.",
}


def unfair(exact: Run) -> str | None:
    """The reason against a block: nothing passes the activation, or a number is float noise or too small."""
    for name, value in exact.reached.items():
        if name == "hidden" and not value.any():
            return "the activation switches every unit off"
        if ((value != 0) & (abs(value) < NOISE)).any():
            return f"{name}: a zero is not quite zero"
        if value.size == 1 and 0 < abs(value.item()) < SMALLEST:
            return f"{name}: too small for two decimals"
    return None


def draw(rng: Random, fixed: Mapping[str, Any], tokens: int, width: int, free: int) -> dict[str, Any]:
    """A block of this size or of what is fixed; ``free`` of its matrices W_V, W_Q, W_O, W_K are drawn, the others are
    the identity."""
    widths = (("X", 1), ("w_q", 0), ("w_k", 0), ("w_v", 0), ("w_o", 1), ("w_1", 0), ("b_2", 0), ("w_2", 1))
    width = size(fixed, width, *widths)
    keys = size(fixed, width, ("w_q", 1), ("w_k", 1))
    values = size(fixed, width, ("w_v", 1), ("w_o", 0))
    inner = size(fixed, 2, ("w_1", 1), ("b_1", 0), ("w_2", 0))
    shapes = {"w_v": (width, values), "w_q": (width, keys), "w_o": (values, width), "w_k": (width, keys)}
    return {
        "X": draw_rows(rng, tokens, width),
        **{
            name: identity(width) if place >= free and shape == (width, width) else draw_weights(rng, *shape)
            for place, (name, shape) in enumerate(shapes.items())
        },
        "w_1": draw_weights(rng, width, inner),
        "b_1": [rng.choice((-1, 0, 1)) for _ in range(inner)],
        "w_2": draw_weights(rng, inner, width),
        "b_2": [rng.choice((-1, 1, 2)) for _ in range(width)],
    }
