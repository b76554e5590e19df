"""Perplexity of a text, from the probabilities that a model gave to its true next tokens; infinite where one is 0."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from engine.chain import Family, NotApplicable
from engine.mathematics import lone
from engine.mathematics.logarithms import minus_ln, minus_logs
from engine.parameters import Array, Frozen, Probabilities, symbol
from engine.solutions import latex


class Parameters(Frozen):
    probabilities: Probabilities = symbol("p_t", "the probability of each true next token")


LN_2 = float(np.log(2))
family = Family(
    "perplexity",
    "Perplexity of a text",
    section="2.12",
    builds_on=("cross_entropy", "sequence_probability"),
    parameters=Parameters,
)


@family.step(
    "Surprisal of each token", r"-\ln <probabilities>", symbol="s_t", unit="nats",
    numbers=lambda probabilities, at: rf"-\ln {latex.number(probabilities[at[0]])}",
)  # fmt: skip
def surprisals(probabilities: Array) -> Array:
    return minus_logs(probabilities)


@family.step(
    "Average cross-entropy in nats",
    r"\frac{1}{T} \sum_t <surprisals>",
    symbol="H",
    unit="nats",
    numbers=latex.mean,
)
def nats(surprisals: Array) -> float:
    return lone(surprisals.mean())


@family.step("The same in bits", r"\frac{<nats>}{\ln 2}", symbol=r"H_2", unit="bits")
def bits(nats: float) -> float:
    return nats / float(np.log(2))


@family.step("Perplexity", r"e^{<nats>}", symbol=r"\mathrm{PPL}")
def perplexity(nats: float) -> float:
    return lone(np.exp(nats))


@family.road(of="perplexity")
def two_to_the_bits(nats: float) -> float:
    return lone(2.0 ** (nats / LN_2))


@family.road(of="perplexity")
def two_to_their_own_bits(bits: float) -> float:
    return lone(2.0**bits)


family.gives(
    {
        "surprisals": (
            "len(probabilities)",
            "Minus the natural logarithm of each probability; infinite where that is 0.",
        ),
        "nats": ("number", "Mean of the surprisals: cross-entropy in nats."),
        "bits": ("number", "The same cross-entropy in bits."),
        "perplexity": ("number", "e to the cross-entropy in nats."),
    }
)
family.assumes(
    "Every probability given counts the same. Nats go with the natural logarithm, bits with the logarithm "
    "to base 2.",
    "A probability of 0 makes the cross-entropy and the perplexity infinite.",
)


@family.mistake(
    of="perplexity", says="You raised 2 to a cross-entropy in nats. Nats go with e, bits go with 2."
)
def two_to_the_nats(nats: float) -> float:
    return float(2.0**nats)


@family.mistake(
    of="perplexity", says="You raised e to a cross-entropy in bits. Bits go with 2, nats go with e."
)
def e_to_the_bits(bits: float) -> float:
    return lone(np.exp(bits))


@family.mistake(
    of="nats",
    says="You took the sum of the surprisals. Cross-entropy is their average: divide by the number of tokens.",
)
def sum_for_average(surprisals: Array) -> float:
    return lone(surprisals.sum())


@family.mistake(
    of="nats", says="You divided by one token too few. The average is over all tokens whose probability is given."
)  # fmt: skip
def one_token_too_few(surprisals: Array) -> float:
    if len(surprisals) < 3:
        raise NotApplicable  # the sum, or nothing to divide by
    return lone(surprisals.sum() / (len(surprisals) - 1))


@family.mistake(
    of="nats",
    says="You divided by one token too many. The average is over the tokens whose probability is given, no other.",
)
def one_token_too_many(surprisals: Array) -> float:
    return lone(surprisals.sum() / (len(surprisals) + 1))


@family.mistake(
    of="nats",
    says="You averaged the probabilities and took the logarithm after. Take the logarithm of each one, then average.",
)
def logarithm_of_the_average(probabilities: Array) -> float:
    return minus_ln(lone(probabilities.mean()))


@family.mistake(of="bits", says="You multiplied by ln 2. From nats to bits one divides by ln 2 = 0.6931.")
def times_ln_two(nats: float) -> float:
    return nats * float(np.log(2))


@family.mistake(
    of="surprisals", says="You used the logarithm to base 10. Nats and e go with the natural logarithm, ln."
)
def base_ten(probabilities: Array) -> Array:
    return minus_logs(probabilities, np.log10)


@family.mistake(
    of="surprisals",
    says="You used the logarithm to base 2, which gives bits. Nats and e go with the natural logarithm, ln.",
)
def base_two(probabilities: Array) -> Array:
    return minus_logs(probabilities, np.log2)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        return {"probabilities": [rng.choice((0.5, 0.25, 0.125)) for _ in range(rng.choice((3, 4)))]}
    tokens = 4 if level == "exam" else 6
    return {
        "probabilities": [
            rng.choice((2, 4, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80)) / 100 for _ in range(tokens)
        ]
    }
