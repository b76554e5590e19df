"""The L2 penalty on the weights, added to the loss on the data: strength times the sum of squares (curriculum c.1)."""

import math
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, field_validator

from engine.answers import cells
from engine.chain import Family
from engine.mathematics import lone
from engine.parameters import MOST_CELLS, Frozen, Matrix, Vector, symbol
from engine.solutions import latex

Weights = Vector | Matrix | Annotated[list[Vector | Matrix], Field(min_length=1, max_length=MOST_CELLS)]
AtLeastZero = Annotated[float, Field(ge=0, le=1e30)]


class Parameters(Frozen):
    weights: Weights = symbol(
        "w", "the weights: a vector, a matrix, or one of these for each layer", union_mode="left_to_right"
    )
    data_loss: AtLeastZero = symbol(r"L_{\mathrm{data}}", "loss on the data, without the penalty")
    strength: AtLeastZero = symbol(r"\lambda", "strength of the penalty")

    @field_validator("weights", mode="wrap")
    @classmethod
    def vectors_or_matrices(cls, weights: Any, check: ValidatorFunctionWrapHandler) -> Any:
        try:
            return check(weights)
        except ValidationError:
            raise ValueError(
                "must be a vector, a matrix, or a list of these, with 1 to 4096 ordinary numbers in each"
            ) from None


family = Family("l2_penalty", "L2 penalty", section="c.1", parameters=Parameters)


@family.step(
    "Sum of the squared weights", r"\sum_i <weights>_i^2", symbol="S",
    numbers=lambda weights: latex.squares(cells.cells(weights)),
)  # fmt: skip
def squares(weights: Weights) -> float:
    return lone(np.square(cells.cells(weights)).sum())


@family.step("Penalty", r"<strength> \cdot <squares>", symbol="R")
def penalty(strength: float, squares: float) -> float:
    return strength * squares


@family.step("Loss with the penalty", "<data_loss> + <penalty>", symbol="L")
def total_loss(data_loss: float, penalty: float) -> float:
    return data_loss + penalty


family.gives(
    {
        "squares": ("number", "Sum of all squared weights."),
        "penalty": ("number", "Strength times this sum."),
        "total_loss": ("number", "Loss on the data plus penalty."),
    }
)
family.assumes(
    "Strength times the sum of squares, without a factor of one half.",
)


@family.mistake(
    of="squares", says="You added the sizes of the weights, as in an L1 penalty. Square each weight."
)
def absolute_values(weights: Weights) -> float:
    return float(np.abs(cells.cells(weights)).sum())


@family.mistake(
    of="squares", says="You took the square root, which gives the norm. The penalty has the squared norm."
)
def root_taken(right: float) -> float:
    return math.sqrt(right)


@family.mistake(of="squares", says="You squared the sum of the weights. Square each weight first, then add.")
def square_of_the_sum(weights: Weights) -> float:
    return lone(np.sum(cells.cells(weights)) ** 2)


@family.mistake(of="penalty", says="You left out the strength. Multiply the sum of squares by it.")
def strength_forgotten(squares: float) -> float:
    return squares


@family.mistake(
    of="penalty",
    says="You divided by the number of weights. The penalty has the sum of the squares, not their mean.",
)
def mean_for_sum(strength: float, squares: float, weights: Weights) -> float:
    return strength * squares / len(cells.cells(weights))


@family.mistake(of="total_loss", says="You subtracted the penalty. It makes the loss larger: add it.")
def penalty_subtracted(data_loss: float, penalty: float) -> float:
    return data_loss - penalty


@family.mistake(of="total_loss", says="That is the penalty alone. Add it to the loss on the data.")
def penalty_alone(penalty: float) -> float:
    return penalty


@family.convention(
    "Right with a factor of one half before the penalty. Here there is none: strength times the sum of squares."
)
def one_half(given: Parameters) -> Parameters | None:
    return given.replace(strength=given.strength / 2) if given.strength else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    rows, columns = {"warm-up": (1, 3), "exam": (2, 3), "hard": (3, 3)}[level]
    whole = level == "warm-up"
    weights = [
        [rng.choice((-2, -1, 1, 2, 3) if whole else (-1.5, -1, -0.5, 0, 0.5, 1, 2)) for _ in range(columns)]
        for _ in range(rows)
    ]
    return {
        "weights": weights[0] if whole else weights,
        "data_loss": rng.randint(30, 250) / 100,
        "strength": rng.choice((0.1, 0.5) if whole else (0.02, 0.05, 0.1, 0.2)),
    }
