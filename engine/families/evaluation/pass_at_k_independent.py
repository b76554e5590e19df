"""pass@k where every try is fresh and succeeds with the same probability, whatever the others do."""

import math
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any

from pydantic import Field, model_validator

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, exact, symbol


class Parameters(Frozen):
    p: Annotated[float, Field(ge=0, le=1)] = symbol("p", "probability that one try succeeds")
    k: int = symbol("k", "fresh, independent tries", ge=1, le=1000)
    samples: int | None = symbol(
        "n",
        "samples from which p was measured, where it was; the answer does not depend on them",
        None,
        empty="not known",
        ge=1,
        le=1000,
    )

    @model_validator(mode="after")
    def a_whole_number_succeeded(self) -> "Parameters":
        if self.samples is not None and (exact(self.p) * self.samples).denominator != 1:
            raise ValueError("samples must make a whole number of right ones, times p")
        return self


family = Family("pass_at_k_independent", "pass@k of independent tries", section="2.12", parameters=Parameters)


@family.step("One try fails", "1 - <p>", symbol="q")
def failure(p: float) -> float:
    return float(1 - exact(p))


@family.step("All tries fail", "<failure>^{<k>}", symbol="f", form=Fixed(4))
def all_fail(failure: float, k: int) -> float:
    return float(failure**k)


@family.step("pass@k", "1 - <all_fail>", symbol=r"\text{pass@}k")
def pass_at_k(all_fail: float) -> float:
    return 1 - all_fail


family.gives(
    {
        "failure": ("number", "Probability that one try fails."),
        "all_fail": ("number", "Probability that all k tries fail."),
        "pass_at_k": ("number", "Probability that at least one try succeeds."),
    }
)
family.assumes(
    "Every try is a fresh one with the same p, whatever the others do.",
)


@family.mistake(
    of="pass_at_k",
    says="You drew $k$ of the measured samples without putting them back. Here every try is new: $1 - (1 - p)^k$.",
)
def drawn_from_the_samples(p: float, k: int, samples: int | None) -> float:
    if samples is None or k > samples:
        raise NotApplicable
    right = int(exact(p) * samples)
    return float(1 - Fraction(math.comb(samples - right, k), math.comb(samples, k)))


@family.mistake(
    of="all_fail", says="You raised $p$ to the power: that is how often all tries succeed. Raise $1 - p$."
)
def all_succeed(p: float, k: int) -> float:
    return float(p**k)


@family.mistake(
    of="all_fail", says="You multiplied by $k$. That all tries fail is a product: raise to the power $k$."
)
def product_for_power(failure: float, k: int) -> float:
    return failure * k


@family.mistake(
    of="all_fail", says="You took one try too few. All $k$ tries fail: raise $1 - p$ to the power $k$."
)
def one_try_too_few(failure: float, k: int) -> float:
    if k == 1:
        raise NotApplicable
    return failure ** (k - 1)


@family.mistake(
    of="pass_at_k", says="You stopped at the probability that all tries fail. Subtract it from 1."
)
def not_subtracted(all_fail: float) -> float:
    return all_fail


@family.mistake(
    of="pass_at_k",
    says="You multiplied $p$ by $k$. One success is enough, and several can happen: $1 - (1 - p)^k$.",
)
def p_times_k(p: float, k: int) -> float:
    return p * k


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    samples = fixed.get(
        "samples", {"warm-up": 10, "exam": rng.choice((10, 20)), "hard": rng.choice((25, 50))}[level]
    )
    right = rng.randint(1, (samples or 10) // 2)
    tries = rng.choice((2, 3)) if level == "warm-up" else rng.randint(3, 8)
    return {"p": right / (samples or 10), "k": tries, "samples": samples}
