"""Two vectors as parameters, and their draw: what the similarity families share."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import model_validator

from engine.chain import Run
from engine.parameters import Frozen, Vector, symbol
from engine.solutions.columns import minus, written
from engine.solutions.pictures import Arrow, Plane

SIZES = {"warm-up": 2, "exam": 3, "hard": 4}


class TwoVectors(Frozen):
    u: Vector = symbol("u", "first vector")
    v: Vector = symbol("v", "second vector, as long as u")

    @model_validator(mode="after")
    def same_length(self) -> "TwoVectors":
        """Raises ValueError unless u and v are equally long."""
        if len(self.u) != len(self.v):
            raise ValueError(f"v must have as many entries as u: {len(self.u)}, not {len(self.v)}")
        return self


class TwoDirections(TwoVectors):
    """Two vectors that each have a direction: neither is zero."""

    @model_validator(mode="after")
    def not_zero(self) -> "TwoDirections":
        """Raises ValueError where u or v is zero."""
        for name, vector in (("u", self.u), ("v", self.v)):
            if not vector.any():
                raise ValueError(f"{name} must not be zero: the zero vector has no direction")
        return self


def in_the_plane(exact: Run, angle: str = "", distance: str = "") -> Plane:
    """u and v in the plane; with more than two entries in the plane that holds both, u to the right."""
    u, v = exact.values["u"], exact.values["v"]
    if len(u) == 2:
        arrows = tuple(located(name, *vector.tolist()) for name, vector in (("u", u), ("v", v)))
        return Plane(
            "The two vectors", "Both vectors, from the origin.", arrows, angle=angle, distance=distance
        )
    length = math.sqrt(u @ u)
    along = float(u @ v) / length
    up = math.sqrt(max(0.0, float(v @ v) - along**2))
    about = (
        "Both vectors in the plane that they span, u laid to the right: lengths and angle are true to scale."
    )
    arrows = (
        Arrow(f"u, length {written(length)}", length, 0.0),
        Arrow(f"v, length {written(math.hypot(along, up))}", along, up),
    )
    return Plane("The two vectors", about, arrows, angle=angle, distance=distance, axes=False)


def located(name: str, x: float, y: float, faint: bool = False) -> Arrow:
    """An arrow that says where its tip lies."""
    return Arrow(minus(f"{name} ({written(x)}, {written(y)})"), x, y, faint)


def draw_vectors(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Small whole numbers, as many as a fixed vector has; negative ones from the exam level on."""
    size = next((len(fixed[name]) for name in "uv" if name in fixed), SIZES[level])
    lowest = 0 if level == "warm-up" else -2
    return {name: draw_direction(rng, size, lowest, 6 if level == "hard" else 5) for name in "uv"}


def draw_direction(rng: Random, size: int, lowest: int, highest: int) -> list[int]:
    """Whole numbers from lowest to highest, not all of them zero."""
    vector = [rng.randint(lowest, highest) for _ in range(size)]
    return vector if any(vector) else [1, *vector[1:]]
