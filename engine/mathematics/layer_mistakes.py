"""Classic mistakes in the lines of fully connected layers: z is W x + b, a the activation of z.

A mistake is made in every layer that it is about; in the others the right line stands.
"""

from typing import Any

import numpy as np

from engine.chain import Mistake
from engine.mathematics import softmax
from engine.mathematics.activations import EACH_UNIT
from engine.parameters import Array


def is_softmax(z: Array, right: Any) -> bool:
    """True if the line is a softmax; of equal sums nobody can tell."""
    return bool(np.ptp(z) > 0 and np.array_equal(right, softmax(z)))


def bias_left_out(right: Array, b: Array) -> Array:
    """W x without b."""
    return right - b


def transposed(right: Array, W: Array, b: Array, into: Array) -> Array:
    """The product with the columns of W; the right line where W is not square."""
    return W.T @ into + b if W.shape[0] == W.shape[1] else right


def not_activated(z: Array, right: Any) -> Any:
    """The sums as they are; the right line where it is a softmax."""
    return right if is_softmax(z, right) else z


def minus_dropped(z: Array, right: Any) -> Any:
    """The sizes of the sums in place of ReLU; the right line for any other activation."""
    return abs(z) if np.array_equal(right, EACH_UNIT["relu"].of(z)) else right


def rectified_output(z: Array, right: Any) -> Any:
    """ReLU of the sums where the layer has no activation; the right line where it has one."""
    return EACH_UNIT["relu"].of(z) if right is z else right


def exponentials_left(z: Array, right: Any) -> Any:
    """The exponentials of a softmax, not divided by their sum; the right line for any other activation."""
    return np.exp(z) if is_softmax(z, right) else right


MISTAKES = {
    mistake.name: mistake
    for mistake in (
        Mistake(
            "bias_left_out", "z", "You left out the bias. Add the bias of each unit to its weighted sum.",
            bias_left_out, ("right", "b"), "bias left out",
        ),
        Mistake(
            "transposed", "z",
            "You multiplied with the columns of W. Row i of W belongs to unit i: multiply it with the input.",
            transposed, ("right", "W", "b", "into"),
        ),
        Mistake(
            "not_activated", "a", "You left out the activation. Put every weighted sum through it.",
            not_activated, ("z", "right"),
        ),
        Mistake(
            "minus_dropped", "a", "You dropped the minus signs. ReLU turns a negative number into 0.",
            minus_dropped, ("z", "right"),
        ),
        Mistake(
            "rectified_output", "a",
            "You applied ReLU to a layer that has no activation. Its weighted sums stay as they are.",
            rectified_output, ("z", "right"),
        ),
        Mistake(
            "exponentials_left", "a", "You stopped at the exponentials. Divide each of them by the sum of all.",
            exponentials_left, ("z", "right"),
        ),
    )
}  # fmt: skip


def some(*names: str) -> list[Mistake]:
    """These mistakes, for ``Family.include``."""
    return [MISTAKES[name] for name in names]
