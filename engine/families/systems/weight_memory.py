"""Memory of a model's weights alone, as one needs it to use the model: parameters times bits (curriculum 2.8).

1 GB is 10^9 bytes.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, Positive, symbol

GB, GIB = 10**9, 2**30


class Parameters(Frozen):
    parameters: Positive = symbol("N", "parameters of the model")
    bits: Annotated[float, Field(gt=0, le=128)] = symbol("b", "bits per weight (FP32: 32, BF16: 16, INT4: 4)")


family = Family("weight_memory", "Memory of the weights", section="2.8", parameters=Parameters)


@family.step(
    "Bytes per weight", r"\frac{<bits>}{8}", symbol=r"b_{\mathrm{bytes}}", unit="bytes", form=Fixed(3)
)
def bytes_per_weight(bits: float) -> float:
    return bits / 8


@family.step(
    "Memory of the weights", r"\frac{<parameters> \cdot <bytes_per_weight>}{10^9}", symbol="M", unit="GB"
)
def gb(parameters: float, bytes_per_weight: float) -> float:
    return parameters * bytes_per_weight / GB


family.gives(
    {
        "bytes_per_weight": ("number", "Bits over 8."),
        "gb": ("number", "Memory of the weights, in GB of 10^9 bytes."),
    }
)
family.assumes(
    "1 GB is 10^9 bytes. Only the weights are counted.",
)


@family.mistake(of="bytes_per_weight", says="Those are bits. One byte has 8 bits: divide by 8.")
def bits_for_bytes(bits: float) -> float:
    return bits


@family.mistake(
    of="bytes_per_weight", says="You multiplied by 8. A byte has 8 bits, so there are fewer bytes than bits: divide."
)  # fmt: skip
def multiplied_by_eight(bits: float) -> float:
    return bits * 8


@family.mistake(
    of="bytes_per_weight", says="You took 4 bytes, as in FP32. Take the bits of the format that is given."
)
def full_precision(bits: float) -> float:
    if bits == 32:
        raise NotApplicable
    return 4


@family.mistake(
    of="bytes_per_weight",
    says="You took 2 bytes, as in FP16 or BF16. Take the bits of the format that is given.",
)
def half_precision(bits: float) -> float:
    if bits == 16:
        raise NotApplicable
    return 2


@family.mistake(
    of="gb",
    says="You counted 16 bytes per parameter, the state of training. Only the weights are asked here.",
)
def training_state(parameters: float) -> float:
    return parameters * 16 / GB


@family.mistake(of="gb", says="You divided by 10^6, which gives MB. GB are asked: divide by 10^9.")
def megabytes(parameters: float, bytes_per_weight: float) -> float:
    return parameters * bytes_per_weight / 10**6


@family.convention("Right in GiB, which are 1024^3 bytes. GB are asked here: divide by 10^9.")
def gibibytes(given: Parameters) -> Parameters:
    """Fewer parameters take as many GB as these take GiB."""
    return given.replace(parameters=given.parameters * GB / GIB)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    formats = {"warm-up": (8, 16, 32), "exam": (4, 8, 8, 16, 32), "hard": (2, 3, 4.5, 5, 6)}[level]
    parameters = rng.randint(1, 20) * 1e9 if level == "warm-up" else rng.randint(5, 700) * 1e8
    return {"parameters": parameters, "bits": rng.choice(formats)}
