"""Straight-line distance between two vectors."""

import numpy as np

from engine.chain import Family, NotApplicable, Run
from engine.mathematics import lone, minus
from engine.mathematics.vectors import TwoVectors, draw_vectors, in_the_plane
from engine.parameters import Array
from engine.solutions import latex
from engine.solutions.pictures import Plane

family = Family("euclidean_distance", "Euclidean distance", section="2.4", parameters=TwoVectors)


@family.step(
    "Difference", r"<u> - <v>", symbol=r"\Delta",
    numbers=lambda u, v, at: f"{latex.number(u[at[0]])} - {latex.signed(v[at[0]])}",
)  # fmt: skip
def difference(u: Array, v: Array) -> Array:
    return np.asarray(minus(u, v))


@family.step("Sum of squares", r"\textstyle\sum_i \Delta_i^2", symbol=r"|\Delta|^2", numbers=latex.squares)
def squared_distance(difference: Array) -> float:
    return lone(difference @ difference)


@family.step("Euclidean distance", r"\sqrt{<squared_distance>}", symbol=r"|u - v|")
def distance(squared_distance: float) -> float:
    return lone(np.sqrt(squared_distance))


@family.picture(after="distance")
def apart(exact: Run) -> Plane | None:
    if not (exact.values["u"].any() and exact.values["v"].any()):
        return None
    return in_the_plane(exact, distance=f"{exact.reached['distance']:.2f}")


family.gives(
    {
        "difference": ("len(u)", "u minus v."),
        "squared_distance": ("number", "Sum of the squared differences."),
        "distance": ("number", "Its square root."),
    }
)


@family.mistake(of="distance", says="You left out the square root at the end.")
def root_forgotten(squared_distance: float) -> float:
    return squared_distance


@family.mistake(
    of="squared_distance", says="You added the sizes of the differences. Square each one, then add."
)
def manhattan(difference: Array) -> float:
    return float(np.abs(difference).sum()) ** 2


@family.mistake(
    of="squared_distance",
    says="You added the differences with their signs and squared the sum. Square each one first, then add.",
)
def square_of_the_sum(difference: Array) -> float:
    if abs(difference.sum()) == np.abs(difference).sum():
        raise NotApplicable  # all of one sign: that is the sum of the differences, squared
    return lone(difference.sum() ** 2)


@family.mistake(
    of="squared_distance", says="You averaged the squares. The distance adds them, however many there are."
)
def mean_of_squares(difference: Array) -> float:
    return lone((difference**2).mean())


@family.mistake(of="difference", says="You added the vectors. The distance starts from u - v.")
def sum_for_difference(u: Array, v: Array) -> Array:
    return u + v


@family.mistake(
    of="distance", says="You took the difference of the two lengths. Take the length of the difference."
)
def difference_of_lengths(u: Array, v: Array) -> float:
    return float(abs(np.sqrt(u @ u) - np.sqrt(v @ v)))


@family.refuses
def same_place(exact: Run) -> str | None:
    return None if exact.reached["distance"] else "both vectors are the same"


family.draws(draw_vectors)
