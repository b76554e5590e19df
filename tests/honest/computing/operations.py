"""The operations that a person writes down, by the function that computes them."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from engine.families.training import activation
from engine.formula import numbers, signs, vectors
from engine.mathematics import activations, logarithms, softmax
from tests.honest.computing import rows
from tests.honest.computing.hand import Hand

ORDINARY = (
    math.log(0.1),
    math.log(10_000),
)  # the largest score of a row whose exponentials people write down
Operation = Callable[..., Any]


def one_step(function: Operation) -> Operation:
    """An operation whose result is read off a calculator at once."""
    return lambda hand, *values, **named: hand.write(function(*values, **named))


def is_decided(function: Operation) -> Operation:
    """An operation whose result is settled by the exact numbers."""
    return lambda hand, *values, **named: hand.decided(lambda: function(*values, **named))


def logarithm(hand: Hand, x: float, base: float | None = None) -> Any:
    if base is None:
        return hand.write(math.log(x))
    return hand.quotient(hand.write(math.log(x)), hand.write(math.log(base)))


def sigmoid(hand: Hand, x: Any) -> Any:
    """1 / (1 + e^-x)."""
    return hand.quotient(1.0, hand.total("++", 1.0, hand.write(np.exp(-x))))


def sum_of_exponentials(hand: Hand, a: Any, b: Any) -> Any:
    """The logarithm of e^a + e^b."""
    return hand.write(np.log(hand.total("++", hand.write(np.exp(a)), hand.write(np.exp(b)))))


def softplus(hand: Hand, x: float) -> float:
    """ln(1 + e^x); or, as every other person writes it, minus the logarithm of the sigmoid of -x."""
    if hand.pen is not None and hand.pen.rng.random() < 0.5:
        return float(-hand.write(np.log(sigmoid(hand, -x))))
    return float(sum_of_exponentials(hand, 0.0, x))


def softmax_by_hand(hand: Hand, scores: Any) -> Any:
    """Exponentials, their sum, quotients; of the scores less the largest only where the exponentials are unwieldy."""
    top = scores.max(axis=-1, keepdims=True)
    if not ((top >= ORDINARY[0]) & (top <= ORDINARY[1])).all():
        scores = hand.total("+-", scores, top)
    exponentials = hand.write(np.exp(scores))
    return hand.quotient(exponentials, rows.total(hand, exponentials, axis=-1, keepdims=True))


def share_below(hand: Hand, x: Any) -> Any:
    """The share of a standard normal distribution below x, looked up in a table."""
    found = np.vectorize(lambda one: math.erfc(-one / math.sqrt(2)) / 2, otypes=[float])(x)
    return hand.write(found[()])


def gelu(hand: Hand, z: Any) -> Any:
    return hand.product(z, share_below(hand, z))


def divided(hand: Hand, a: Any, b: Any, **named: Any) -> Any:
    return hand.write(np.divide(a, b, **named), a)


def squared(hand: Hand, x: Any) -> Any:
    return hand.product(np.asarray(x), np.asarray(x))


def hypotenuse(hand: Hand, *sides: float) -> Any:
    return rows.length(hand, np.array(sides))


def whole_number(hand: Hand, x: Any = 0, *more: Any) -> Any:
    return hand.decided(lambda: int(x, *more)) if isinstance(x, float | Fraction) else int(x, *more)


READ_OFF = (
    np.exp, math.exp, np.log, np.log2, np.log10, math.log2, math.log10, np.sqrt, math.sqrt, np.tanh, math.tanh,
    np.sin, np.cos, math.sin, math.cos, np.arccos, math.acos, np.degrees, math.degrees, np.radians, math.radians,
    np.cumsum,
)  # fmt: skip
SETTLED = (
    np.argmax, np.argmin, np.argsort, np.floor, np.ceil, math.floor, math.ceil, round, divmod,
    np.array_equal, np.isclose, math.isclose, numbers.floor, numbers.ceiling, numbers.rounded, numbers.remainder,
    vectors.place_of_largest, signs.less, signs.greater, signs.at_most, signs.at_least, signs.equal, signs.unequal,
)  # fmt: skip
KNOWN: Mapping[Any, Operation] = {
    **{function: one_step(function) for function in READ_OFF},
    **{function: is_decided(function) for function in SETTLED},
    math.log: logarithm,
    np.logaddexp: sum_of_exponentials,
    np.divide: divided,
    np.multiply: Hand.product,
    np.power: Hand.power,
    math.pow: Hand.power,
    np.matmul: Hand.matrix_product,
    np.dot: Hand.matrix_product,
    np.outer: lambda hand, a, b: hand.product(np.asarray(a)[:, None], np.asarray(b)[None]),
    np.square: squared,
    np.sum: rows.total,
    np.mean: rows.mean,
    np.prod: rows.running_product,
    np.linalg.norm: rows.length,
    math.hypot: hypotenuse,
    math.prod: rows.product_of,
    sum: rows.sum_of,
    int: whole_number,
    max: rows.extreme(max),
    min: rows.extreme(min),
    sorted: rows.in_order,
    np.max: rows.extreme_cell("argmax"),
    np.min: rows.extreme_cell("argmin"),
    np.maximum: rows.either(np.greater_equal),
    np.minimum: rows.either(np.less_equal),
    np.clip: lambda hand, x, low, high: KNOWN[np.minimum](hand, KNOWN[np.maximum](hand, x, low), high),
    softmax: softmax_by_hand,
    vectors.softmax: softmax_by_hand,
    logarithms.sigmoid: sigmoid,
    activations.sigmoid: sigmoid,
    numbers.sigmoid: sigmoid,
    numbers._squashed: sigmoid,
    logarithms.softplus: softplus,
    activations.gelu: gelu,
    activation.normal: share_below,
}
HAND = Hand(KNOWN, rows.OF_ARRAYS)
