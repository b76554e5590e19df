"""Activation functions, and the line of a solution that applies one to the sums above it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.chain import NotNeeded, Step
from engine.mathematics import softmax
from engine.parameters import Array
from engine.solutions import latex
from engine.whole import Whole, are_whole, known


@dataclass(frozen=True, slots=True)
class Activation:
    """A function of each unit; ``formula`` has the slot <z>, ``numbers`` writes it for one number."""

    title: str
    formula: str
    of: Callable[[Array], Array]
    numbers: Callable[[str], str]


def sigmoid(z: Array) -> Array:
    """1 / (1 + e^-z), to full precision on both sides."""
    return np.asarray(np.exp(-np.logaddexp(0.0, -z)))


def rectified(z: Array) -> Array:
    """The larger of z and 0, a whole number where z is one."""
    if are_whole(z):
        return np.where(known(z) > 0, z, np.array(Whole(0), dtype=object))
    return np.maximum(z, 0.0)


def gelu(z: Array) -> Array:
    """z times the share of a standard normal distribution below z (Hendrycks and Gimpel 2016)."""
    return np.asarray(z * np.vectorize(lambda x: (1 + math.erf(x / math.sqrt(2))) / 2, otypes=[float])(z))


EACH_UNIT: Mapping[str, Activation] = {
    "relu": Activation(
        "ReLU", r"\max(0,\ <z>)", rectified, lambda z: rf"\max(0,\ {z})"
    ),
    "tanh": Activation("tanh", r"\tanh(<z>)", np.tanh, lambda z: rf"\tanh({z})"),
    "sigmoid": Activation(
        "sigmoid", r"\frac{1}{1 + e^{-<z>}}", sigmoid, lambda z: rf"\frac{{1}}{{1 + e^{{-({z})}}}}"
    ),
    "gelu": Activation("GELU", r"<z> \cdot \Phi(<z>)", gelu, lambda z: rf"{z} \cdot \Phi({z})"),
    "swish": Activation(
        "Swish", r"\frac{<z>}{1 + e^{-<z>}}", lambda z: np.asarray(z * sigmoid(z)),
        lambda z: rf"\frac{{{z}}}{{1 + e^{{-({z})}}}}",
    ),
}  # fmt: skip


def activated(name: str, title: str, activation: str, source: str, symbol: str) -> Step:
    """The line that applies an activation to the step ``source``."""
    if activation == "identity":
        none = "There is no activation here: the line above stays as it is."
        return Step(
            name,
            f"{title}: no activation",
            f"<{source}>",
            lambda z: NotNeeded(z, none),
            (source,),
            symbol=symbol,
        )
    if activation == "softmax":
        return Step(
            name, f"{title}: softmax", rf"\operatorname{{softmax}}(<{source}>)", softmax, (source,), symbol=symbol,
            numbers=lambda z, at: latex.softmax_cell(z.tolist(), at[0]), distribution=True,
        )  # fmt: skip
    each = EACH_UNIT[activation]
    return Step(
        name, f"{title}: {each.title}", each.formula.replace("<z>", f"<{source}>"), each.of, (source,), symbol=symbol,
        numbers=lambda z, at: each.numbers(latex.number(z[at])),
    )  # fmt: skip
