"""Parameter count of a multilayer perceptron: in * out + out per layer (curriculum c.2)."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded
from engine.parameters import Frozen, symbol
from engine.solutions import latex

Sizes = tuple[Annotated[int, Field(ge=1, le=10**9)], ...]  # a product of two still fits int64
Counts = NDArray[np.int64]  # (layers,)


class Parameters(Frozen):
    sizes: Sizes = symbol(
        "n", "units from the input to the output, both ends included", min_length=2, max_length=33
    )
    bias: bool = symbol(r"\text{bias}", "each unit after the input has a bias", default=True)

    @field_validator("sizes", mode="before")
    @classmethod
    def input_and_output(cls, sizes: Any) -> Any:
        if not isinstance(sizes, list | tuple) or len(sizes) < 2:
            raise ValueError("must be a list of units: at least those of the input and of the output")
        return sizes


family = Family(
    "count_mlp",
    "Parameters of a multilayer perceptron",
    section="c.2",
    builds_on=("count_linear", "mlp_forward"),
    parameters=Parameters,
)


@family.step(
    "Weights of each layer: units in times units out", r"n_{\ell-1} \cdot n_{\ell}", symbol=r"W_{\ell}", form=Integer(),
    numbers=lambda sizes, at: rf"{latex.number(sizes[at[0]])} \cdot {latex.number(sizes[at[0] + 1])}",
)  # fmt: skip
def weights(sizes: tuple[int, ...]) -> Counts:
    return np.array(sizes[:-1], dtype=np.int64) * np.array(sizes[1:], dtype=np.int64)


@family.step(
    "Biases of each layer: one per unit out", r"n_{\ell}", symbol=r"b_{\ell}", form=Integer(),
    numbers=lambda sizes, bias, at: latex.number(sizes[at[0] + 1]),
)  # fmt: skip
def biases(sizes: tuple[int, ...], bias: bool) -> Counts | NotNeeded:
    if not bias:
        return NotNeeded(np.zeros(len(sizes) - 1, dtype=np.int64), "No biases are counted here.")
    return np.array(sizes[1:], dtype=np.int64)


@family.step(
    "Parameters of each layer", "<weights> + <biases>", symbol=r"P_{\ell}", form=Integer(),
    numbers=lambda weights, biases, at: f"{latex.number(weights[at[0]])} + {latex.number(biases[at[0]])}",
)  # fmt: skip
def per_layer(weights: Counts, biases: Counts) -> Counts:
    return weights + biases


@family.step(
    "Total", r"\sum_{\ell} <per_layer>", symbol="P", form=Integer(),
    numbers=lambda per_layer: latex.total(per_layer.tolist()),
)  # fmt: skip
def total(per_layer: Counts) -> int:
    return int(sum(per_layer.tolist()))


family.gives(
    {
        "weights": ("len(sizes) - 1", "Weights of each layer after the input."),
        "biases": ("len(sizes) - 1", "Biases of each layer after the input; zeros without bias."),
        "per_layer": ("len(sizes) - 1", "Parameters of each layer after the input."),
        "total": ("whole number", "All parameters."),
    }
)


@family.mistake(
    of="weights",
    says="You added the sizes of neighbouring layers. Every unit is linked to every unit: multiply them.",
)
def sizes_added(sizes: tuple[int, ...]) -> Counts:
    return np.array(sizes[:-1], dtype=np.int64) + np.array(sizes[1:], dtype=np.int64)


@family.mistake(
    of="weights",
    says="You linked every layer to the input. A layer takes the units of the layer just before it.",
)
def input_everywhere(sizes: tuple[int, ...]) -> Counts:
    return sizes[0] * np.array(sizes[1:], dtype=np.int64)


@family.mistake(
    of="biases",
    says="You counted a bias per unit that enters a layer. There is one per unit of the layer itself.",
)
def bias_per_input(sizes: tuple[int, ...], bias: bool) -> Counts:
    if not bias:
        raise NotApplicable
    return np.array(sizes[:-1], dtype=np.int64)


@family.mistake(
    of="biases", says="You counted one bias per layer. Every unit of the layer has a bias of its own."
)
def bias_per_layer(sizes: tuple[int, ...], bias: bool) -> Counts:
    if not bias:
        raise NotApplicable
    return np.ones(len(sizes) - 1, dtype=np.int64)


@family.mistake(
    of="total", says="You gave biases to the input too. The input is given, it has nothing to learn."
)
def input_biases(per_layer: Counts, sizes: tuple[int, ...], bias: bool) -> int:
    if not bias:
        raise NotApplicable
    return sizes[0] + total(per_layer)


@family.mistake(of="total", says="You left out the output layer. It has weights like every other layer.")
def no_output_layer(per_layer: Counts) -> int:
    return total(per_layer[:-1])


@family.convention("Right without biases. Here each unit has a bias too: add one per unit of the layer.")
def without_biases(given: Parameters) -> Parameters | None:
    return given.replace(bias=False) if given.bias else None


@family.convention("Right with a bias per unit. Here no biases are counted: leave them out.")
def with_biases(given: Parameters) -> Parameters | None:
    return None if given.bias else given.replace(bias=True)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    match level:
        case "warm-up":
            sizes = [rng.randint(2, 6), rng.randint(2, 6), rng.randint(1, 4)]
        case "exam":
            hidden = sorted(
                rng.sample((8, 10, 12, 16, 20, 24, 30, 32, 40, 50, 64, 100), rng.choice((1, 2, 2)))
            )
            inputs = rng.choice((30, 50, 64, 100, 150, 200, 256, 300, 784))
            sizes = [inputs, *reversed(hidden), rng.choice((2, 3, 4, 5, 10))]
        case _:
            hidden = sorted(rng.sample((64, 128, 200, 256, 300, 500, 512, 1000, 1024), rng.choice((2, 3))))
            sizes = [rng.choice((784, 1024, 3072, 4096)), *reversed(hidden), rng.choice((10, 20, 26, 100))]
    return {"sizes": sizes, "bias": level == "warm-up" or rng.random() < 0.75}
