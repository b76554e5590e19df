"""Top-p or nucleus sampling (Holtzman et al. 2020): the smallest set of most probable tokens with mass p or more.

The token with which the sum reaches p is kept. Whether it does is decided on the decimals as typed: 0.5 + 0.2 + 0.1
reaches 0.8, although a sum of floats stays below.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np

from engine.answers.forms import Positions
from engine.chain import Family, NotApplicable
from engine.mathematics import truncation
from engine.mathematics.vocabulary import Distribution, Places, draw_distribution, falling, mass_of
from engine.parameters import Array, exact, symbol
from engine.solutions import latex

HONEST = 0.0101  # how far rounding to two decimals may move a sum that is then compared


class Parameters(Distribution):
    p: float = symbol(
        "p",
        "the mass to be reached",
        gt=0,
        le=1,
        because="a mass of 0 is reached without any token; for greedy decoding keep one token, with top-k and k = 1",
    )


family = Family(
    "top_p", "Top-p (nucleus) sampling", section="2.7", builds_on=("top_k",), parameters=Parameters
)


def sums(probabilities: Array, order: Sequence[int]) -> list[Fraction]:
    return list(accumulate(exact(probabilities[place]) for place in order))


def how_many(reached: Sequence[Fraction], p: float) -> int:
    """The length of the smallest prefix with mass p or more; all where even the whole list stays below."""
    return next((count for count, mass in enumerate(reached, 1) if mass >= exact(p)), len(reached))


@family.step(
    "Running sums, most probable token first", r"<probabilities>_{(1)} + \dots + <probabilities>_{(j)}", symbol="C_j",
    numbers=lambda probabilities, at: latex.total(
        [probabilities[place] for place in falling(probabilities)[: at[0] + 1]]
    ),
)  # fmt: skip
def cumulative(probabilities: Array) -> Array:
    return np.array([float(mass) for mass in sums(probabilities, falling(probabilities))])


def where_it_stops(cumulative: Array, probabilities: Array, p: float) -> str:
    true = sums(probabilities, falling(probabilities))
    count = how_many(true, p)
    *before, last = (latex.number(float(mass)) for mass in true[:count])
    if true[count - 1] < exact(p):
        return f"{last} < {latex.number(p)}"
    return (f"{before[-1]} < " if before else "") + rf"{latex.number(p)} \le {last}"


@family.step(
    "Tokens that are kept", r"\text{most probable first, until } <cumulative> \ge <p>", symbol=r"\text{kept}",
    form=Positions("tokens"), numbers=where_it_stops,
)  # fmt: skip
def kept(cumulative: Array, probabilities: Array, p: float) -> Places:
    """The smallest prefix: by the exact sums while ``cumulative`` are these, rounded; else by a student's own sums."""
    order = falling(probabilities)
    true = sums(probabilities, order)
    honest = all(abs(float(mass) - own) <= HONEST for mass, own in zip(true, cumulative, strict=True))
    return tuple(order[: how_many(true if honest else [exact(round(own, 9)) for own in cumulative], p)])


truncation.go_on(family)


family.gives(
    {
        "cumulative": ("len(probabilities)", "Running sums of the probabilities, the most probable first."),
        "kept": (
            "list of whole number",
            "Places of the kept tokens, counted from 0, the most probable first.",
        ),
        "mass": ("number", "Sum of their probabilities."),
        "renormalized": ("len(probabilities)", "Probabilities over the mass, 0 for dropped tokens."),
    }
)
family.assumes(
    "Tokens are taken from the most probable on, until their sum is p or more; the token that reaches it "
    "is kept. Whether it does is decided on the decimals as typed.",
    "Among equal probabilities the token listed first comes first. Where all probabilities together stay "
    "below p, all are kept.",
)


@family.mistake(
    of="kept",
    says="You dropped the token with which the sum reaches p. It is kept: go on until the mass is p or more.",
)
def crossing_token_dropped(probabilities: Array, p: float, right: Places) -> Places:
    if len(right) == 1 or mass_of(probabilities, right) < exact(p):
        raise NotApplicable
    return right[:-1]


@family.mistake(
    of="kept", says="You went on although the sum had reached p. A mass of exactly p is enough: stop there."
)
def went_on(probabilities: Array, p: float, right: Places) -> Places:
    if mass_of(probabilities, right) != exact(p) or len(right) == len(probabilities):
        raise NotApplicable
    return tuple(falling(probabilities)[: len(right) + 1])


@family.mistake(
    of="kept",
    says="You went through the tokens in the order of the list. Go from the most to the least probable one.",
)
def in_the_order_of_the_list(probabilities: Array, p: float) -> Places:
    count = how_many(sums(probabilities, range(len(probabilities))), p)
    return tuple(place for place in falling(probabilities) if place < count)


@family.mistake(
    of="cumulative",
    says="You added up in the order of the list. Sort first: the most probable token comes first.",
)
def added_in_the_order_of_the_list(probabilities: Array) -> Array:
    return np.cumsum(probabilities)


@family.mistake(
    of="mass",
    says="You took p itself. The mass is what the kept tokens have in all, which can be more than p.",
)
def p_for_the_mass(p: float) -> float:
    return p


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """A distribution whose p is often just the mass of some tokens: the case that is decided by "p or more"."""
    drawn = draw_distribution(rng, level, fixed)
    probabilities = fixed.get("probabilities", drawn["probabilities"])
    masses = [float(mass) for mass in sums(probabilities, falling(probabilities))[1:-1]]
    just = [mass for mass in masses if mass <= 0.95]
    if level != "warm-up" and just and rng.random() < 0.45:
        return {**drawn, "p": rng.choice(just)}
    return {**drawn, "p": rng.choice((0.6, 0.7, 0.75, 0.8, 0.85, 0.9))}
