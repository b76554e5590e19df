"""Attention of a recurrent decoder over the encoder's states: four scores, no scaling.

Dot and multiplicative: Luong, Pham and Manning 2015, section 3.1. Additive: Bahdanau, Cho and Bengio 2015. In the
reduced rank form the matrix of the multiplicative score is U^T V, with fewer rows than the states have numbers.
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import model_validator

from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics import recurrence, softmax
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex

Score = Literal["dot", "multiplicative", "reduced_rank", "additive"]
NEEDED: Mapping[str, tuple[str, ...]] = {
    "dot": (),
    "multiplicative": ("w",),
    "reduced_rank": ("u", "v"),
    "additive": ("w_1", "w_2", "v_a"),
}


class Parameters(Frozen):
    """The query is (d_s), states are (n, d_h); W (d_s, d_h); U (k, d_s), V (k, d_h); W_1 (d_a, d_h), W_2 (d_a, d_s)."""

    query: Vector = symbol("s", "state of the decoder: the query")
    states: Matrix = symbol("H", "states of the encoder, one source word per row")
    score: Score = symbol(r"\text{score}", "how query and state are compared", default="dot")
    w: Matrix | None = symbol(
        "W", "matrix of the multiplicative score", default=None, empty="not needed by the other scores"
    )
    u: Matrix | None = symbol(
        "U", "matrix of the query (reduced rank)", default=None, empty="not needed by the other scores"
    )
    v: Matrix | None = symbol(
        "V", "matrix of the states (reduced rank)", default=None, empty="not needed by the other scores"
    )
    w_1: Matrix | None = symbol(
        "W_1", "matrix of the states (additive score)", default=None, empty="not needed by the other scores"
    )
    w_2: Matrix | None = symbol(
        "W_2", "matrix of the query (additive score)", default=None, empty="not needed by the other scores"
    )
    v_a: Vector | None = symbol(
        "v_a", "vector of the additive score", default=None, empty="not needed by the other scores"
    )

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        given = {name: getattr(self, name) for name in NEEDED[self.score]}
        for name, array in given.items():
            if array is None:
                raise ValueError(f"{name} is missing: the {self.score} score needs {', '.join(given)}")
        d_s, d_h = len(self.query), self.states.shape[1]
        match self.score:
            case "dot":
                recurrence.check_shape("states", self.states, len(self.states), d_s)
            case "multiplicative":
                recurrence.check_shape("w", given["w"], d_s, d_h)
            case "reduced_rank":
                rank = len(given["u"])
                recurrence.check_shape("u", given["u"], rank, d_s)
                recurrence.check_shape("v", given["v"], rank, d_h)
            case "additive":
                d_a = len(given["v_a"])
                recurrence.check_shape("w_1", given["w_1"], d_a, d_h)
                recurrence.check_shape("w_2", given["w_2"], d_a, d_s)
        return self


family = Family(
    "seq2seq_attention",
    "Attention of a recurrent decoder",
    section="c.4",
    builds_on=("rnn_forward",),
    parameters=Parameters,
)


def product_cell(matrix: Array, vector: Array, at: tuple[int]) -> str:
    return latex.dot(matrix[at[0]].tolist(), vector.tolist())


def row_products_cell(states: Array, matrix: Array, at: tuple[int, int]) -> str:
    return latex.dot(matrix[at[1]].tolist(), states[at[0]].tolist())


def scores_of(states: Array, query: Array) -> Array:
    return states @ query


def line(name: str, title: str, formula: str, compute: Any, *sources: str, sign: str, numbers: Any) -> Step:
    return Step(name, title, formula, compute, sources, symbol=sign, numbers=numbers)


def scored(sources: tuple[str, str], formula: str) -> Step:
    return Step(
        "scores", "Score of each source word", formula, scores_of, sources, symbol="e", answer="scores",
        numbers=product_cell,
    )  # fmt: skip


def scoring(score: str) -> Generator[Step, Any, None]:
    """The lines up to the scores."""
    match score:
        case "dot":
            yield scored(("states", "query"), r"<states>\,<query>")
        case "multiplicative":
            yield line(
                "query_part", "Query through the matrix", r"<w>^{\top} <query>", lambda w, query: w.T @ query,
                "w", "query", sign="q", numbers=lambda w, query, at: latex.dot(query, w[:, at[0]]),
            )  # fmt: skip
            yield scored(("states", "query_part"), r"<states>\,<query_part>")
        case "reduced_rank":
            yield line(
                "query_part", "Query in few dimensions", r"<u>\,<query>", lambda u, query: u @ query, "u", "query",
                sign="q", numbers=product_cell,
            )  # fmt: skip
            yield line(
                "state_parts", "States in few dimensions, one per row", r"<states>\,<v>^{\top}",
                lambda states, v: states @ v.T, "states", "v", sign="K", numbers=row_products_cell,
            )  # fmt: skip
            yield scored(("state_parts", "query_part"), r"<state_parts>\,<query_part>")
        case _:
            yield line(
                "query_part", "Part of the query", r"<w_2>\,<query>", lambda w_2, query: w_2 @ query, "w_2", "query",
                sign="q", numbers=product_cell,
            )  # fmt: skip
            yield line(
                "state_parts", "Part of each state, one per row", r"<states>\,<w_1>^{\top}",
                lambda states, w_1: states @ w_1.T, "states", "w_1", sign="K", numbers=row_products_cell,
            )  # fmt: skip
            yield line(
                "combined", "Tanh of their sum, one row per state", r"\tanh(<state_parts> + <query_part>)",
                lambda state_parts, query_part: np.tanh(state_parts + query_part), "state_parts", "query_part",
                sign="T", numbers=lambda state_parts, query_part, at: (
                    rf"\tanh({latex.number(state_parts[at])} + {latex.signed(query_part[at[1]])})"
                ),
            )  # fmt: skip
            yield scored(("combined", "v_a"), r"<combined>\,<v_a>")


@family.unroll("scores", "weights", "context")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield from scoring(given.score)
    yield Step(
        "weights", "Attention weights", r"\operatorname{softmax}(<scores>)", softmax, ("scores",), symbol=r"\alpha",
        answer="weights", distribution=True,
        numbers=lambda scores, at: latex.softmax_cell(scores, at[0]),
    )  # fmt: skip
    yield Step(
        "context", "Context vector", r"\sum_j <weights>_j\,h_j", lambda weights, states: weights @ states,
        ("weights", "states"), symbol="c", answer="context",
        numbers=lambda weights, states, at: latex.dot(weights, states[:, at[0]]),
    )  # fmt: skip


family.gives(
    {
        "scores": ("rows(states)", "Score of the query with each state, not scaled."),
        "weights": ("rows(states)", "Softmax of the scores."),
        "context": ("columns(states)", "Sum of the states, weighted with these."),
    }
)
family.assumes(
    "Scores, with s the query and h a state: dot s·h; multiplicative s·(w h); reduced_rank (u s)·(v h); "
    "additive v_a·tanh(w_1 h + w_2 s). None is scaled and none has a bias.",
)


@family.mistake(
    of="scores",
    says="You divided by a square root. These scores are not scaled; that came with the transformer.",
)
def scaled(right: Array, query: Array) -> Array:
    return np.asarray(right / np.sqrt(len(query)))


@family.mistake(
    of="scores", says="You took the plain dot products of query and states. Use the weights of this score."
)
def plain_dot_products(states: Array, query: Array, score: str) -> Array:
    if score == "dot" or states.shape[1] != len(query):
        raise NotApplicable
    return states @ query


@family.mistake(
    of="query_part",
    says="You used the matrix the other way round. The query stands on its left: $s^{\\top} W h$.",
)
def matrix_turned(w: Array | None, query: Array, score: str) -> Array:
    if score != "multiplicative" or w is None or w.shape[0] != w.shape[1]:
        raise NotApplicable
    return w @ query


@family.mistake(
    of="combined", says="You left out the tanh. Take the tanh of the sum before you multiply by $v_a$."
)
def tanh_left_out(state_parts: Array, query_part: Array) -> Array:
    return state_parts + query_part


@family.mistake(of="combined", says="You left out the query. Its part is added to the part of every state.")
def query_left_out(state_parts: Array) -> Array:
    return np.tanh(state_parts)


@family.mistake(
    of="weights", says="You divided the scores by their sum. The softmax divides exponentials by their sum."
)
def shares_of_scores(scores: Array) -> Array:
    if not (scores >= 0).all() or not scores.any():
        raise NotApplicable
    return np.asarray(scores / scores.sum())


@family.mistake(
    of="weights",
    says="You divided by a square root. These scores are not scaled; that came with the transformer.",
)
def scaled_behind_the_scores(scores: Array, query: Array) -> Array:
    return softmax(np.asarray(scores / np.sqrt(len(query))))


@family.mistake(of="weights", says="You stopped at the exponentials. Divide each of them by the sum of all.")
def exponentials_left(scores: Array) -> Array:
    return np.exp(scores)


@family.mistake(
    of="context", says="You took the plain average of the states. Weight each state with its attention."
)
def plain_average(states: Array) -> Array:
    return np.asarray(states.mean(axis=0))


@family.mistake(
    of="context", says="You took the state with the largest weight alone. The context mixes all states."
)
def best_state_alone(weights: Array, states: Array) -> Array:
    return np.asarray(states[int(np.argmax(weights))])


@family.refuses
def nothing_to_weigh(exact: Run) -> str | None:
    scores, states = exact.reached["scores"].round(9).tolist(), exact.values["states"].tolist()
    if len(set(scores)) < len(scores):
        return "two scores are equal"
    return "two states are equal" if len(set(map(tuple, states))) < len(states) else None


ENTRIES = (-1, 0, 1, 1, 2)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    kinds = {
        "warm-up": ("dot",),
        "exam": ("multiplicative", "additive"),
        "hard": ("reduced_rank", "additive"),
    }[level]
    score = fixed.get("score", rng.choice(kinds))
    d_s = recurrence.size(fixed, 2, ("query", 0), ("w", 0), ("u", 1), ("w_2", 1))
    d_h = recurrence.size(fixed, d_s if score == "dot" else 2, ("states", 1), ("w", 1), ("v", 1), ("w_1", 1))
    drawn: dict[str, Any] = {
        "score": score,
        "query": recurrence.vector(rng, ENTRIES, d_s),
        "states": recurrence.matrix(rng, (0, 1, 1, 2), 2 if level == "warm-up" else 3, d_h),
    }
    match score:
        case "multiplicative":
            drawn["w"] = recurrence.matrix(rng, (-1, -0.5, 0, 0.5, 1), d_s, d_h)
        case "reduced_rank":
            rank = recurrence.size(fixed, 1, ("u", 0), ("v", 0))
            drawn["u"] = recurrence.matrix(rng, (-0.5, 0.5, 1), rank, d_s)
            drawn["v"] = recurrence.matrix(rng, (-1, 0.5, 1), rank, d_h)
        case "additive":
            d_a = recurrence.size(fixed, 2, ("w_1", 0), ("w_2", 0), ("v_a", 0))
            drawn["w_1"] = recurrence.matrix(rng, (-0.5, 0, 0.5, 1), d_a, d_h)
            drawn["w_2"] = recurrence.matrix(rng, (-0.5, 0.5, 1), d_a, d_s)
            drawn["v_a"] = recurrence.vector(rng, (1, 2), d_a)
    return drawn
