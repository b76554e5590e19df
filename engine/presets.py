"""Public models as ready-made numbers for a family: what ``reference/models.json`` knows of its parameters."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine import catalogue
from engine.fields import Field, Kind, fields, write

MODELS = Path(__file__).parent / "reference" / "models.json"
SINGLE = (Kind.NUMBER, Kind.WHOLE, Kind.CHOICE, Kind.YES)
ENOUGH = 3  # parameters that a model must fill, unless it fills the number of parameters itself


@dataclass(frozen=True, slots=True)
class Preset:
    """A model's name, the source of its numbers, and the texts that it puts into a family's form."""

    name: str
    source: str
    texts: Mapping[str, str]


@cache
def presets(family_id: str) -> tuple[Preset, ...]:
    """The models that say something about this family's parameters; none where they do not."""
    asked = {field.name: field for field in fields(catalogue.find(family_id)) if field.kind in SINGLE}
    made = []
    for model in json.loads(MODELS.read_text("utf-8"))["models"]:
        known = {**model["parameters"], **(model["kv"] or {}), "parameters": model["published_total"]}
        texts = {
            name: write(asked[name].kind, value)
            for name, value in known.items()
            if _fits(asked.get(name), value)
        }
        if "parameters" in texts or len(texts) >= ENOUGH:
            made.append(Preset(model["name"], model["source"], texts))
    return tuple(made)


def _fits(field: Field | None, value: Any) -> bool:
    return field is not None and (field.kind is not Kind.CHOICE or value in field.options.values())
