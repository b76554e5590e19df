"""The state held in the address of the page about precision and memory."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from app.lab.demos import parts
from engine.reference.public_models import PublicModel, public_models

GB = 10**9


def _known(name: str) -> str:
    if name not in public_models():
        raise ValueError("There is no such model.")
    return name


@dataclass(frozen=True, kw_only=True, slots=True)
class State(parts.State):
    """One ``part`` is looked at; the other fields belong to one part each, ``model`` to the matrix and the memory.

    ``bits`` are those that were flipped by hand, in the format; "" the stored ones.
    """

    part: Literal["number", "matrix", "scaling", "memory", "accumulation"] = "number"
    number: Annotated[str, Field(max_length=40)] = "3.14159"
    format: Literal["FP16", "BF16", "FP32"] = "FP16"
    per: Literal["tensor", "row"] = "tensor"
    row: Annotated[int, Field(ge=1, le=128)] = 1
    column: Annotated[int, Field(ge=1, le=32)] = 1
    divided: Literal["1", "1000"] = "1000"
    exponent: Annotated[int, Field(ge=0, le=32)] = 0
    model: Annotated[str, AfterValidator(_known)] = "Llama-3 8B"
    training: Literal["mixed", "fp32", "weights16", "weights4"] = "mixed"
    micro: Literal["1", "2", "4", "8", "12", "16", "32"] = "8"
    order: Literal["drawn", "length"] = "drawn"
    bits: Annotated[str, Field(pattern=r"^[01]*$", max_length=32)] = ""

    @property
    def real(self) -> PublicModel:
        return public_models()[self.model]

    @property
    def parameters(self) -> float:
        """Parameters of the real model, with the three digits that are shown."""
        return float(f"{self.real.parameters:.2e}")
