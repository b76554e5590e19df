"""Public language models as ``reference/models.json`` has them: how large they are, and what their caches keep."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.reference.presets import MODELS


@dataclass(frozen=True, slots=True)
class Heads:
    """The numbers that decide what one position keeps in a model's cache; ``context`` is the length that it was built
    or trained for."""

    layers: int
    kv_heads: int
    d_head: int
    context: int


@dataclass(frozen=True, slots=True)
class PublicModel:
    """A public model. ``heads`` is None for one that keeps no cache, ``query_heads`` are those of one layer."""

    name: str
    parameters: int
    query_heads: int
    heads: Heads | None
    source: str


@cache
def public_models() -> Mapping[str, PublicModel]:
    """The public models by name, in the order of the file."""
    found = json.loads(MODELS.read_text("utf-8"))["models"]
    return {
        one["name"]: PublicModel(
            one["name"],
            one["published_total"],
            one["parameters"]["heads"],
            Heads(**one["kv"]) if one["kv"] else None,
            one["source"],
        )
        for one in found
    }
