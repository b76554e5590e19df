"""Interpolation of n-gram estimates: long and short contexts mixed with weights that sum to one.

Jelinek and Mercer 1980; Jurafsky and Martin, Speech and Language Processing, 3rd edition draft, chapter 3.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import field_validator, model_validator

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable, Run
from engine.mathematics import lone
from engine.parameters import Array, Frozen, Probabilities, symbol
from engine.solutions import latex

MISSED = 0.02  # two-decimal weights may miss their sum by this much


class Parameters(Frozen):
    weights: Probabilities = symbol(r"\lambda", "weight of each model; together 1, within 0.02")
    probabilities: Probabilities = symbol("p", "what each model says, in the same order")

    @field_validator("weights")
    @classmethod
    def together_one(cls, weights: Array) -> Array:
        if abs(weights.sum() - 1) > MISSED + 1e-9:
            raise ValueError(f"the weights must sum to 1, or miss it by at most {MISSED}")
        return weights

    @model_validator(mode="after")
    def same_length(self) -> "Parameters":
        if len(self.weights) != len(self.probabilities):
            raise ValueError("probabilities must have as many numbers as weights")
        return self


family = Family(
    "ngram_interpolation",
    "Interpolation of n-gram models",
    section="c.3",
    builds_on=("ngram_probability",),
    parameters=Parameters,
)


@family.step(
    "Each model's share", r"<weights>_i \cdot <probabilities>_i", symbol="s", form=Fixed(4),
    numbers=lambda weights, probabilities, at: (
        rf"{latex.number(weights[at[0]])} \cdot {latex.number(probabilities[at[0]])}"
    ),
)  # fmt: skip
def shares(weights: Array, probabilities: Array) -> Array:
    return weights * probabilities


@family.step("Interpolated probability", r"\sum_i <shares>_i", symbol="P", form=Fixed(4), numbers=latex.total)
def probability(shares: Array) -> float:
    return lone(shares.sum())


family.gives(
    {
        "shares": ("len(weights)", "Weight times probability of each model."),
        "probability": ("number", "Sum of these."),
    }
)


@family.mistake(
    of="probability",
    says="You took the plain average of the models. Each one counts with its own weight.",
)
def plain_average(probabilities: Array) -> float:
    return lone(probabilities.mean())


@family.mistake(
    of="shares",
    says="You gave the weights in the opposite order. The first weight belongs to the first model.",
)
def weights_reversed(weights: Array, probabilities: Array) -> Array:
    return weights[::-1] * probabilities


@family.mistake(
    of="probability",
    says="You let the others take over the weight of a model that says 0. Each keeps its weight: a 0 counts, too.",
)
def renormalized(weights: Array, probabilities: Array, shares: Array) -> float:
    known = probabilities > 0
    if known.all() or not (weights * known).any():
        raise NotApplicable
    return lone(shares.sum() / (weights * known).sum())


@family.mistake(
    of="probability",
    says="You used the first model that knows the word, as in backoff. Interpolation mixes all of them, always.",
)
def backed_off(probabilities: Array) -> float:
    if not probabilities.any():
        raise NotApplicable
    return float(probabilities[probabilities > 0][0])


@family.mistake(
    of="probability", says="You divided by the number of models. The weights sum to 1 already: only add."
)
def divided_again(shares: Array) -> float:
    return lone(shares.mean())


@family.mistake(
    of="probability", says="You multiplied the shares. A mixture adds them: each model says its part."
)
def multiplied(shares: Array) -> float:
    return float(shares.prod())


@family.refuses
def nothing_to_mix(exact: Run) -> str | None:
    known = [p for p in exact.values["probabilities"].tolist() if p]
    return None if len(set(known)) > 1 else "only one model has something to say"


WEIGHTS = {
    2: ((0.8, 0.2), (0.7, 0.3), (0.6, 0.4), (0.9, 0.1), (0.75, 0.25)),
    3: ((0.6, 0.3, 0.1), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1), (0.5, 0.4, 0.1)),
    4: ((0.4, 0.3, 0.2, 0.1), (0.5, 0.25, 0.15, 0.1), (0.45, 0.3, 0.2, 0.05)),
}


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Contexts from the longest to the shortest; the longest has often not seen the word, and says 0."""
    sizes = [len(fixed[name]) for name in ("weights", "probabilities") if name in fixed]
    size = sizes[0] if sizes else {"warm-up": 2, "exam": 3, "hard": 4}[level]
    if size not in WEIGHTS:
        return {
            "weights": [1 / size] * size,
            "probabilities": [rng.randint(1, 50) / 100 for _ in range(size)],
        }
    longest = 0 if rng.random() < 0.4 and level != "warm-up" else rng.randint(10, 80) / 100
    middle = [rng.randint(4, 50) / 100 for _ in range(size - 2)]
    return {
        "weights": rng.choice(WEIGHTS[size]),
        "probabilities": [longest, *middle, rng.randint(1, 12) / 100],
    }
