"""The state held in the address of the page about the KV cache."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from app.lab.demos import parts
from app.lab.demos.cache.grids import STEPS
from engine.demos.cache.cost import Shape
from engine.demos.gpt.names import vocabulary
from engine.reference.public_models import Heads, PublicModel, public_models

KV_HEADS = {"MHA": 4, "GQA": 2, "MQA": 1}
BYTES = {"FP32": 4, "FP16": 2, "INT8": 1}
MOST = 255  # tokens that were recorded
OFFERED = tuple(name for name, model in public_models().items() if model.heads)


def _offered(name: str) -> str:
    if name not in OFFERED:
        raise ValueError("There is no such model.")
    return name


@dataclass(frozen=True, kw_only=True, slots=True)
class State(parts.State):
    """Fields of all parts: ``heads``, ``tokens``, ``drawn`` and, in the two grids, ``step`` of the small model;
    ``model``, ``context``, ``batch`` and ``card`` of a real one, whose card has as many GB."""

    part: Literal["memory", "work", "model", "card"] = "memory"
    heads: Literal["MHA", "GQA", "MQA"] = "MHA"
    tokens: Annotated[int, Field(ge=1, le=MOST)] = MOST
    format: Literal["FP32", "FP16", "INT8"] = "FP32"
    model: Annotated[str, AfterValidator(_offered)] = "Llama-3 8B"
    context: Annotated[int, Field(ge=1, le=131_072)] = 8192
    batch: Annotated[int, Field(ge=1, le=1024)] = 1
    card: Annotated[int, Field(ge=4, le=640)] = 24
    drawn: Literal["chance", "greedy"] = "chance"
    step: Annotated[int, Field(ge=1, le=STEPS)] = 4

    @property
    def bytes_each(self) -> int:
        """Bytes of each number that is kept."""
        return BYTES[self.format]

    @property
    def shape(self) -> Shape:
        return Shape(len(vocabulary()), kv_heads=KV_HEADS[self.heads])

    @property
    def real(self) -> PublicModel:
        return public_models()[self.model]

    @property
    def kept(self) -> Heads:
        """The heads whose keys and values each position leaves in the real model's cache."""
        kept = self.real.heads
        assert kept
        return kept
