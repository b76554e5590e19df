"""Cosine of the angle between two vectors: their dot product over the product of their lengths."""

import math

import numpy as np

from engine.chain import Family, Run
from engine.mathematics import lone
from engine.mathematics.vectors import TwoDirections, draw_vectors, in_the_plane
from engine.parameters import Array
from engine.solutions import latex
from engine.solutions.pictures import Plane

family = Family("cosine_similarity", "Cosine similarity", section="2.4", parameters=TwoDirections)


@family.step("Dot product", r"<u> \cdot <v>", symbol=r"u \cdot v", numbers=latex.dot)
def dot(u: Array, v: Array) -> float:
    return lone(u @ v)


@family.step("Length of u", r"\sqrt{\textstyle\sum_i u_i^2}", symbol=r"|u|", numbers=latex.norm)
def norm_u(u: Array) -> float:
    return lone(np.sqrt(u @ u))


@family.step("Length of v", r"\sqrt{\textstyle\sum_i v_i^2}", symbol=r"|v|", numbers=latex.norm)
def norm_v(v: Array) -> float:
    return lone(np.sqrt(v @ v))


@family.step("Cosine similarity", r"\frac{<dot>}{<norm_u> \cdot <norm_v>}", symbol=r"\cos(u, v)")
def cosine(dot: float, norm_u: float, norm_v: float) -> float:
    return dot / (norm_u * norm_v)


@family.picture(after="cosine")
def angle(exact: Run) -> Plane:
    return in_the_plane(exact, angle=f"{math.degrees(math.acos(clipped(exact.reached['cosine']))):.0f}°")


def clipped(cosine: float) -> float:
    """The cosine without the float noise that carries it beyond one."""
    return max(-1.0, min(1.0, cosine))


family.gives(
    {
        "dot": ("number", "Dot product of u and v."),
        "norm_u": ("number", "Length of u."),
        "norm_v": ("number", "Length of v."),
        "cosine": ("number", "Dot product over the product of the lengths."),
    }
)


@family.mistake(
    of="cosine", says="You left out the lengths: the dot product must be divided by |u| and by |v|."
)
def dot_alone(dot: float) -> float:
    return dot


@family.mistake(of="cosine", says="You divided by one length only. Divide the dot product by |u| and by |v|.")
def one_length(dot: float, norm_u: float) -> float:
    return dot / norm_u


@family.mistake(of="cosine", says="You divided by the sum of the lengths. Divide by their product.")
def sum_of_lengths(dot: float, norm_u: float, norm_v: float) -> float:
    return dot / (norm_u + norm_v)


@family.mistake(
    of="norm_u",
    says="You left out the square root in the length of $u$: it is the root of the sum of squares.",
    slip="root of a length forgotten",
)
def root_forgotten_u(u: Array) -> float:
    return lone(u @ u)


@family.mistake(
    of="norm_v",
    says="You left out the square root in the length of $v$: it is the root of the sum of squares.",
    slip="root of a length forgotten",
)
def root_forgotten_v(v: Array) -> float:
    return lone(v @ v)


@family.mistake(
    of="cosine", says="You divided by the squared lengths. Take the square root of each sum of squares."
)
def squared_lengths(dot: float, norm_u: float, norm_v: float) -> float:
    return dot / (norm_u * norm_v) ** 2


@family.mistake(
    of="norm_u",
    says="For the length of $u$ you added the entries without their signs. It is the root of the sum of their squares.",
    slip="entries added for a length",
)
def sum_of_entries(u: Array) -> float:
    return float(np.abs(u).sum())


@family.mistake(
    of="norm_v",
    says="For the length of $v$ you added the entries without their signs. It is the root of the sum of their squares.",
    slip="entries added for a length",
)
def sum_of_entries_v(v: Array) -> float:
    return float(np.abs(v).sum())


@family.mistake(of="cosine", says="That is the Euclidean distance. Cosine similarity compares directions.")
def distance_for_cosine(u: Array, v: Array) -> float:
    return lone(np.sqrt(((u - v) ** 2).sum()))


@family.mistake(
    of="cosine", says="That is the angle. The cosine itself is asked: leave out the inverse cosine."
)
def angle_in_degrees(dot: float, norm_u: float, norm_v: float) -> float:
    return math.degrees(math.acos(clipped(dot / (norm_u * norm_v))))


@family.mistake(
    of="cosine",
    says="That is the angle in radians. The cosine itself is asked: leave out the inverse cosine.",
)
def angle_in_radians(dot: float, norm_u: float, norm_v: float) -> float:
    return math.acos(clipped(dot / (norm_u * norm_v)))


family.draws(draw_vectors)
