"""Kullback-Leibler divergence of two distributions: how far p is from q, seen from p (Kullback and Leibler 1951)."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import field_validator, model_validator

from engine.chain import Family, NotApplicable, Run
from engine.parameters import Array, Frozen, Probabilities, exact, symbol
from engine.solutions import latex

MISSING = exact(0.02)  # how far two-decimal probabilities may miss their sum


class Parameters(Frozen):
    p: Probabilities = symbol(
        "p", "probabilities of the first distribution, which weights the terms; they sum to 1, within 0.02"
    )
    q: Probabilities = symbol(
        "q", "probabilities of the second distribution, as many; they sum to 1, within 0.02"
    )
    base: Literal["e", "2"] = symbol("b", "base of the logarithm", default="e")

    @field_validator("p", "q")
    @classmethod
    def distribution(cls, probabilities: Array) -> Array:
        if abs(sum(map(exact, probabilities.tolist()), Fraction(-1))) > MISSING:
            raise ValueError("must hold probabilities whose sum is 1, or misses it by at most 0.02")
        return probabilities

    @model_validator(mode="after")
    def same_length(self) -> "Parameters":
        if len(self.p) != len(self.q):
            raise ValueError("q must have as many probabilities as p")
        return self


family = Family(
    "kl_divergence",
    "Kullback-Leibler divergence",
    section="2.10",
    builds_on=("cross_entropy",),
    parameters=Parameters,
)


def logarithm(x: Array, base: str) -> Array:
    return np.asarray(np.log(x) if base == "e" else np.log2(x))


def divided(p: Array, q: Array) -> Array:
    """p / q; 0 where p is 0, whatever q is, and infinite where only q is 0."""
    both = (p > 0) & (q > 0)
    return np.where(both, p / np.where(both, q, 1.0), np.where(p > 0, np.inf, 0.0))


def weighted(p: Array, ratios: Array, base: str) -> Array:
    """p log(ratio), with 0 log 0 = 0."""
    terms = np.zeros_like(p)
    terms[p > 0] = p[p > 0] * logarithm(ratios[p > 0], base)
    return terms


def term_in_numbers(p: Array, ratios: Array, base: str, at: tuple[int]) -> str:
    sign = r"\ln" if base == "e" else r"\log_2"
    known = r"\ \text{ (0 log 0 = 0)}" if p[at] == 0 else ""
    return rf"{latex.number(p[at])} \cdot {sign} {latex.number(ratios[at])}{known}"


@family.step(
    "Ratio for each outcome", r"\frac{<p>_i}{<q>_i}", symbol="r_i", distribution=True,
    numbers=lambda p, q, at: rf"\frac{{{latex.number(p[at])}}}{{{latex.number(q[at])}}}",
)  # fmt: skip
def ratios(p: Array, q: Array) -> Array:
    return divided(p, q)


@family.step(
    "Term for each outcome", r"<p>_i \cdot \log_{<base>} <ratios>", symbol="t_i", numbers=term_in_numbers
)
def terms(p: Array, ratios: Array, base: str) -> Array:
    return weighted(p, ratios, base)


@family.step("KL divergence", r"\sum_i <terms>", symbol=r"D_{\mathrm{KL}}", numbers=latex.total)
def kl(terms: Array) -> float:
    return float(terms.sum())


family.gives(
    {
        "ratios": ("len(p)", "p over q for each outcome: 0 where p is 0, infinite where only q is 0."),
        "terms": (
            "len(p)",
            "p times the logarithm of the ratio for each outcome, in the base asked; 0 where p is 0.",
        ),
        "kl": (
            "number",
            "Sum of the terms: nats with base e, bits with base 2; infinite where q is 0 and p is not.",
        ),
    }
)
family.assumes(
    "p weights the terms, and 0 log 0 is 0.",
)


@family.mistake(of="ratios", says="You divided q by p. In the divergence of p from q the ratio is p over q.")
def ratios_upside_down(p: Array, q: Array) -> Array:
    if ((p == 0) & (q > 0)).any():
        raise NotApplicable
    return divided(q, p)


@family.mistake(
    of="terms",
    says="You computed the divergence in the other direction. Weight with p, and take the logarithm of p over q.",
)
def other_direction(p: Array, q: Array, base: str) -> Array:
    if ((p == 0) & (q > 0)).any():
        raise NotApplicable
    return weighted(q, divided(q, p), base)


@family.mistake(of="terms", says="You weighted with q. Each logarithm is weighted with p.")
def weighted_with_q(q: Array, ratios: Array, base: str) -> Array:
    if ((q > 0) & (ratios == 0)).any():
        raise NotApplicable
    return weighted(q, ratios, base)


@family.mistake(of="terms", says="You left out the weights. Multiply each logarithm by its probability in p.")
def weights_forgotten(p: Array, ratios: Array, base: str) -> Array:
    return weighted(np.where(p > 0, 1.0, 0.0), ratios, base)


@family.mistake(of="terms", says="You used the logarithm to base 10. Use the base that is asked.")
def base_ten(p: Array, ratios: Array) -> Array:
    return weighted(p, ratios, "e") / float(np.log(10))


@family.mistake(
    of="kl",
    says="That is the cross-entropy of p and q. The divergence takes the logarithm of p over q, not of q alone.",
)
def cross_entropy(p: Array, q: Array, base: str) -> float:
    if ((p > 0) & (q == 0)).any():
        raise NotApplicable
    return float(-(p[p > 0] * logarithm(q[p > 0], base)).sum())


@family.mistake(
    of="kl", says="You took all terms as positive. Terms with p below q are negative, and stay so."
)
def signs_dropped(terms: Array) -> float:
    return float(np.abs(terms).sum())


@family.mistake(of="kl", says="You averaged the terms. They are weighted already: add them.")
def average_for_sum(terms: Array) -> float:
    return float(terms.mean())


@family.convention(
    "Right in bits, with the logarithm to base 2. Nats are asked here: use the natural logarithm."
)
def in_bits(given: Parameters) -> Parameters | None:
    return given.replace(base="2") if given.base == "e" else None


@family.convention(
    "Right in nats, with the natural logarithm. Bits are asked here: use the logarithm to base 2."
)
def in_nats(given: Parameters) -> Parameters | None:
    return given.replace(base="e") if given.base == "2" else None


@family.refuses
def nothing_differs(exact: Run) -> str | None:
    return "the two distributions are the same" if (exact.values["p"] == exact.values["q"]).all() else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = next(
        (len(fixed[name]) for name in "pq" if name in fixed), {"warm-up": 2, "exam": 3, "hard": 4}[level]
    )
    parts = 10 if level == "warm-up" else 20

    def distribution(among: int) -> list[float]:
        cuts = [0, *sorted(rng.sample(range(1, parts), among - 1)), parts]
        return [(end - start) / parts for start, end in pairwise(cuts)]

    p = distribution(size)
    if level == "hard" and rng.random() < 0.5:
        p = distribution(size - 1)
        p.insert(rng.randrange(size), 0.0)
    return {"p": p, "q": distribution(size), "base": rng.choice("e2") if level == "hard" else "e"}
