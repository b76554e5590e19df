"""Euclidean distance between two vectors scaled to length one: the root of 2 - 2 cos."""

import math

import numpy as np

from engine.chain import Family
from engine.mathematics import exact_dot, lone
from engine.mathematics.vectors import TwoDirections, draw_vectors
from engine.parameters import Array
from engine.solutions import latex

NEAR = 1e-4  # squared; from here on half of the digits of a float are left

family = Family(
    "normalized_distance",
    "Distance between unit vectors",
    section="2.4",
    builds_on=("cosine_similarity", "euclidean_distance"),
    parameters=TwoDirections,
)


@family.step("Dot product", r"<u> \cdot <v>", symbol=r"u \cdot v", numbers=latex.dot)
def dot(u: Array, v: Array) -> float:
    return lone(u @ v)


@family.step(
    "Product of the lengths", r"|u| \cdot |v|", symbol=r"|u||v|",
    numbers=lambda u, v: rf"{latex.norm(u)} \cdot {latex.norm(v)}",
)  # fmt: skip
def lengths(u: Array, v: Array) -> float:
    return lone(np.sqrt((u @ u) * (v @ v)))


@family.step("Cosine similarity", r"\frac{<dot>}{<lengths>}", symbol=r"\cos(u, v)")
def cosine(dot: float, lengths: float) -> float:
    return dot / lengths


@family.step(
    "Distance between the unit vectors", r"\sqrt{2 - 2 \cdot <cosine>}", symbol=r"|\hat u - \hat v|",
    numbers=lambda cosine, u, v: rf"\sqrt{{2 - 2 \cdot {latex.signed(cosine)}}}",
)  # fmt: skip
def distance(cosine: float, u: Array, v: Array) -> float:
    """The distance; for nearly parallel vectors computed from these, as their cosine has lost what tells them apart."""
    squared = 2 - 2 * cosine
    if squared < NEAR and cosine == dot(u, v) / lengths(u, v):
        squared = exactly_squared(u, v)
    return lone(np.sqrt(max(squared, 0.0)))


def exactly_squared(u: Array, v: Array) -> float:
    """2 - 2 cos in fractions but for one root: 2 (|u|^2 |v|^2 - (u v)^2) / (|u||v| (|u||v| + u v))."""
    product, squares = exact_dot(u, v), exact_dot(u, u) * exact_dot(v, v)
    both = math.sqrt(squares)
    return float(2 * (squares - product**2)) / (both * (both + float(product)))


family.gives(
    {
        "dot": ("number", "Dot product of u and v."),
        "lengths": ("number", "Product of the lengths of u and v."),
        "cosine": ("number", "Dot product over this product."),
        "distance": (
            "number",
            "Distance of the two vectors scaled to length 1: the root of 2 minus 2 cosine.",
        ),
    }
)


@family.mistake(
    of="distance", says="That is the distance of the vectors themselves. Scale both to length one first."
)
def not_normalized(u: Array, v: Array) -> float:
    return lone(np.sqrt(((u - v) ** 2).sum()))


@family.mistake(of="distance", says="You left out the square root: 2 - 2 cos is the squared distance.")
def root_forgotten(cosine: float) -> float:
    return 2 - 2 * cosine


@family.mistake(of="distance", says="You left out the 2 before the cosine. Under the root stands 2 - 2 cos.")
def cosine_not_doubled(cosine: float) -> float:
    return lone(np.sqrt(2 - cosine))


@family.mistake(
    of="distance",
    says="You took 1 - cos, the cosine distance. Between unit vectors it is the root of 2 - 2 cos.",
)
def cosine_distance(cosine: float) -> float:
    return 1 - cosine


@family.mistake(
    of="distance", says="You took 2 + 2 cos. The closer the directions, the smaller the distance: 2 - 2 cos."
)
def plus_for_minus(cosine: float) -> float:
    return lone(np.sqrt(2 + 2 * cosine))


@family.mistake(
    of="cosine", says="You left out the lengths: the dot product must be divided by |u| and by |v|."
)
def dot_alone(dot: float) -> float:
    return dot


@family.mistake(
    of="lengths",
    says="You left out the square roots in the lengths. Each length is the root of its sum of squares.",
)
def squared_lengths(u: Array, v: Array) -> float:
    return lone((u @ u) * (v @ v))


family.draws(draw_vectors)
