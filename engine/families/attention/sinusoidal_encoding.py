"""Sinusoidal encoding of a position (Vaswani et al. 2017, section 3.5): sine and cosine of a pair share one angle.

Texts that circulate give the cosine another exponent than the sine. The paper has 2i/d for both.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import field_validator

from engine.chain import Family, NotApplicable
from engine.parameters import Array, Frozen, symbol
from engine.solutions import latex

BASE = 10_000


class Parameters(Frozen):
    position: int = symbol("p", "position of the token, counted from 0", ge=0, le=10**9)
    d_model: int = symbol("d", "size of the encoding, an even number", ge=2, le=4096)
    layout: Literal["interleaved", "halves"] = symbol(
        r"\text{layout}",
        "interleaved: sine, cosine, sine, cosine ...; halves: all sines first",
        default="interleaved",
    )

    @field_validator("d_model")
    @classmethod
    def even(cls, d_model: int) -> int:
        if d_model % 2:
            raise ValueError("must be even: sines and cosines come in pairs")
        return d_model


family = Family("sinusoidal_encoding", "Sinusoidal positional encoding", section="2.6", parameters=Parameters)


def angle_of(position: float, exponent: Array) -> Array:
    return np.asarray(position / BASE**exponent)


def arranged(sines: Array, cosines: Array, layout: str) -> Array:
    return np.stack((sines, cosines), axis=1 if layout == "interleaved" else 0).ravel()


@family.step(
    "Angle of each pair, in radians", rf"\frac{{<position>}}{{{BASE}^{{2i/<d_model>}}}},\quad i = 0, 1, \dots",
    symbol="a_i",
    numbers=lambda position, d_model, at: rf"\frac{{{position}}}{{{BASE}^{{{2 * at[0]}/{d_model}}}}}",
)  # fmt: skip
def angles(position: int, d_model: int) -> Array:
    return angle_of(position, np.arange(0, d_model, 2) / d_model)


def encoding_cell(angles: Array, layout: str, at: tuple[int]) -> str:
    pair, cosine = divmod(at[0], 2) if layout == "interleaved" else divmod(at[0], len(angles))[::-1]
    return (r"\cos " if cosine else r"\sin ") + latex.number(angles[pair])


@family.step(
    "Encoding", r"\text{sine and cosine of each angle } <angles>", symbol=r"\mathrm{PE}", numbers=encoding_cell
)  # fmt: skip
def encoding(angles: Array, layout: str) -> Array:
    return arranged(np.sin(angles), np.cos(angles), layout)


family.gives(
    {
        "angles": ("d_model / 2", "Position over 10000 to the power 2i/d_model, for each pair i.", "radians"),
        "encoding": ("d_model", "Sine and cosine of each angle, in the layout asked."),
    }
)
family.assumes(
    "Sine and cosine of pair i, from 0, share the angle position over 10000 to the power 2i/d_model.",
)


@family.mistake(
    of="encoding",
    says="You gave sine and cosine different exponents. The two entries of a pair share one angle: both have 2i/d.",
)
def exponents_differ(position: int, d_model: int, layout: str) -> Array:
    exponents = np.arange(d_model) / d_model
    shared, own = angle_of(position, exponents[::2]), angle_of(position, exponents[1::2])
    return arranged(np.sin(shared), np.cos(own), layout)


@family.mistake(
    of="encoding",
    says="Your calculator was set to degrees. The angles are in radians: sin 1 is 0.84, not 0.02.",
)
def degrees(angles: Array, layout: str) -> Array:
    return arranged(np.sin(np.radians(angles)), np.cos(np.radians(angles)), layout)


@family.mistake(
    of="encoding", says="You swapped sine and cosine. Each pair begins with the sine: indices count from 0."
)
def cosine_first(angles: Array, layout: str) -> Array:
    return arranged(np.cos(angles), np.sin(angles), layout)


@family.mistake(
    of="angles", says="You left out the 2 in the exponent. Pair i has the exponent 2i/d, with i = 0, 1, ..."
)
def half_exponent(position: int, d_model: int) -> Array:
    return angle_of(position, np.arange(d_model // 2) / d_model)


@family.mistake(
    of="angles",
    says="You counted the pairs from 1. The first pair is i = 0: its angle is the position itself.",
)
def pairs_from_one(position: int, d_model: int) -> Array:
    return angle_of(position, np.arange(2, d_model + 1, 2) / d_model)


@family.mistake(
    of="angles",
    says="You gave every pair the same angle. Later pairs turn more slowly: divide by 10000 to the 2i/d.",
)
def one_angle(position: int, d_model: int) -> Array:
    if d_model == 2:
        raise NotApplicable
    return np.full(d_model // 2, float(position))


@family.convention(
    "Right with all sines first and all cosines after them. Here they alternate: sine, cosine, sine, cosine."
)
def sines_first(given: Parameters) -> Parameters | None:
    return given.replace(layout="halves") if given.layout == "interleaved" and given.d_model > 2 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    d_model = fixed.get("d_model") or {"warm-up": 4, "exam": rng.choice((4, 6)), "hard": 8}[level]
    lowest = {2: 1, 4: 1, 6: 6, 8: 10}.get(d_model, 20)
    most = {"warm-up": 12, "exam": 90, "hard": 200}[level]
    return {"d_model": d_model, "position": rng.randint(lowest, max(most, 2 * lowest))}
