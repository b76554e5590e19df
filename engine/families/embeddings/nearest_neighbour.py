"""The candidate nearest to a query, by the angle and by the distance: the two can disagree."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from engine.answers.forms import Choice
from engine.chain import Family, Run
from engine.mathematics import exact_dot, lone, minus
from engine.mathematics.vectors import SIZES, draw_direction
from engine.parameters import Array, Frozen, Vector, symbol
from engine.solutions import latex

Name = Annotated[str, Field(min_length=1, max_length=40)]
Candidates = Mapping[str, Array]
Numbers = dict[str, float]
HONEST = 0.0101  # how far rounding to two decimals may move a number that is then compared
NOISE = 1e-9


class Parameters(Frozen):
    query: Vector = symbol("q", "query vector")
    candidates: dict[Name, Vector] = symbol("c", "named candidate vectors", min_length=2, max_length=20)

    @model_validator(mode="after")
    def comparable(self) -> "Parameters":
        if not self.query.any():
            raise ValueError("query must not be zero: the zero vector has no direction")
        for name, vector in self.candidates.items():
            if len(vector) != len(self.query):
                raise ValueError(f"candidates: {name} must have as many entries as the query")
            if not vector.any():
                raise ValueError(f"candidates: {name} must not be zero: the zero vector has no direction")
        return self


family = Family(
    "nearest_neighbour",
    "Nearest neighbour by angle and by distance",
    section="2.4",
    builds_on=("cosine_similarity", "euclidean_distance"),
    parameters=Parameters,
)


@family.step(
    "Dot products with the query", r"<query> \cdot <candidates>", symbol=r"q \cdot c",
    numbers=lambda query, candidates, at: latex.dot(query, candidates[at[0]]),
)  # fmt: skip
def dots(query: Array, candidates: Candidates) -> Numbers:
    return {name: lone(query @ vector) for name, vector in candidates.items()}


@family.step("Length of the query", r"\sqrt{\textstyle\sum_i q_i^2}", symbol=r"|q|", numbers=latex.norm)
def query_norm(query: Array) -> float:
    return lone(np.sqrt(query @ query))


@family.step(
    "Lengths of the candidates", r"\sqrt{\textstyle\sum_i c_i^2}", symbol=r"|c|",
    numbers=lambda candidates, at: latex.norm(candidates[at[0]]),
)  # fmt: skip
def norms(candidates: Candidates) -> Numbers:
    return {name: lone(np.sqrt(vector @ vector)) for name, vector in candidates.items()}


@family.step(
    "Cosine similarities", r"\frac{<dots>}{<query_norm> \cdot <norms>}", symbol=r"\cos(q, c)",
    numbers=lambda dots, query_norm, norms, at: (
        rf"\frac{{{latex.number(dots[at[0]])}}}{{{latex.number(query_norm)} \cdot {latex.number(norms[at[0]])}}}"
    ),
)  # fmt: skip
def cosine(dots: Numbers, query_norm: float, norms: Numbers) -> Numbers:
    return {name: dots[name] / (query_norm * norms[name]) for name in dots}


@family.step(
    "Euclidean distances", r"|<query> - <candidates>|", symbol=r"|q - c|",
    numbers=lambda query, candidates, at: latex.norm(query - candidates[at[0]]),
)  # fmt: skip
def euclidean(query: Array, candidates: Candidates) -> Numbers:
    return {name: lone(np.sqrt((minus(query, vector) ** 2).sum())) for name, vector in candidates.items()}


@family.step(
    "Nearest by angle", r"\text{largest } <cosine>", form=Choice("candidates"), symbol=r"\text{nearest by angle}",
    numbers=lambda cosine, query, candidates: rf"\max({latex.value(list(cosine.values()))})",
)  # fmt: skip
def nearest_by_cosine(cosine: Numbers, query: Array, candidates: Candidates) -> str:
    return highest(cosine, {name: cosine_of(query, vector) for name, vector in candidates.items()},
                   lambda name: squared_cosine(query, candidates[name]))  # fmt: skip


@family.step(
    "Nearest by distance", r"\text{smallest } <euclidean>", form=Choice("candidates"),
    symbol=r"\text{nearest by distance}",
    numbers=lambda euclidean, query, candidates: rf"\min({latex.value(list(euclidean.values()))})",
)  # fmt: skip
def nearest_by_euclidean(euclidean: Numbers, query: Array, candidates: Candidates) -> str:
    return highest({name: -distance for name, distance in euclidean.items()},
                   {name: -length(minus(query, vector)) for name, vector in candidates.items()},
                   lambda name: -squared_distance(query, candidates[name]))  # fmt: skip


def highest(reached: Numbers, true: Numbers, exact: Callable[[str], Fraction]) -> str:
    """The first name with the highest value: on the exact values while ``reached`` are the true ones, rounded.

    Floats suffice unless two of the best differ by noise alone; then fractions of the typed decimals decide.
    """
    values = true if all(abs(true[name] - reached[name]) <= HONEST for name in true) else reached
    most = max(values.values())
    best = [name for name, value in values.items() if most - value < NOISE]
    return max(best, key=exact) if values is true and len(best) > 1 else best[0]


def length(vector: Array) -> float:
    return math.sqrt(vector @ vector)


def cosine_of(u: Array, v: Array) -> float:
    return lone(u @ v) / (length(u) * length(v))


def squared_cosine(u: Array, v: Array) -> Fraction:
    """The cosine's square with the cosine's sign: ranks as the cosine does, without a root."""
    dot = exact_dot(u, v)
    return dot * abs(dot) / (exact_dot(u, u) * exact_dot(v, v))


def squared_distance(u: Array, v: Array) -> Fraction:
    return exact_dot(u, u) - 2 * exact_dot(u, v) + exact_dot(v, v)


family.gives(
    {
        "dots": ("{candidates}: number", "Dot product of the query with each candidate."),
        "query_norm": ("number", "Length of the query."),
        "norms": ("{candidates}: number", "Length of each candidate."),
        "cosine": ("{candidates}: number", "Cosine similarity of the query with each candidate."),
        "euclidean": ("{candidates}: number", "Euclidean distance of the query from each candidate."),
        "nearest_by_cosine": ("text", "Name of the candidate with the largest cosine."),
        "nearest_by_euclidean": ("text", "Name of the candidate at the smallest distance."),
    }
)
family.assumes(
    "Ties go to the candidate given first.",
)


@family.mistake(
    of="nearest_by_cosine", says="You took the smallest cosine. The nearest by angle has the largest."
)
def smallest_cosine(cosine: Numbers) -> str:
    return min(cosine, key=lambda name: cosine[name])


@family.mistake(
    of="nearest_by_euclidean", says="You took the largest distance. The nearest has the smallest."
)
def largest_distance(euclidean: Numbers) -> str:
    return max(euclidean, key=lambda name: euclidean[name])


@family.mistake(
    of="nearest_by_cosine",
    says="You ranked by the dot product, which favours long vectors. Divide by the lengths first.",
)
def by_dot_product(dots: Numbers) -> str:
    return max(dots, key=lambda name: dots[name])


@family.mistake(of="cosine", says="You left out the lengths: divide each dot product by |q| and by |c|.")
def dots_for_cosines(dots: Numbers) -> Numbers:
    return dots


@family.mistake(
    of="cosine", says="You divided by the candidate's length only. Divide by the query's length too."
)
def one_length(dots: Numbers, norms: Numbers) -> Numbers:
    return {name: dots[name] / norms[name] for name in dots}


@family.mistake(of="euclidean", says="You left out the square root of the sum of squares.")
def squared_distances(query: Array, candidates: Candidates) -> Numbers:
    return {name: lone(((query - vector) ** 2).sum()) for name, vector in candidates.items()}


@family.mistake(
    of="euclidean", says="You added the sizes of the differences. Square each one, add, then take the root."
)
def manhattan(query: Array, candidates: Candidates) -> Numbers:
    return {name: float(np.abs(query - vector).sum()) for name, vector in candidates.items()}


@family.refuses
def near_tie(exact: Run) -> str | None:
    """Two candidates that two decimals cannot rank."""
    for name in ("cosine", "euclidean"):
        ranked = sorted(exact.reached[name].values())
        if min(ranked[1] - ranked[0], ranked[-1] - ranked[-2]) < 2 * HONEST:
            return "two candidates are too close to be ranked from two decimals"
    return None


NAMES = ("cat", "dog", "car", "tree", "king", "queen", "apple", "river", "piano", "train")


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = len(fixed["query"]) if "query" in fixed else min(SIZES[level], 3)
    lowest = 0 if level == "warm-up" else -1
    names = rng.sample(NAMES, 2 if level == "warm-up" else 3)
    query = draw_direction(rng, size, 0, 4)
    given = np.array(fixed.get("query", query), dtype=float)
    wants_contrast = rng.random() < 0.5
    for _ in range(8):  # often, the dot product should point to another candidate than the cosine
        candidates = {name: draw_direction(rng, size, lowest, 6) for name in names}
        vectors = {name: np.array(vector, dtype=float) for name, vector in candidates.items()}
        by_dot = max(vectors, key=lambda name: lone(given @ vectors[name]))
        by_angle = max(vectors, key=lambda name: cosine_of(given, vectors[name]) if given.any() else 0.0)
        if not wants_contrast or by_dot != by_angle:
            break
    return {"query": query, "candidates": candidates}
