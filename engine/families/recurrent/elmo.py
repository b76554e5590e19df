"""The embedding that ELMo gives to a task: a scaled, weighted sum of its layers (Peters et al. 2018, equation 1)."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import model_validator

from engine.chain import Family, NotApplicable
from engine.mathematics import recurrence, softmax
from engine.parameters import Array, Frozen, Matrix, Real, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    gamma: Real = symbol(r"\gamma", "scale of the task")
    weights: Vector = symbol("s", "weight of each layer, used as it is given")
    layers: Matrix = symbol("H", "state of each layer at this word, one layer per row")

    @model_validator(mode="after")
    def one_weight_per_layer(self) -> "Parameters":
        recurrence.check_shape("weights", self.weights, len(self.layers))
        return self


family = Family(
    "elmo", "Embedding from ELMo's layers", section="c.4", builds_on=("lstm_step",), parameters=Parameters
)


@family.step(
    "Weighted sum of the layers", r"\sum_j <weights>_j\,h_j", symbol="m",
    numbers=lambda weights, layers, at: latex.dot(weights, layers[:, at[0]]),
)  # fmt: skip
def weighted_sum(weights: Array, layers: Array) -> Array:
    return weights @ layers


@family.step(
    "Embedding", r"<gamma> \cdot <weighted_sum>", symbol=r"\mathrm{ELMo}",
    numbers=lambda gamma, weighted_sum, at: rf"{latex.number(gamma)} \cdot {latex.signed(weighted_sum[at[0]])}",
)  # fmt: skip
def embedding(gamma: float, weighted_sum: Array) -> Array:
    return gamma * weighted_sum


family.gives(
    {
        "weighted_sum": ("columns(layers)", "Sum of the layers, each times its weight."),
        "embedding": ("columns(layers)", "gamma times this sum."),
    }
)
family.assumes(
    "The weights are used as given; no softmax makes them sum to 1.",
)


@family.mistake(of="embedding", says="You left out the scale. Multiply the weighted sum by gamma.")
def scale_left_out(weighted_sum: Array) -> Array:
    return weighted_sum


@family.mistake(
    of="weighted_sum", says="You took the last layer only. ELMo mixes all layers with their weights."
)
def last_layer(layers: Array) -> Array:
    return np.asarray(layers[-1])


@family.mistake(of="weighted_sum", says="You took the plain average. Each layer has a weight of its own.")
def plain_average(layers: Array) -> Array:
    return np.asarray(layers.mean(axis=0))


@family.mistake(
    of="weighted_sum", says="You put the weights through a softmax. Here they are given as they are used."
)
def softmax_of_weights(weights: Array, layers: Array) -> Array:
    return softmax(weights) @ layers


@family.mistake(
    of="weighted_sum",
    says="You divided by the number of layers. The weights already say how much each layer counts.",
)
def divided_by_layers(right: Array, layers: Array) -> Array:
    return right / len(layers)


@family.mistake(
    of="weighted_sum",
    says="You gave the weights to the layers in reverse order. The first weight is the first layer's.",
)
def weights_reversed(weights: Array, layers: Array) -> Array:
    if (weights == weights[::-1]).all():
        raise NotApplicable
    return weights[::-1] @ layers


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    count = recurrence.size(fixed, 2 if level == "warm-up" else 3, ("weights", 0), ("layers", 0))
    entries = recurrence.size(fixed, {"warm-up": 2, "exam": 3, "hard": 4}[level], ("layers", 1))
    shares = [rng.randint(1, 6) for _ in range(count)]
    total = sum(shares)
    tenths = [10 * share // total for share in shares]
    tenths[0] += 10 - sum(tenths)
    parts = 1 if level != "hard" else 10
    return {
        "gamma": rng.choice((0.5, 2, 3)) if level == "warm-up" else rng.choice((0.5, 0.8, 1.2, 1.5, 2)),
        "weights": [tenth / 10 for tenth in tenths],
        "layers": [
            [rng.randint(-3 * parts, 5 * parts) / parts for _ in range(entries)] for _ in range(count)
        ],
    }
