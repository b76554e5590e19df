"""Numbers that follow from two positions: angles, turned vectors and encodings, biases, and the resulting score."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, exp, sin

import numpy as np

from app.lab.demos.positions.state import State
from engine.demos.positions import tables
from engine.parameters import Array

ROUNDED = 0.02


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries that turn together: their angle per position, at the query and at the key, their values there, and
    the dot product of both, a summand of the score."""

    number: int
    theta: float
    angles: tuple[float, float]
    before: tuple[tuple[float, float], tuple[float, float]]
    after: tuple[tuple[float, float], tuple[float, float]]

    @property
    def product(self) -> float:
        (a, b), (c, d) = self.after
        return a * c + b * d


@dataclass(frozen=True)
class Scores:
    """The positions of the state ``at``, as its kind tells them."""

    at: State

    @cached_property
    def theta(self) -> Array:
        return tables.frequencies(self.at.size)

    @cached_property
    def vectors(self) -> tuple[Array, Array]:
        """The query and the key before they are turned: small whole numbers, none of them all zeros."""
        rng = np.random.default_rng(self.at.draw)
        q, k = rng.choice((-2.0, -1.0, 1.0, 2.0, 3.0), (2, self.at.size))
        return q, k

    @property
    def slopes(self) -> list[float]:
        return [float(slope) for slope in tables.slopes(self.at.heads)]

    def score(self, distance: int, theta: Array | None = None) -> float:
        """The score of a key ``distance`` places before the query; the position of the key itself plays no part.

        Sinusoidal: the dot product of the two encodings; RoPE: of the turned vectors, not scaled; ALiBi: the bias of
        the first head.
        """
        if self.at.kind == "alibi":
            return tables.bias(self.slopes[0], distance, 0)
        theta = self.theta if theta is None else theta
        if self.at.kind == "sinusoidal":
            return float(np.cos(distance * theta).sum())
        (a, b), (c, d) = (x.reshape(-1, 2).T for x in self.vectors)
        turn = distance * theta
        return float(((a * c + b * d) * np.cos(turn) + (a * d - b * c) * np.sin(turn)).sum())

    @property
    def sum(self) -> float:
        """The dot product, summed up pair by pair at these very positions."""
        return sum(pair.product for pair in self.pairs)

    @property
    def within(self) -> float:
        """Tolerance of the score: it accepts results from the page's rounded angles."""
        exact, shown = (
            self.score(self.at.distance, theta) for theta in (self.theta, np.round(self.theta, 4))
        )
        return ROUNDED + abs(round(shown, 2) - round(exact, 2))

    @property
    def shares(self) -> list[float]:
        """ALiBi only: the shares that a head with equal scores gives to the last of three tokens, and to the two
        before it."""
        powers = [exp(tables.bias(self.slopes[0], back, 0)) for back in range(3)]
        return [power / sum(powers) for power in powers]

    @cached_property
    def pairs(self) -> list[Pair]:
        """The arithmetic of the score: a sinusoidal encoding is (sin, cos) of each angle; RoPE turns entries by it."""
        result = []
        for number, theta in enumerate(self.theta.tolist()):
            angles = self.at.query * theta, self.at.key * theta
            if self.at.kind == "rope":
                here = [x[2 * number : 2 * number + 2].tolist() for x in self.vectors]
                after = [
                    (a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn))
                    for (a, b), turn in zip(here, angles, strict=True)
                ]
            else:
                here = [[0.0, 0.0]] * 2
                after = [(sin(turn), cos(turn)) for turn in angles]
            result.append(Pair(number, theta, angles, (tuple(here[0]), tuple(here[1])), (after[0], after[1])))
        return result
