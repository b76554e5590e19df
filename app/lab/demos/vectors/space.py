"""All words in three dimensions, seen from one side: along the three directions in which they differ most."""

from dataclasses import dataclass
from functools import cached_property
from math import radians
from typing import Literal

import numpy as np

from app.lab.demos.vectors.comparison import NEAR
from app.web.drawing.labels import Room
from engine.demos.vectors.embeddings import WordVectors
from engine.parameters import Array

WIDTH, HEIGHT, MARGIN = 440, 340, 12
SMALL, GROWS = 2.0, 2.0  # the radius of the farthest dot, and what the nearest one has more

Role = Literal["word", "compared", "neighbour", "other"]


@dataclass(frozen=True, slots=True)
class Dot:
    """A word at its place in the drawing. ``near`` is 0 for the farthest word of this view and 1 for the nearest."""

    word: str
    x: float
    y: float
    near: float
    role: Role

    @property
    def radius(self) -> float:
        return round(SMALL + GROWS * self.near + (self.role != "other"), 2)

    @property
    def opacity(self) -> float:
        return round(0.25 + 0.5 * self.near, 2)


@dataclass(frozen=True)
class Space:
    """The words after a ``turn`` by so many degrees about the upright axis, seen from the front without
    perspective. Named are the word, the ``compared`` ones and the nearest neighbours by angle."""

    vectors: WordVectors
    word: str
    compared: tuple[str, ...]
    turn: int

    size = WIDTH, HEIGHT

    @cached_property
    def components(self) -> Array:
        """The principal components of all words: to the right, up, and to the front where nothing is turned."""
        centred = self.vectors.table - self.vectors.table.mean(0)
        return np.asarray(centred @ self.vectors.axes(self.vectors.words, 3))  # (V, 3)

    @property
    def share(self) -> float:
        """The share of all variance that three components have, from 0 to 1."""
        centred = self.vectors.table - self.vectors.table.mean(0)
        return float((self.components**2).sum() / (centred**2).sum())

    @cached_property
    def turned(self) -> Array:
        """Each word's place to the right, up and to the front, as it is seen."""
        right, up, front = self.components.T
        cos, sin = np.cos(radians(self.turn)), np.sin(radians(self.turn))
        return np.column_stack((right * cos + front * sin, up, front * cos - right * sin))  # (V, 3)

    @cached_property
    def named(self) -> dict[str, Role]:
        named: dict[str, Role] = {self.word: "word"}
        named |= {word: "compared" for word in self.compared if word not in named}
        neighbours = (word for word, _ in self.vectors.neighbours(self.word)[:NEAR])
        return named | {word: "neighbour" for word in neighbours if word not in named}

    @cached_property
    def dots(self) -> list[Dot]:
        """The words, those at the back first, with the named ones after all others."""
        right, up, front = self.components.T
        widest = float(np.hypot(right, front).max())  # whatever the turn, so that no word grows
        scale = min((WIDTH / 2 - MARGIN) / widest, (HEIGHT - 2 * MARGIN) / float(np.ptp(up)))
        middle = float(up.max() + up.min()) / 2
        dots = [
            Dot(
                word,
                round(WIDTH / 2 + scale * x, 1),
                round(HEIGHT / 2 - scale * (y - middle), 1),
                (z + widest) / (2 * widest),
                self.named.get(word, "other"),
            )
            for word, (x, y, z) in zip(self.vectors.words, self.turned.tolist(), strict=True)
        ]
        return sorted(dots, key=lambda dot: (dot.role != "other", dot.near))

    @property
    def labels(self) -> list[tuple[Dot, tuple[float, float, str]]]:
        """The named words, the chosen ones first: where each name stands, and its SVG anchor."""
        placed = {dot.word: dot for dot in self.dots}
        dots = [placed[word] for word in self.named]
        inside = (2.0, 2.0, WIDTH - 2.0, HEIGHT - 2.0)
        room = Room([(dot.x - 4, dot.y - 4, dot.x + 4, dot.y + 4) for dot in dots], inside=inside)
        return [(dot, room.free(dot.x, dot.y, dot.word)) for dot in dots]
