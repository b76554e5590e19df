"""Public models as ready-made numbers for a family: what ``reference/models.json`` knows of its parameters."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine import catalogue
from engine.fields import texts
from engine.fields.form import Field, fields

MODELS = Path(__file__).with_name("models.json")
SINGLE = (texts.NUMBER, texts.WHOLE, texts.YES)
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
    asked = {
        field.name: field
        for field in fields(catalogue.find(family_id))
        if field.options or field.kind in SINGLE
    }
    made = []
    for model in json.loads(MODELS.read_text("utf-8"))["models"]:
        known = {**model["parameters"], **(model["kv"] or {}), "parameters": model["published_total"]}
        filled = {
            name: asked[name].write(value) for name, value in known.items() if _fits(asked.get(name), value)
        }
        if "parameters" in filled or len(filled) >= ENOUGH:
            made.append(Preset(model["name"], model["source"], filled))
    return tuple(made)


def _fits(field: Field | None, value: Any) -> bool:
    return field is not None and (not field.options or value in field.options.values())
