"""Compute over a model's whole life: 6 FLOPs per parameter and token for training, 2 for inference (Kaplan et al. 2020;
Sardana et al. 2024)."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Scientific, exponent_of
from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, NotNegative, Positive, symbol


class Parameters(Frozen):
    parameters: Positive = symbol("N", "parameters of the model")
    training_tokens: Positive = symbol("D", "tokens read in training")
    inference_tokens: NotNegative = symbol(
        r"D_{\mathrm{inf}}", "tokens read and written by the users; 0 for a model that is never used"
    )


family = Family(
    "lifetime_compute",
    "Compute over a model's life",
    section="2.11",
    builds_on=("training_compute",),
    parameters=Parameters,
)


@family.step(
    "Training", r"6 \cdot <parameters> \cdot <training_tokens>", symbol=r"C_{\mathrm{train}}", unit="FLOPs",
    form=Scientific(),
)  # fmt: skip
def training(parameters: float, training_tokens: float) -> float:
    return 6 * parameters * training_tokens


@family.step(
    "Inference", r"2 \cdot <parameters> \cdot <inference_tokens>", symbol=r"C_{\mathrm{inf}}", unit="FLOPs",
    form=Scientific(),
)  # fmt: skip
def inference(parameters: float, inference_tokens: float) -> float:
    return 2 * parameters * inference_tokens


@family.step("Total", "<training> + <inference>", symbol="C", unit="FLOPs", form=Scientific())
def total(training: float, inference: float) -> float:
    return training + inference


@family.step("Share of the inference", r"\frac{<inference>}{<total>}", symbol="s")
def inference_share(inference: float, total: float) -> float:
    return inference / total


family.gives(
    {
        "training": ("number", "Compute of the training: 6 FLOPs per parameter and token."),
        "inference": (
            "number",
            "Compute of the inference: 2 FLOPs per parameter and token; 0 for a model that is never used.",
        ),
        "total": ("number", "Both together."),
        "inference_share": ("number", "Share of the inference in the total, from 0 to 1."),
    }
)
family.assumes(
    "6 FLOPs per parameter and token in training, 2 in inference; attention over long contexts is left out.",
)


@family.mistake(
    of="training", says="You used 2 N D, the forward pass alone. Training has a backward pass too: 6 N D."
)
def forward_only(parameters: float, training_tokens: float) -> float:
    return 2 * parameters * training_tokens


@family.mistake(
    of="training", says="You used 4 N D, the backward pass alone. With the forward pass it is 6 N D."
)
def backward_only(parameters: float, training_tokens: float) -> float:
    return 4 * parameters * training_tokens


@family.mistake(
    of="inference",
    says="You used 6 FLOPs for inference too. Nothing flows backward there: 2 per parameter and token.",
)
def backward_at_inference(parameters: float, inference_tokens: float) -> float:
    return 6 * parameters * inference_tokens


@family.mistake(
    of="inference",
    says="You left out the 2. A forward pass costs one multiplication and one addition per parameter and token.",
)
def two_forgotten(parameters: float, inference_tokens: float) -> float:
    return parameters * inference_tokens


@family.mistake(of="total", says="That is the training alone. The inference belongs to the model's life too.")
def training_alone(training: float) -> float:
    return training


@family.mistake(
    of="total",
    says="You added the mantissas of two different powers of ten. Bring both to the same power first.",
)
def mantissas_added(training: float, inference: float) -> float:
    if not inference:
        raise NotApplicable
    high, low = exponent_of(max(training, inference)), exponent_of(min(training, inference))
    if high == low:
        raise NotApplicable
    return max(training, inference) + min(training, inference) * 10.0 ** (high - low)


@family.mistake(
    of="inference_share",
    says="You divided by the training. A share is a part of the whole: divide by the total.",
)
def over_the_training(inference: float, training: float) -> float:
    return inference / training


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """A model of whose compute between a seventh and nine tenths go to inference."""
    if level == "warm-up":
        size, data = rng.choice((1, 2, 5)) * 10.0**9, rng.choice((20, 30, 40, 50, 100)) * 10.0**9
        return {
            "parameters": size,
            "training_tokens": data,
            "inference_tokens": data * rng.choice((1, 2, 3, 6)),
        }
    size = rng.randint(10, 99) * 10.0 ** (8 if level == "exam" else rng.choice((7, 8, 9)))
    data = fixed.get("training_tokens", rng.randint(10, 99) * 10.0**11)
    used = float(f"{data * math.exp(rng.uniform(-0.6, 3)):.1e}")
    return {"parameters": size, "training_tokens": data, "inference_tokens": used}
