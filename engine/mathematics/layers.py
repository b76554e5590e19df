"""Fully connected layers line by line, W x + b and then the activation: what the network families share.

The number of the layer stands above in the symbols, a^(2), so that a^(2)_1 is the first unit of layer 2.
"""

from collections.abc import Generator, Sequence
from itertools import pairwise
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from engine import parameters
from engine.answers.forms import Fixed
from engine.chain import Run, Step
from engine.mathematics.activations import activated
from engine.parameters import Array
from engine.solutions import latex

GIVEN = Fixed(12)  # numbers that the exercise gives are never rounded
ALIKE = 0.01  # probabilities that rounding on the way makes equal
CERTAIN = 0.98  # a probability that leaves hardly any for the others
SMALLEST = 0.1  # for a lone number with two decimals


class Layer(parameters.Layer):
    """Layers are equal where their numbers are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layer) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


Hidden = Annotated[tuple[Layer, ...], Field(max_length=8)]
Layers = Annotated[tuple[Layer, ...], Field(min_length=1, max_length=8)]


def check(layers: Sequence[Layer], inputs: int) -> int:
    """Returns the number of outputs. Raises ValueError where a layer does not fit what goes into it."""
    for n, layer in enumerate(layers, 1):
        if layer.weights.shape[1] != inputs:
            columns = layer.weights.shape[1]
            raise ValueError(
                f"layers must fit together: {inputs} numbers go into layer {n}, its weights have {columns} columns"
            )
        inputs = len(layer.weights)
    return inputs


def affine(W: Array, b: Array, into: Array) -> Array:
    """W x + b for one input, shape (units,)."""
    return W @ into + b


def affine_cell(W: Array, b: Array, into: Array, at: tuple[int]) -> str:
    """One weighted sum with its numbers, as LaTeX."""
    bias = f" + {latex.signed(b[at[0]])}" if b.any() else ""
    return latex.dot(W[at[0]], into.tolist()) + bias


def lines(layers: Sequence[Layer], source: str, symbol: str) -> Generator[Step, Any, None]:
    """Yields z_1, a_1, z_2 ... of the parameter ``layers``, from the step or parameter ``source`` on.

    What goes into a layer, its weights and its biases are steps of their own, so that a mistake can name them.
    """
    for n, layer in enumerate(layers, 1):
        yield Step(
            f"into_{n}", f"What goes into layer {n}", f"<{source}>", lambda a: a, (source,), symbol, GIVEN,
            gathers=True,
        )  # fmt: skip
        yield Step(
            f"W_{n}", f"Weights of layer {n}", rf"\text{{weights of layer {n}}}",
            lambda layers, n=n: layers[n - 1].weights, ("layers",), f"W_{n}", GIVEN, gathers=True,
        )  # fmt: skip
        yield Step(
            f"b_{n}", f"Biases of layer {n}", rf"\text{{biases of layer {n}}}",
            lambda layers, W, n=n: np.zeros(len(W)) if layers[n - 1].bias is None else layers[n - 1].bias,
            ("layers", f"W_{n}"), f"b_{n}", GIVEN, gathers=True,
        )  # fmt: skip
        bias = "" if layer.bias is None else f" + <b_{n}>"
        yield Step(
            f"z_{n}", f"Layer {n}: weighted sums", rf"<W_{n}>\,<into_{n}>{bias}", affine,
            (f"W_{n}", f"b_{n}", f"into_{n}"), f"z^{{({n})}}", numbers=affine_cell,
        )  # fmt: skip
        source, symbol = f"a_{n}", f"a^{{({n})}}"
        yield activated(source, f"Layer {n}", layer.activation, f"z_{n}", symbol)


def unfair(exact: Run) -> str | None:
    """The reason against these layers: ReLU leaves no unit, one class takes all, all are alike, a lone unit is tiny."""
    for name, value in exact.reached.items():
        if name.startswith("a_") and name not in exact.notes and not value.any():
            return f"{name}: all units are switched off"
        if exact.steps[name].distribution and value.max() > CERTAIN:
            return f"{name}: one class is all but certain"
        if exact.steps[name].distribution and np.ptp(value) < ALIKE:
            return f"{name}: all classes are equally probable"
        if isinstance(value, np.ndarray) and value.size == 1 and 0 < abs(value.item()) < SMALLEST:
            return f"{name}: too small for two decimals"
    return None


def draw(
    rng: Random, sizes: Sequence[int], activations: Sequence[str], weights: Sequence[float]
) -> list[dict[str, Any]]:
    """Layers of these sizes, the input's first, with biases of one half, one or minus one."""
    return [
        {
            "weights": [[rng.choice(weights) for _ in range(inputs)] for _ in range(units)],
            "bias": [rng.choice((-1, 0.5, 1)) for _ in range(units)],
            "activation": activation,
        }
        for (inputs, units), activation in zip(pairwise(sizes), activations, strict=True)
    ]
