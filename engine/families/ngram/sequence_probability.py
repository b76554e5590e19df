"""The chain rule: a sequence is as probable as the product of its conditional probabilities."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from engine.answers.forms import Scientific
from engine.chain import Family, NotApplicable
from engine.mathematics.ngram_lines import log_of_product
from engine.parameters import Array, Frozen, Probabilities, symbol
from engine.solutions import latex


class Parameters(Frozen):
    conditionals: Probabilities = symbol("p_t", "probability of each token, given those before it")


family = Family("sequence_probability", "Probability of a sequence", section="c.3", parameters=Parameters)


@family.step(
    "Probability of the sequence", r"\prod_t <conditionals>", symbol="P", form=Scientific(),
    numbers=lambda conditionals: r" \cdot ".join(map(latex.number, conditionals)),
)  # fmt: skip
def probability(conditionals: Array) -> float:
    return float(conditionals.prod())


@family.step("Its natural logarithm", r"\ln <probability>", symbol=r"\ln P")
def log_probability(probability: float, conditionals: Array) -> float:
    return log_of_product(probability, conditionals)


@family.step(
    "Perplexity", r"P^{-1/T} = e^{-<log_probability> / T}", symbol=r"\mathrm{PPL}",
    numbers=lambda log_probability, conditionals: (
        f"e^{{{latex.number(-log_probability)} / {len(conditionals)}}}"
    ),
)  # fmt: skip
def perplexity(log_probability: float, conditionals: Array) -> float:
    return math.exp(-log_probability / len(conditionals))


family.gives(
    {
        "probability": ("number", "Product of the conditional probabilities."),
        "log_probability": ("number", "Its natural logarithm; -inf where it is 0.", "nats"),
        "perplexity": ("number", "Probability to the power -1/T, with T conditionals."),
    }
)
family.assumes(
    "The logarithm is natural; T is the number of conditionals.",
)


@family.mistake(
    of="probability",
    says="You added the probabilities. The sequence needs all of its tokens, so they are multiplied.",
)
def added(conditionals: Array) -> float:
    return float(conditionals.sum())


@family.mistake(
    of="probability",
    says="You averaged the probabilities. The sequence needs all of its tokens, so they are multiplied.",
)
def averaged(conditionals: Array) -> float:
    return float(conditionals.mean())


@family.mistake(
    of="log_probability", says="You used the logarithm to base 10. The natural logarithm, ln, is asked."
)
def base_ten(right: float) -> float:
    return right / math.log(10)


@family.mistake(
    of="log_probability", says="You used the logarithm to base 2. The natural logarithm, ln, is asked."
)
def base_two(right: float) -> float:
    return right / math.log(2)


@family.mistake(
    of="log_probability", says="You divided by the number of tokens. The logarithm of the whole sequence is asked."
)  # fmt: skip
def per_token(right: float, conditionals: Array) -> float:
    return right / len(conditionals)


@family.mistake(of="perplexity", says="That is 1/P. Perplexity is per token: take the T-th root of it.")
def root_forgotten(log_probability: float) -> float:
    return math.exp(-log_probability)


@family.mistake(
    of="perplexity",
    says="You took one token too few. T is how many probabilities are multiplied.",
)
def one_token_too_few(log_probability: float, conditionals: Array) -> float:
    if len(conditionals) < 3:
        raise NotApplicable  # no root at all
    return math.exp(-log_probability / (len(conditionals) - 1))


@family.mistake(
    of="perplexity",
    says="You took one token too many. T is how many probabilities are multiplied.",
)
def one_token_too_many(log_probability: float, conditionals: Array) -> float:
    return math.exp(-log_probability / (len(conditionals) + 1))


@family.mistake(
    of="perplexity",
    says="The minus sign of the exponent is missing: that is the geometric mean of the probabilities. Take one over "
    "it.",
)
def sign_forgotten(right: float) -> float:
    return 1 / right


@family.mistake(
    of="perplexity",
    says="You averaged 1/p over the tokens. Multiply the probabilities, then take the root: a geometric mean.",
)
def mean_of_inverses(conditionals: Array) -> float:
    return float(np.mean(1 / conditionals))


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        return {"conditionals": [rng.choice((0.5, 0.25, 0.2, 0.1)) for _ in range(3)]}
    among = (0.02, 0.04, 0.05, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8)
    return {"conditionals": [rng.choice(among) for _ in range(4 if level == "exam" else 6)]}
