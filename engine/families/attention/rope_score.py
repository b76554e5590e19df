"""Score of a rotated query and a rotated key (Su et al. 2021, RoFormer): it depends on the distance m - n alone."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.chain import Family, Run
from engine.mathematics.transformer import rotation
from engine.mathematics.transformer.rotation import EvenVector, Pairs
from engine.parameters import Array, Frozen, symbol
from engine.solutions import latex


class Parameters(Frozen):
    q: EvenVector = symbol("q", "query, with an even number of entries")
    k: EvenVector = symbol("k", "key, with as many entries as the query")
    m: int = symbol("m", "position of the query, counted from 0", ge=0, le=10**9)
    n: int = symbol("n", "position of the key, counted from 0", ge=0, le=10**9)
    base: float = symbol(r"\beta", "base of the angles", default=10_000.0, ge=1, le=1e9)
    pairs: Pairs = symbol(r"\text{pairs}", rotation.PAIRS, default="adjacent")

    @field_validator("k")
    @classmethod
    def as_long_as_the_query(cls, k: Array, info: ValidationInfo) -> Array:
        if len(k) != len(info.data.get("q", k)):
            raise ValueError("must have as many entries as q")
        return k


family = Family(
    "rope_score",
    "Attention score with rotary embedding",
    section="2.6",
    builds_on=("attention", "rope"),
    parameters=Parameters,
)


@family.step(
    "Angles of the query, in radians", rotation.angle("m"), symbol=r"\varphi_i", form=rotation.FINE,
    numbers=lambda m, base, q, at: rotation.angle_numbers(m, base, len(q), at[0]),
)  # fmt: skip
def angles_q(m: int, base: float, q: Array) -> Array:
    return rotation.angles_of(m, base, len(q))


@family.step(
    "Their cosines and sines",
    rotation.turn("angles_q"),
    symbol="R_i",
    form=rotation.FINE,
    numbers=rotation.turn_numbers,
)
def turns_q(angles_q: Array) -> Array:
    return rotation.turns_of(angles_q)


@family.step("Rotated query", rotation.TURNED, symbol="q'", numbers=rotation.turned_numbers)
def rotated_q(q: Array, turns_q: Array, pairs: str) -> Array:
    return rotation.turned(q, turns_q, pairs)


@family.step(
    "Angles of the key, in radians", rotation.angle("n"), symbol=r"\psi_i", form=rotation.FINE,
    numbers=lambda n, base, k, at: rotation.angle_numbers(n, base, len(k), at[0]),
)  # fmt: skip
def angles_k(n: int, base: float, k: Array) -> Array:
    return rotation.angles_of(n, base, len(k))


@family.step(
    "Their cosines and sines",
    rotation.turn("angles_k"),
    symbol="T_i",
    form=rotation.FINE,
    numbers=rotation.turn_numbers,
)
def turns_k(angles_k: Array) -> Array:
    return rotation.turns_of(angles_k)


@family.step("Rotated key", rotation.TURNED, symbol="k'", numbers=rotation.turned_numbers)
def rotated_k(k: Array, turns_k: Array, pairs: str) -> Array:
    return rotation.turned(k, turns_k, pairs)


@family.step("Score", r"<rotated_q> \cdot <rotated_k>", symbol="s", numbers=latex.dot)
def score(rotated_q: Array, rotated_k: Array) -> float:
    return float(rotated_q @ rotated_k)


family.gives(
    {
        "angles_q": ("len(q) / 2", "Angle of each pair of the query, at position m.", "radians"),
        "turns_q": ("len(q) / 2 × 2", "Cosine and sine of each of these angles."),
        "rotated_q": ("len(q)", "The query with each pair turned."),
        "angles_k": ("len(k) / 2", "Angle of each pair of the key, at position n.", "radians"),
        "turns_k": ("len(k) / 2 × 2", "Cosine and sine of each of these angles."),
        "rotated_k": ("len(k)", "The key with each pair turned."),
        "score": ("number", "Dot product of rotated query and rotated key, not scaled."),
    }
)
family.assumes(
    "Pair i turns counter-clockwise by position times base to the power -2i/d, i from 0. The score is not "
    "divided by the root of d.",
)


@family.mistake(of="rotated_q", says=rotation.CLOCKWISE)
def clockwise_q(q: Array, turns_q: Array, pairs: str) -> Array:
    return rotation.turned_back(q, turns_q, pairs)


@family.mistake(of="rotated_k", says=rotation.CLOCKWISE)
def clockwise_k(k: Array, turns_k: Array, pairs: str) -> Array:
    return rotation.turned_back(k, turns_k, pairs)


@family.mistake(
    of="score",
    says="You turned query and key clockwise. Counter-clockwise, a pair becomes (a cos − b sin, a sin + b cos).",
)
def both_clockwise(q: Array, turns_q: Array, k: Array, turns_k: Array, pairs: str) -> float:
    return float(rotation.turned_back(q, turns_q, pairs) @ rotation.turned_back(k, turns_k, pairs))


@family.mistake(of="turns_q", says=rotation.DEGREES)
def degrees_q(angles_q: Array) -> Array:
    return rotation.turns_of(np.radians(angles_q))


@family.mistake(of="turns_k", says=rotation.DEGREES)
def degrees_k(angles_k: Array) -> Array:
    return rotation.turns_of(np.radians(angles_k))


@family.mistake(
    of="rotated_k",
    says="You left the key as it was. Query and key are both rotated, each by its own position.",
)
def key_not_rotated(k: Array) -> Array:
    return k


@family.mistake(
    of="score", says="You took the dot product of the vectors as they were given. Rotate both first."
)
def nothing_rotated(q: Array, k: Array) -> float:
    return float(q @ k)


@family.mistake(
    of="score", says="You divided by $\\sqrt{d}$. The score is asked as it is, before that scaling."
)
def scaled(rotated_q: Array, rotated_k: Array) -> float:
    return float(rotated_q @ rotated_k / np.sqrt(len(rotated_q)))


@family.convention(rotation.HALVES)
def pairs_of_halves(given: Parameters) -> Parameters | None:
    return given.replace(pairs="halves") if given.pairs == "adjacent" and len(given.q) > 2 else None


@family.refuses
def nothing_to_turn(exact: Run) -> str | None:
    given = exact.values
    return "the positions are the same" if given["m"] == given["n"] else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = next((len(fixed[name]) for name in "qk" if name in fixed), 4 if level == "hard" else 2)
    among = (0, 1, 2) if level == "warm-up" else (-1, 1, 2, 3)

    def vector() -> list[int]:
        drawn = [rng.choice(among) for _ in range(size)]
        return drawn if any(drawn) else [1, *drawn[1:]]

    first, second = rng.sample(range(1, 4 if level == "warm-up" else 8 if size == 2 else 40), 2)
    return {"q": vector(), "k": vector(), "m": max(first, second), "n": min(first, second)}
