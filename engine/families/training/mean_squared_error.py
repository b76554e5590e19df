"""Mean squared error of a model's predictions, the loss of regression (curriculum c.1)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import ValidationInfo, field_validator

from engine.chain import Family, NotApplicable, Run
from engine.mathematics import lone
from engine.parameters import Array, Frozen, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    predictions: Vector = symbol(r"\hat y", "what the model said")
    targets: Vector = symbol("y", "what was true, as many numbers")

    @field_validator("targets")
    @classmethod
    def one_per_prediction(cls, targets: Array, info: ValidationInfo) -> Array:
        wanted = len(info.data.get("predictions", targets))
        if len(targets) != wanted:
            raise ValueError(f"must have as many numbers as predictions: {wanted}")
        return targets


family = Family("mean_squared_error", "Mean squared error", section="c.1", parameters=Parameters)


@family.step(
    "Errors", r"<predictions> - <targets>", symbol="e",
    numbers=lambda predictions, targets, at: (
        f"{latex.number(predictions[at[0]])} - {latex.signed(targets[at[0]])}"
    ),
)  # fmt: skip
def errors(predictions: Array, targets: Array) -> Array:
    return predictions - targets


@family.step(
    "Squared errors", "<errors>^2", symbol="q",
    numbers=lambda errors, at: f"{latex.signed(errors[at[0]])}^2",
)  # fmt: skip
def squared_errors(errors: Array) -> Array:
    return errors**2


@family.step("Mean squared error", r"\frac{1}{n} \sum_i <squared_errors>", symbol="L", numbers=latex.mean)
def loss(squared_errors: Array) -> float:
    return lone(squared_errors.mean())


family.gives(
    {
        "errors": ("len(predictions)", "Prediction minus target."),
        "squared_errors": ("len(predictions)", "Squares of the errors."),
        "loss": ("number", "Mean of the squares."),
    }
)
family.assumes(
    "The mean divides by the number of predictions, without a factor of one half.",
)


@family.mistake(of="loss", says="You took the square root. The mean squared error stays squared.")
def root_taken(squared_errors: Array) -> float:
    return lone(squared_errors.mean() ** 0.5)


@family.mistake(of="loss", says="You added the squares. Divide their sum by how many there are.")
def sum_for_mean(squared_errors: Array) -> float:
    return lone(squared_errors.sum())


@family.mistake(
    of="loss",
    says="You divided by $n - 1$, as for a sample. The mean divides by the number of predictions, $n$.",
)
def one_fewer(squared_errors: Array) -> float:
    if len(squared_errors) < 3:
        raise NotApplicable  # the sum, or nothing to divide by
    return lone(squared_errors.sum() / (len(squared_errors) - 1))


@family.mistake(
    of="loss",
    says="You halved the mean, as some textbooks do. The mean squared error has no factor of one half.",
)
def halved(squared_errors: Array) -> float:
    return lone(squared_errors.mean() / 2)


@family.mistake(
    of="loss", says="You squared the mean of the errors. Square each error first, then take the mean."
)
def square_of_the_mean(errors: Array) -> float:
    return lone(errors.mean() ** 2)


@family.mistake(of="squared_errors", says="You took absolute values. Square each error.")
def absolute_values(errors: Array) -> Array:
    return abs(errors)


@family.refuses
def nothing_to_learn(exact: Run) -> str | None:
    return None if exact.reached["loss"] else "every prediction is right"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 3, "exam": 4, "hard": 6}[level]
    size = next((len(fixed[name]) for name in ("predictions", "targets") if name in fixed), size)
    parts = {"warm-up": 1, "exam": 2, "hard": 10}[level]

    def numbers() -> list[float]:
        return [rng.randint(-3 * parts, 5 * parts) / parts for _ in range(size)]

    return {"predictions": numbers(), "targets": numbers()}
