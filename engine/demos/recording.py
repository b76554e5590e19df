"""The files shipped with the demos: recorded runs, as JSON, and checkpoints and maps, as NumPy arrays.

``make checkpoints`` makes both anew, and writes the hash of every file beside them. Nothing here imports torch.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).with_name("recorded")
Weights = Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Recording:
    """The result of a demo's ``record``: ``shown`` becomes JSON, ``weights`` arrays beside it if there are any."""

    shown: Mapping[str, Any]
    weights: Weights = field(default_factory=dict)


@cache
def shown(demo: str) -> Mapping[str, Any]:
    """The recorded run of this name."""
    found: dict[str, Any] = json.loads((FOLDER / f"{demo}.json").read_text("utf-8"))
    return found


@cache
def weights(demo: str) -> Weights:
    """Its arrays by name: a checkpoint, float32, or what would be long as JSON."""
    with np.load(FOLDER / f"{demo}.npz", allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
