"""Shapes of public models as parameters of ``count_transformer``, each with its source."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.reference.presets import MODELS


@cache
def published_shapes() -> Mapping[str, tuple[Mapping[str, Any], str]]:
    """The parameters of each public model, and the paper that they are from."""
    found = json.loads(MODELS.read_text("utf-8"))["models"]
    return {one["name"]: (one["parameters"], one["source"]) for one in found}
