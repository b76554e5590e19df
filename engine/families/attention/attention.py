"""Scaled dot-product attention by hand (Vaswani et al. 2017, section 3.2.1)."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import model_validator

from engine.chain import Family, NotApplicable, NotNeeded, Run
from engine.mathematics import softmax
from engine.parameters import Array, Frozen, Matrix, symbol
from engine.solutions import latex
from engine.solutions.pictures import HeatMap

MOST_SQUARES = 400


class Parameters(Frozen):
    """Q is (n_q, d_k), K is (n_k, d_k), V is (n_k, d_v); a causal mask needs n_q = n_k."""

    Q: Matrix = symbol("Q", "one query per row")
    K: Matrix = symbol("K", "one key per row")
    V: Matrix = symbol("V", "one value per row")
    causal: bool = symbol(r"\text{causal}", "each position sees itself and those before it", default=False)
    scale: bool = symbol(r"\text{scale}", "divide the scores by the square root of d_k", default=True)

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        if self.Q.shape[1] != self.K.shape[1]:
            raise ValueError(f"K must have as many columns as Q: {self.Q.shape[1]}, not {self.K.shape[1]}")
        if self.K.shape[0] != self.V.shape[0]:
            raise ValueError(
                f"V must have as many rows as K, one value per key: {len(self.K)}, not {len(self.V)}"
            )
        if self.causal and self.Q.shape[0] != self.K.shape[0]:
            raise ValueError("causal needs as many queries as keys")
        return self


family = Family(
    "attention",
    "Scaled dot-product attention",
    section="2.5",
    builds_on=("softmax_regression",),
    parameters=Parameters,
)


def above_diagonal(scores: Array) -> Array:
    """True where the key lies after the query, (n_q, n_k)."""
    return np.triu(np.ones(scores.shape, dtype=bool), 1)


@family.step(
    "Scores", r"<Q>\,<K>^{\top}", symbol="S",
    numbers=lambda Q, K, at: rf"q_{{{at[0] + 1}}} \cdot k_{{{at[1] + 1}}} = {latex.dot(Q[at[0]], K[at[1]])}",
)  # fmt: skip
def raw_scores(Q: Array, K: Array) -> Array:
    return Q @ K.T


def scaled_cell(raw_scores: Array, Q: Array, scale: bool, at: tuple[int, int]) -> str:
    return rf"\frac{{{latex.number(raw_scores[at])}}}{{\sqrt{{{Q.shape[1]}}}}}"


@family.step("Scaled scores", r"\frac{<raw_scores>}{\sqrt{d_k}}", symbol=r"\tilde{S}", numbers=scaled_cell)
def scaled_scores(raw_scores: Array, Q: Array, scale: bool) -> Array | NotNeeded:
    if not scale:
        return NotNeeded(raw_scores, "No scaling is asked here: the scores stay as they are.")
    return np.asarray(raw_scores / np.sqrt(Q.shape[1]))


def masked_cell(scaled_scores: Array, causal: bool, at: tuple[int, int]) -> str:
    i, j = at[0] + 1, at[1] + 1
    score = latex.number(scaled_scores[at])
    return (
        rf"-\infty \ \text{{ (not allowed: {j} > {i})}}"
        if j > i
        else rf"{score} \ \text{{ (allowed: {j} ≤ {i})}}"
    )


@family.step(
    "Masked scores", r"<scaled_scores> + \text{mask}", symbol="M", numbers=masked_cell
)  # fmt: skip
def masked_scores(scaled_scores: Array, causal: bool) -> Array | NotNeeded:
    if not causal:
        return NotNeeded(scaled_scores, "No mask here: every position sees every other.")
    return np.where(above_diagonal(scaled_scores), -np.inf, scaled_scores)


@family.step(
    "Attention weights", r"\operatorname{softmax}(<masked_scores>)", symbol="A", distribution=True,
    numbers=lambda masked_scores, at: latex.softmax_cell(masked_scores[at[0]], at[1]),
)  # fmt: skip
def weights(masked_scores: Array) -> Array:
    return softmax(masked_scores)


@family.step(
    "Output",
    r"<weights>\,<V>",
    symbol="O",
    numbers=lambda weights, V, at: latex.dot(weights[at[0]], V[:, at[1]]),
)
def output(weights: Array, V: Array) -> Array:
    return weights @ V


@family.picture(after="weights")
def heat_map(exact: Run) -> HeatMap | None:
    weights = exact.reached["weights"]
    if weights.size > MOST_SQUARES:
        return None
    return HeatMap(
        "Attention map: who reads whom", "Row i holds the weights of query i; each row sums to one.",
        tuple(f"query {i + 1}" for i in range(len(weights))), tuple(f"key {j + 1}" for j in range(weights.shape[1])),
        tuple(map(tuple, weights.tolist())),
    )  # fmt: skip


family.gives(
    {
        "raw_scores": ("rows(Q) × rows(K)", "Row i, column j: dot product of query i with key j."),
        "scaled_scores": (
            "rows(Q) × rows(K)",
            "Scores over the square root of d_k; the scores themselves without scaling.",
        ),
        "masked_scores": (
            "rows(Q) × rows(K)",
            "Scaled scores with -inf above the diagonal; without causal the scaled scores.",
        ),
        "weights": ("rows(Q) × rows(K)", "Softmax of each row of the masked scores."),
        "output": ("rows(Q) × columns(V)", "Weights times values: one row per query."),
    }
)
family.assumes(
    "First the scores are scaled, by the root of d_k, the number of columns of Q; then they are "
    "masked; then comes the softmax of each row.",
)


@family.mistake(of="scaled_scores", says="You divided by $d_k$. Divide by its square root, $\\sqrt{d_k}$.")
def divided_by_d_k(raw_scores: Array, Q: Array, scale: bool) -> Array:
    if not scale:
        raise NotApplicable
    return np.asarray(raw_scores / Q.shape[1])


@family.mistake(of="scaled_scores", says="You left out the scaling: divide each score by $\\sqrt{d_k}$.")
def not_scaled(raw_scores: Array) -> Array:
    return raw_scores


@family.mistake(
    of="masked_scores",
    says="You left out the causal mask. Position i sees positions 1 to i only: set the scores above the diagonal to "
    "minus infinity before the softmax.",
)
def not_masked(scaled_scores: Array) -> Array:
    return scaled_scores


@family.mistake(
    of="masked_scores",
    says="You masked the past instead of the future. Position i sees itself and what stands before it.",
)
def masked_the_past(scaled_scores: Array, causal: bool) -> Array:
    if not causal:
        raise NotApplicable
    return np.where(above_diagonal(scaled_scores).T, -np.inf, scaled_scores)


@family.mistake(
    of="masked_scores",
    says="You set the masked scores to 0. The softmax makes $e^0 = 1$ of them: set them to minus infinity.",
)
def masked_with_zero(scaled_scores: Array, causal: bool) -> Array:
    if not causal:
        raise NotApplicable
    return np.where(above_diagonal(scaled_scores), 0.0, scaled_scores)


@family.mistake(
    of="weights",
    says="You masked after the softmax, so the rows no longer sum to one. Mask the scores, then take the softmax.",
)
def masked_after_softmax(scaled_scores: Array, causal: bool) -> Array:
    if not causal:
        raise NotApplicable
    return np.where(above_diagonal(scaled_scores), 0.0, softmax(scaled_scores))


@family.mistake(
    of="weights",
    says="You took the softmax down the columns. Each row belongs to one query: rows sum to one.",
)
def softmax_of_columns(masked_scores: Array) -> Array:
    if len(masked_scores) == 1:
        raise NotApplicable
    return softmax(masked_scores.T).T


@family.mistake(
    of="weights", says="You stopped at the exponentials. Divide each of them by the sum of its row."
)
def exponentials_left(masked_scores: Array) -> Array:
    return np.exp(masked_scores)


@family.mistake(
    of="weights", says="You divided the scores by their sum. The softmax divides exponentials by their sum."
)
def shares_of_scores(masked_scores: Array) -> Array:
    if not (masked_scores > 0).all():
        raise NotApplicable
    return np.asarray(masked_scores / masked_scores.sum(axis=1, keepdims=True))


@family.mistake(
    of="raw_scores", says="Your scores are transposed: row i belongs to query i, column j to key j."
)
def transposed_scores(Q: Array, K: Array) -> Array:
    if len(Q) != len(K):
        raise NotApplicable
    return K @ Q.T


@family.mistake(
    of="raw_scores",
    says="You did not transpose the keys. The score in row i, column j is the dot product of query i with key j.",
)
def keys_not_transposed(Q: Array, K: Array) -> Array:
    if len(K) != K.shape[1]:
        raise NotApplicable
    return Q @ K


@family.mistake(
    of="output", says="You weighted with the columns of the weights. Output row i uses row i of the weights."
)
def transposed_weights(weights: Array, V: Array) -> Array:
    if len(weights) != len(V):
        raise NotApplicable
    return weights.T @ V


@family.mistake(
    of="output", says="You took the plain mean of the values. Weight each of them with its attention."
)
def plain_mean(weights: Array, V: Array, causal: bool) -> Array:
    seen = visible(weights, causal)
    return np.asarray(seen @ V / seen.sum(axis=1, keepdims=True))


@family.mistake(
    of="output", says="You added the values as they are. Weight each of them with its attention first."
)
def plain_sum(weights: Array, V: Array, causal: bool) -> Array:
    return np.asarray(visible(weights, causal) @ V)


def visible(weights: Array, causal: bool) -> Array:
    """The mask as a picture: 1 where a position is seen, as it would weigh if all weighed the same."""
    return np.tril(np.ones(weights.shape)) if causal else np.ones(weights.shape)


@family.refuses
def nothing_to_weigh(exact: Run) -> str | None:
    """A softmax over equal scores, or a mean of equal values, teaches nothing."""
    scores, values = exact.reached["raw_scores"].tolist(), exact.values["V"].tolist()
    if len(values) > 1 and all(len(set(row)) == 1 for row in scores):
        return "all scores of a row are equal"
    if len({tuple(row) for row in values}) < len(values):
        return "two values are equal"
    return None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    n = len(fixed["Q"]) if "Q" in fixed else len(fixed["K"]) if "K" in fixed else 3 if level == "hard" else 2
    d_k = next((len(fixed[name][0]) for name in ("Q", "K") if name in fixed), 4 if level == "hard" else 2)
    entries = (0, 1, 2) if level == "warm-up" else (-1, 0, 1, 1, 2)

    def rows(count: int, columns: int, among: tuple[int, ...]) -> list[list[int]]:
        return [[rng.choice(among) for _ in range(columns)] for _ in range(count)]

    return {
        "Q": rows(n, d_k, entries),
        "K": rows(len(fixed.get("V", range(n))), d_k, entries),
        "V": rows(len(fixed.get("K", range(n))), 2, (1, 2, 3, 4, 5)),
        "causal": level != "warm-up",
    }
