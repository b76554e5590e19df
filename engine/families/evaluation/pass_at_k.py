"""pass@k without bias: the share of all draws of k samples that hold a right one (Chen et al. 2021, equation 1)."""

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from pydantic import model_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, NotNeeded
from engine.parameters import Frozen, symbol

MOST = 1000  # samples; beyond, a number of draws is too large for a float


class Parameters(Frozen):
    n: int = symbol("n", "samples that were generated", ge=1, le=MOST)
    c: int = symbol("c", "right ones among them", ge=0, le=MOST)
    k: int = symbol("k", "samples that may be tried", ge=1, le=MOST)

    @model_validator(mode="after")
    def not_more_than_samples(self) -> "Parameters":
        for name, value in (("c", self.c), ("k", self.k)):
            if value > self.n:
                raise ValueError(f"{name} must not be larger than n")
        return self


family = Family(
    "pass_at_k",
    "pass@k from n samples",
    section="2.12",
    builds_on=("pass_at_k_independent",),
    parameters=Parameters,
)


@family.step(
    "Draws without a right sample", r"\binom{<n> - <c>}{<k>}", symbol=r"W", form=Integer(),
    numbers=lambda n, c, k: rf"\binom{{{n - c}}}{{{k}}}",
)  # fmt: skip
def failing_draws(n: int, c: int, k: int) -> int | NotNeeded:
    if n - c < k:
        return NotNeeded(0, "There are fewer wrong samples than are drawn: every draw holds a right one.")
    return math.comb(n - c, k)


@family.step("All draws", r"\binom{<n>}{<k>}", symbol="T", form=Integer())
def all_draws(n: int, k: int) -> int:
    return math.comb(n, k)


@family.step("pass@k", r"1 - \frac{<failing_draws>}{<all_draws>}", symbol=r"\text{pass@}k")
def pass_at_k(failing_draws: int, all_draws: int) -> float:
    return float(1 - Fraction(failing_draws, all_draws))


family.gives(
    {
        "failing_draws": (
            "whole number",
            "Ways to draw k samples without a right one; 0 where fewer than k are wrong.",
        ),
        "all_draws": ("whole number", "Ways to draw k of the n samples."),
        "pass_at_k": ("number", "Share of the draws that hold a right sample."),
    }
)
family.assumes(
    "k samples are drawn from the n without putting any back.",
)


@family.mistake(
    of="pass_at_k",
    says="You treated the $k$ tries as independent, $1 - (1 - c/n)^k$. They are drawn from the $n$ samples without "
    "being put back: count the draws.",
)
def independent_tries(n: int, c: int, k: int) -> float:
    return 1 - (1 - c / n) ** k


@family.mistake(of="pass_at_k", says="You gave the probability that all tries fail. Subtract it from 1.")
def all_fail(failing_draws: int, all_draws: int) -> float:
    return failing_draws / all_draws


@family.mistake(
    of="pass_at_k", says="That is pass@1, the share of right samples. With more tries it is higher."
)
def one_try(n: int, c: int, k: int) -> float:
    if k == 1:
        raise NotApplicable
    return c / n


@family.mistake(
    of="pass_at_k",
    says="You multiplied the share of right samples by $k$. That counts tries with several successes more than once; "
    "one is enough.",
)
def share_times_k(n: int, c: int, k: int) -> float:
    return k * c / n


@family.mistake(
    of="failing_draws",
    says="You counted draws from the right samples. The draws that fail come from the $n - c$ wrong ones.",
)
def draws_of_right_samples(c: int, k: int) -> int:
    return math.comb(c, k)


@family.mistake(
    of="all_draws",
    says="You counted ordered draws that put samples back, $n^k$. Here a draw is a set of $k$ samples.",
)
def ordered_draws(n: int, k: int) -> int:
    return int(n**k)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    lowest, highest = {"warm-up": (4, 6), "exam": (8, 12), "hard": (14, 20)}[level]
    n = fixed.get("n", rng.randint(lowest, highest))
    tries = fixed.get("k", 2 if level == "warm-up" else rng.randint(3, 5))
    return {"n": n, "c": rng.randint(1, max(1, n // 2)), "k": min(tries, n)}
