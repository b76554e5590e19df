"""Rotary position embedding (Su et al. 2021, RoFormer): each pair of entries is turned by an angle of its own.

``turns`` is (pairs, 2): the cosine and the sine of each angle. ``pairs`` says which entries turn together: "adjacent"
(0, 1), (2, 3) ..., as in the paper, or "halves" (0, d/2), (1, d/2 + 1) ..., as in many programs.
"""

from typing import Annotated, Literal

import numpy as np
from pydantic import AfterValidator

from engine.answers.forms import Fixed
from engine.parameters import NUMBER, Array, Vector, listed
from engine.solutions import latex

FINE = Fixed(4)  # for angles, cosines and sines: their rounding is multiplied by the entries
TURNED = r"\begin{pmatrix} a \cos - b \sin \\ a \sin + b \cos \end{pmatrix}\ \text{for each pair } a,\ b"
PAIRS = "which entries turn together: adjacent (0, 1), (2, 3) ..., or halves (0, d/2), (1, d/2 + 1) ..."

CLOCKWISE = "You turned clockwise. Counter-clockwise, a pair becomes (a cos − b sin, a sin + b cos)."
DEGREES = "Your calculator was set to degrees. The angles are in radians: cos 1 is 0.54, not 1.00."
HALVES = "Right with the pairs (i, i + d/2), as many programs have it. Here neighbours form a pair: (0, 1), (2, 3)."


def _even(vector: Array) -> Array:
    if len(vector) % 2:
        raise ValueError("must have an even number of entries: they are turned in pairs")
    return vector


EvenVector = Annotated[Vector, AfterValidator(_even), listed(NUMBER, least=2)]
Pairs = Literal["adjacent", "halves"]


def angle(position: str) -> str:
    """The formula of the angles, with slots for ``position`` and the base."""
    return rf"<{position}> \cdot <base>^{{-2i/d}},\quad i = 0, 1, \dots"


def turn(angles: str) -> str:
    """The formula of the cosine and the sine of each angle."""
    return rf"(\cos <{angles}>,\ \sin <{angles}>)"


def angles_of(position: float, base: float, size: int) -> Array:
    """The angle of each pair in radians, shape (pairs,)."""
    return np.asarray(position * base ** (-np.arange(0, size, 2) / size))


def turns_of(angles: Array) -> Array:
    """The cosine and the sine of each angle, shape (pairs, 2)."""
    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def paired(x: Array, pairs: str) -> tuple[Array, Array]:
    """The first and the second entries of all pairs."""
    both = x.reshape(-1, 2).T if pairs == "adjacent" else x.reshape(2, -1)
    return both[0], both[1]


def joined(first: Array, second: Array, pairs: str) -> Array:
    """The inverse of ``paired``: one vector of the first and the second entries of all pairs."""
    return np.stack((first, second), axis=1 if pairs == "adjacent" else 0).ravel()


def turned(x: Array, turns: Array, pairs: str) -> Array:
    """Every pair turned counter-clockwise."""
    (a, b), (cosines, sines) = paired(x, pairs), turns.T
    return joined(a * cosines - b * sines, a * sines + b * cosines, pairs)


def turned_back(x: Array, turns: Array, pairs: str) -> Array:
    """Every pair turned clockwise: the classic slip of a sign."""
    return turned(x, turns * [1, -1], pairs)


def angle_numbers(position: int, base: float, size: int, pair: int) -> str:
    """One angle with its numbers, as LaTeX."""
    return rf"{position} \cdot {latex.number(base)}^{{-{2 * pair}/{size}}}"


def turn_numbers(angles: Array, at: tuple[int, int]) -> str:
    """One cosine or sine with its number, as LaTeX."""
    return (r"\sin " if at[1] else r"\cos ") + latex.number(angles[at[0]])


def turned_numbers(x: Array, turns: Array, pairs: str, at: tuple[int]) -> str:
    """One entry of the turned vector, with its numbers."""
    later, pair = divmod(at[0], 2)[::-1] if pairs == "adjacent" else divmod(at[0], len(turns))
    a, b = (latex.signed(float(entries[pair])) for entries in paired(x, pairs))
    cosine, sine = map(latex.signed, turns[pair].tolist())
    return rf"{a} \cdot {sine} + {b} \cdot {cosine}" if later else rf"{a} \cdot {cosine} - {b} \cdot {sine}"
