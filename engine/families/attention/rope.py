"""Rotary position embedding of one query or key (Su et al. 2021, RoFormer): its pairs are turned by the position."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from engine.chain import Family, NotApplicable, Run
from engine.mathematics.transformer import rotation
from engine.mathematics.transformer.rotation import EvenVector, Pairs
from engine.mathematics.vectors import located
from engine.parameters import Array, Frozen, symbol
from engine.solutions.pictures import Plane


class Parameters(Frozen):
    x: EvenVector = symbol("x", "a query or a key, with an even number of entries")
    position: int = symbol("m", "position of the token, counted from 0", ge=0, le=10**9)
    base: float = symbol(r"\beta", "base of the angles", default=10_000.0, ge=1, le=1e9)
    pairs: Pairs = symbol(r"\text{pairs}", rotation.PAIRS, default="adjacent")


family = Family(
    "rope",
    "Rotary position embedding",
    section="2.6",
    builds_on=("sinusoidal_encoding",),
    parameters=Parameters,
)


@family.step(
    "Angle of each pair, in radians", rotation.angle("position"), symbol=r"\varphi_i", form=rotation.FINE,
    numbers=lambda position, base, x, at: rotation.angle_numbers(position, base, len(x), at[0]),
)  # fmt: skip
def angles(position: int, base: float, x: Array) -> Array:
    return rotation.angles_of(position, base, len(x))


@family.step(
    "Cosine and sine of each angle",
    rotation.turn("angles"),
    symbol="R_i",
    form=rotation.FINE,
    numbers=rotation.turn_numbers,
)
def turns(angles: Array) -> Array:
    return rotation.turns_of(angles)


@family.step("Rotated vector", rotation.TURNED, symbol="x'", numbers=rotation.turned_numbers)
def rotated(x: Array, turns: Array, pairs: str) -> Array:
    return rotation.turned(x, turns, pairs)


@family.picture(after="rotated")
def first_pair(exact: Run) -> Plane | None:
    pairs = exact.values["pairs"]
    (a, b), (c, d) = (rotation.paired(x, pairs) for x in (exact.values["x"], exact.reached["rotated"]))
    if not (a[0] or b[0]):
        return None
    angle = exact.reached["angles"][0]
    return Plane(
        "What the rotation does to the first pair",
        "The first pair of entries as an arrow: the position turns it counter-clockwise; its length stays.",
        (located("before", float(a[0]), float(b[0]), faint=True), located("after", float(c[0]), float(d[0]))),
        angle=f"{angle:.2f} rad" if angle < np.pi else "",
    )


family.gives(
    {
        "angles": ("len(x) / 2", "Angle of each pair.", "radians"),
        "turns": ("len(x) / 2 × 2", "Cosine and sine of each angle."),
        "rotated": ("len(x)", "The vector with each pair turned counter-clockwise by its angle."),
    }
)
family.assumes(
    "Pair i turns counter-clockwise by position times base to the power -2i/d, i from 0; d is the length of x.",
)


@family.mistake(of="rotated", says=rotation.CLOCKWISE)
def clockwise(x: Array, turns: Array, pairs: str) -> Array:
    return rotation.turned_back(x, turns, pairs)


@family.mistake(
    of="rotated",
    says="You left out the minus sign. The first entry of a pair becomes a cos − b sin, the second a sin + b cos.",
)
def without_minus(x: Array, turns: Array, pairs: str) -> Array:
    (a, b), (cosines, sines) = rotation.paired(x, pairs), turns.T
    return rotation.joined(a * cosines + b * sines, a * sines + b * cosines, pairs)


@family.mistake(of="turns", says=rotation.DEGREES)
def degrees(angles: Array) -> Array:
    return rotation.turns_of(np.radians(angles))


@family.mistake(
    of="angles",
    says="You gave every pair the same angle. Pair i turns by the position times the base to the −2i/d.",
)
def one_angle(position: int, x: Array) -> Array:
    if len(x) == 2:
        raise NotApplicable
    return np.full(len(x) // 2, float(position))


@family.mistake(
    of="angles", says="You left out the 2 in the exponent. Pair i has the exponent −2i/d, with i = 0, 1, ..."
)
def half_exponent(position: int, base: float, x: Array) -> Array:
    if len(x) == 2:
        raise NotApplicable
    return rotation.angles_of(position, base**0.5, len(x))


@family.mistake(
    of="angles",
    says="You counted the pairs from 1. The first pair is i = 0: its angle is the position itself.",
)
def pairs_from_one(position: int, base: float, x: Array) -> Array:
    return rotation.angles_of(position * base ** (-2 / len(x)), base, len(x))


@family.convention(rotation.HALVES)
def pairs_of_halves(given: Parameters) -> Parameters | None:
    return given.replace(pairs="halves") if given.pairs == "adjacent" and len(given.x) > 2 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = len(fixed["x"]) if "x" in fixed else {"warm-up": 2, "exam": 4, "hard": rng.choice((4, 6))}[level]
    base, positions = {2: (10_000, (1, 6)), 4: (10_000, (2, 60)), 6: (1_000, (3, 20))}.get(
        size, (10_000, (10, 90))
    )
    among = (0, 1, 1, 2, 3) if level == "warm-up" else (-2, -1, 1, 2, 3)
    x = [rng.choice(among) for _ in range(size)]
    return {"x": x if any(x) else [1, *x[1:]], "position": rng.randint(*positions), "base": base}
