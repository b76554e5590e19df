"""Output head of a language model: logits against every token's embedding, softmax, the most probable token.

With tied weights the embedding matrix is the one that also reads the tokens in (Press and Wolf 2017).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Position
from engine.chain import Family, Run
from engine.mathematics import exact_dot, softmax
from engine.mathematics.vocabulary import NOUNS, Names, check_names, numbered
from engine.parameters import Array, Frozen, Matrix, Vector, exact, symbol
from engine.solutions import latex

HONEST = 0.0101  # how far rounding to two decimals may move a number that is then compared
CERTAIN = 0.97  # a probability that leaves hardly any for the other tokens


class Parameters(Frozen):
    """``embedding`` is (V, d). Missing names are token 1, token 2 ..."""

    hidden: Vector = symbol("h", "last hidden state")
    embedding: Matrix = symbol("E", "one embedding per row, one row per token of the vocabulary")
    tokens: Names = symbol(
        r"\text{tokens}",
        "names of the tokens",
        default=(),
        empty="token 1, token 2 and so on",
        validate_default=True,
    )

    @field_validator("embedding")
    @classmethod
    def as_wide_as_the_state(cls, embedding: Array, info: ValidationInfo) -> Array:
        size = len(info.data.get("hidden", embedding[0]))
        if embedding.shape[1] != size:
            raise ValueError(f"must have one column for each entry of hidden: {size}")
        return embedding

    @field_validator("tokens", mode="before")
    @classmethod
    def filled_in(cls, tokens: Any, info: ValidationInfo) -> Any:
        return numbered(tokens, len(info.data.get("embedding", [0])))

    @field_validator("tokens")
    @classmethod
    def one_for_each(cls, tokens: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        return check_names(tokens, len(info.data.get("embedding", tokens)))


family = Family(
    "lm_head",
    "From hidden state to next token",
    section="2.6",
    builds_on=("softmax_regression",),
    parameters=Parameters,
)


@family.step(
    "Logits", r"<embedding>\,<hidden>", symbol="z",
    numbers=lambda embedding, hidden, at: latex.dot(embedding[at[0]], hidden),
)  # fmt: skip
def logits(embedding: Array, hidden: Array) -> Array:
    return embedding @ hidden


@family.step(
    "Probabilities", r"\operatorname{softmax}(<logits>)", symbol="p", distribution=True,
    numbers=lambda logits, at: latex.softmax_cell(logits.tolist(), at[0]),
)  # fmt: skip
def probabilities(logits: Array) -> Array:
    return softmax(logits)


@family.step(
    "Predicted token", r"\text{the token with the largest } <logits>_i", symbol=r"\text{prediction}",
    form=Position("tokens"), numbers=lambda logits, embedding, hidden: rf"\max{latex.value(logits)}",
)  # fmt: skip
def prediction(logits: Array, embedding: Array, hidden: Array) -> int:
    """The most probable token: by the exact logits while ``logits`` are these, rounded; else by a student's own."""
    honest = np.abs(logits - embedding @ hidden).max() <= HONEST
    ranked = [exact_dot(row, hidden) for row in embedding] if honest else list(map(exact, logits))
    return ranked.index(max(ranked))


family.gives(
    {
        "logits": ("rows(embedding)", "Dot product of the hidden state with the embedding of each token."),
        "probabilities": ("rows(embedding)", "Softmax of the logits."),
        "prediction": (
            "whole number or text",
            "The token with the largest logit: its name where tokens are given, else its row, counted from 0.",
        ),
    }
)
family.assumes(
    "There is no bias. Among equal logits the first token is predicted.",
)


@family.mistake(
    of="logits",
    says="You divided by $\\sqrt{d}$. That scaling belongs to attention; logits are plain dot products.",
)
def scaled_logits(embedding: Array, hidden: Array) -> Array:
    return np.asarray(embedding @ hidden / np.sqrt(len(hidden)))


@family.mistake(
    of="probabilities",
    says="You took the sigmoid of each logit. The softmax weighs all tokens against each other.",
)
def sigmoids(logits: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-logits)))


@family.mistake(of="probabilities", says="You took powers of 10. The softmax takes powers of e.")
def powers_of_ten(logits: Array) -> Array:
    return softmax(logits * np.log(10))


@family.mistake(
    of="probabilities",
    says="You divided the exponentials by the largest one. Divide by their sum, so that the probabilities sum to one.",
)
def divided_by_the_largest(logits: Array) -> Array:
    return np.asarray(np.exp(logits - logits.max()))


@family.mistake(
    of="probabilities", says="You stopped at the exponentials. Divide each of them by the sum of all."
)
def exponentials_left(logits: Array) -> Array:
    return np.exp(logits)


@family.mistake(
    of="prediction",
    says="You took the token whose embedding is nearest to the state. The largest logit decides.",
)
def nearest_embedding(embedding: Array, hidden: Array) -> int:
    return int(((embedding - hidden) ** 2).sum(axis=1).argmin())


@family.refuses
def near_tie(exact_run: Run) -> str | None:
    ranked = sorted(exact_run.reached["logits"])
    if len(ranked) > 1 and ranked[-1] - ranked[-2] < 2 * HONEST:
        return "two tokens are too close to be ranked from two decimals"
    return "one token is all but certain" if max(exact_run.reached["probabilities"]) > CERTAIN else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    rows, size = {"warm-up": (3, 2), "exam": (4, 3), "hard": (6, 3)}[level]
    rows = next((len(fixed[name]) for name in ("embedding", "tokens") if fixed.get(name)), rows)
    size = len(fixed["hidden"]) if "hidden" in fixed else len(fixed.get("embedding", [range(size)])[0])
    state = [rng.choice((1, 2) if level == "warm-up" else (-1, 0.5, 1, 2)) for _ in range(size)]
    among = (-1, 0, 1, 2) if level == "warm-up" else (-1, -0.5, 0, 0.5, 1, 1.5)
    given = np.array(fixed.get("hidden", state), dtype=float)
    wants_contrast = rng.random() < 0.6
    for _ in range(8):  # often, the nearest embedding should not be the one with the largest logit
        embedding = np.array([[rng.choice(among) for _ in range(size)] for _ in range(rows)])
        if not wants_contrast or nearest_embedding(embedding, given) != (embedding @ given).argmax():
            break
    return {
        "hidden": state,
        "embedding": embedding.tolist(),
        "tokens": rng.sample(NOUNS, rows) if rows <= len(NOUNS) else [],
    }
