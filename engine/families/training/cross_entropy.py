"""Cross-entropy of one prediction: minus the natural logarithm of the true class's probability (curriculum c.1)."""

import math
import sys
from collections.abc import Generator, Mapping
from random import Random
from typing import Any, Final

import numpy as np
from pydantic import ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics import lone, softmax
from engine.mathematics.logarithms import SURE, minus_ln
from engine.parameters import Array, Frozen, Probabilities, Vector, symbol
from engine.solutions import latex
from engine.solutions.pictures import Curve, Line

TINY = sys.float_info.min  # a float below it has lost digits
STEEP = 5.0  # a loss beyond it does not fit into a picture
NEAR_ONE = 0.02  # how far the sum of probabilities with two decimals may be from 1
EXACTLY_ONE: Final = "give exactly one of logits and probabilities"


class Parameters(Frozen):
    """Exactly one of ``logits`` and ``probabilities``; the target counts from 0."""

    logits: Vector | None = symbol(
        "z",
        "scores before the softmax, one per class",
        default=None,
        empty="the probabilities are given instead",
    )
    probabilities: Probabilities | None = symbol(
        "p",
        "probabilities, one per class; they sum to 1, within 0.02",
        default=None,
        empty="the softmax of the scores",
        validate_default=True,
    )
    target: int = symbol("t", "the true class, counted from 0", ge=0)

    @field_validator("probabilities")
    @classmethod
    def one_distribution(cls, probabilities: Array | None, info: ValidationInfo) -> Array | None:
        logits = info.data.get("logits")
        if probabilities is None:
            if logits is None and "logits" in info.data:
                raise PydanticCustomError("missing", EXACTLY_ONE)
            return None
        if logits is not None:
            raise ValueError(EXACTLY_ONE)
        if abs(probabilities.sum() - 1) > NEAR_ONE + 1e-9:
            raise ValueError(f"must sum to 1 (within {NEAR_ONE}, for rounded numbers)")
        return probabilities

    @field_validator("target")
    @classmethod
    def a_class(cls, target: int, info: ValidationInfo) -> int:
        given = next(
            (info.data[name] for name in ("logits", "probabilities") if info.data.get(name) is not None), None
        )
        if given is not None and target >= len(given):
            raise ValueError(f"counts from 0 and must be below {len(given)}, the number of classes")
        return target


family = Family(
    "cross_entropy", "Cross-entropy", section="c.1", builds_on=("softmax_regression",), parameters=Parameters
)


@family.unroll("loss")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    if given.logits is not None:
        yield Step(
            "probability", "Probability of the true class", r"\frac{e^{<logits>_t}}{\sum_k e^{<logits>_k}}",
            lambda logits, target: float(softmax(logits)[target]), ("logits", "target"),
            symbol="p_t", form=Fixed(4), numbers=latex.softmax_cell,
        )  # fmt: skip
        yield Step(
            "loss", "Cross-entropy; t is the true class", r"-\ln <probability>", loss_of_logits,
            ("probability", "logits", "target"), symbol="L", unit="nats", answer="loss",
        )  # fmt: skip
    else:
        yield Step(
            "loss", "Cross-entropy; t is the true class", r"-\ln <probabilities>_t",
            lambda probabilities, target: minus_ln(probabilities[target]), ("probabilities", "target"),
            symbol="L", unit="nats", answer="loss",
            numbers=lambda probabilities, target: rf"-\ln {latex.number(probabilities[target])}",
        )  # fmt: skip


def loss_of_logits(probability: float, logits: Array, target: int) -> float:
    """The loss, from the probability as it was written; from the logits where it is too small for a float, or where it
    is the exact one and so near 1 that it has lost its digits."""
    if probability > SURE and probability == softmax(logits)[target]:
        return lone(np.log1p(np.exp(np.delete(logits, target) - logits[target]).sum()))
    if probability >= TINY:
        return minus_ln(probability)
    return float(logits.max() - logits[target] + np.log(np.exp(logits - logits.max()).sum()))


def distribution(logits: Array | None, probabilities: Array | None) -> Array:
    """The probabilities, given or from the logits, none of them zero."""
    found = softmax(logits) if logits is not None else probabilities
    if found is None or not found.all():
        raise NotApplicable
    return found


@family.picture(after="loss")
def price_of_a_probability(exact: Run) -> Curve | None:
    loss = exact.reached["loss"]
    if loss > STEEP:
        return None
    shares = np.linspace(math.exp(-STEEP), 1, 100).tolist()
    return Curve(
        "What a probability costs", "A probability of one costs nothing; towards zero the loss grows without end.",
        "probability of the true class", "cross-entropy",
        (Line("-ln p", tuple((p, minus_ln(p)) for p in shares)),), marks=(("here", math.exp(-loss), loss),),
    )  # fmt: skip


family.gives(
    {
        "loss": (
            "number",
            "Minus the natural logarithm of the true class's probability; infinite where that is 0.",
            "nats",
        ),
    }
)
family.assumes(
    "The logarithm is natural.",
)


@family.mistake(
    of="probability",
    says="You stopped at the exponential. Divide it by the sum of the exponentials of all classes.",
)
def not_normalised(logits: Array, target: int) -> float:
    return lone(np.exp(logits[target]))


@family.mistake(
    of="probability",
    says="You took the most probable class. The cross-entropy looks at the true class, probable or not.",
)
def most_probable_logit(logits: Array) -> float:
    return float(softmax(logits).max())


@family.mistake(
    of="loss",
    says="You took the most probable class. The cross-entropy looks at the true class, probable or not.",
)
def most_probable_class(logits: Array | None, probabilities: Array | None) -> float:
    return minus_ln(float(distribution(logits, probabilities).max()))


@family.mistake(
    of="loss",
    says="You used the logarithm to base 2, which gives bits. The loss has the natural logarithm, ln.",
)
def base_two(right: float) -> float:
    return right / math.log(2)


@family.mistake(of="loss", says="You used the logarithm to base 10. The loss has the natural logarithm, ln.")
def base_ten(right: float) -> float:
    return right / math.log(10)


@family.mistake(
    of="loss",
    says="You left out the minus sign. The logarithm of a probability is negative, the loss is not.",
)
def minus_forgotten(right: float) -> float:
    return -right


@family.mistake(
    of="loss",
    says="You added the logarithms of all classes. Only the true class counts: the others have the target 0.",
)
def all_classes(logits: Array | None, probabilities: Array | None) -> float:
    return lone(-np.log(distribution(logits, probabilities)).sum())


@family.mistake(
    of="loss",
    says="That is the entropy of the prediction. The cross-entropy takes the logarithm for the true class alone.",
)
def entropy(logits: Array | None, probabilities: Array | None) -> float:
    p = distribution(logits, probabilities)
    return float(-(p * np.log(p)).sum())


DISTRIBUTIONS = {
    "warm-up": ((0.5, 0.3, 0.2), (0.6, 0.3, 0.1), (0.7, 0.2, 0.1), (0.25, 0.75), (0.4, 0.6)),
    "exam": ((0.5, 0.25, 0.15, 0.1), (0.4, 0.3, 0.2, 0.1), (0.55, 0.3, 0.1, 0.05), (0.7, 0.15, 0.12, 0.03)),
    "hard": ((0.41, 0.27, 0.18, 0.1, 0.04), (0.62, 0.21, 0.09, 0.05, 0.03), (0.35, 0.3, 0.2, 0.14, 0.01)),
}


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Logits or probabilities; often the true class is not the one that the model finds most probable."""
    if fixed.get("probabilities") is not None or (
        fixed.get("logits") is None and rng.random() < (1 if level == "warm-up" else 0.4)
    ):
        chosen = rng.choice(DISTRIBUTIONS[level])
        drawn = {"probabilities": rng.sample(chosen, len(chosen))}
    else:
        halves = rng.sample(range(-4, 7), {"warm-up": 2, "exam": 3, "hard": 5}[level])
        drawn = {"logits": [half / 2 for half in halves]}
    given = next(value for value in ({**drawn, **fixed}).values() if isinstance(value, list))
    likeliest = given.index(max(given))
    targets = (
        [target for target in range(len(given)) if target != likeliest] if rng.random() < 0.8 else [likeliest]
    )
    return {**drawn, "target": rng.choice(targets or [likeliest])}
