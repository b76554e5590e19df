"""Start of a step of descent: parameters, their gradient and a learning rate, shared by the optimisers."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Fixed
from engine.parameters import Array, Frozen, NotNegative, Vector, symbol

FOUR = Fixed(4)  # steps are small: two decimals would hide them


class Descent(Frozen):
    """All vectors are as long as ``parameters``."""

    parameters: Vector = symbol(r"\theta", "parameters before the step")
    gradient: Vector = symbol("g", "gradient of the loss, one number per parameter")
    learning_rate: NotNegative = symbol(r"\eta", "learning rate")

    @field_validator("gradient", "velocity", "m", "v", check_fields=False)
    @classmethod
    def one_per_parameter(cls, vector: Array, info: ValidationInfo) -> Array:
        """Raises ValueError unless the vector has a number for each parameter."""
        wanted = len(info.data.get("parameters", vector))
        if len(vector) != wanted:
            raise ValueError(f"must have one number for each of the {wanted} parameters")
        return vector


def draw_descent(rng: Random, level: str, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters and gradients with one decimal, none of them zero; as many as a fixed vector has."""
    size = {"warm-up": 1, "exam": 2, "hard": 3}[level]
    size = next((len(vector) for vector in fixed.values() if isinstance(vector, list)), size)
    return {
        "parameters": [rng.choice((-1, 1)) * rng.randint(2, 20) / 10 for _ in range(size)],
        "gradient": [rng.choice((-1, 1)) * rng.randint(2, 30) / 10 for _ in range(size)],
        "learning_rate": rng.choice((0.1, 0.5) if level == "warm-up" else (0.01, 0.02, 0.05, 0.1, 0.2)),
    }
