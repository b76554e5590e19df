"""Two grids that fill token by token: what a decoder with a cache computes at a step, and what one without repeats.

One query head of one layer: a key and a value of each token that is read, and below them the scores, whose row is the
token that asks. Nothing is drawn of what comes later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.demos.cache import cost
from engine.demos.cache.cost import Shape

STEPS = 5  # tokens that are read in the grids
CELL, GAP, LEFT, TOP = 20, 8, 16, 17  # of the drawing; the gap is between the values and the scores

How = Literal["now", "masked", "kept", "before"]
SAID: Mapping[How, str] = {
    "now": "computed now",
    "masked": "computed now, then masked",
    "kept": "kept",
    "before": "computed earlier, not needed any more",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell at its place in the drawing: computed ``now``, computed and then ``masked``, ``kept`` from an earlier
    step, or computed ``before`` and not needed any more."""

    x: int
    y: int
    how: How
    what: str

    @property
    def says(self) -> str:
        return f"{self.what}: {SAID[self.how]}"


@dataclass(frozen=True, slots=True)
class Counts:
    """The work of one step: tokens, scores of one head, multiply-adds of the whole model."""

    tokens: int
    scores: int
    multiply_adds: int


def counted(shape: Shape, step: int, cached: bool) -> Counts:
    """The counts of a step in which ``step`` tokens have been read."""
    new = 1 if cached else step
    found = cost.work(shape, new, step - new)
    return Counts(new, found.attention // (2 * shape.layers * shape.width), found.all)


@dataclass(frozen=True, slots=True)
class Grids:
    """The grids of a model at one ``step``, which has read so many of the ``letters``."""

    shape: Shape
    step: int
    letters: str

    @property
    def size(self) -> tuple[int, int]:
        return LEFT + STEPS * CELL + 2, TOP + (STEPS + 2) * CELL + GAP + 2

    @property
    def columns(self) -> list[tuple[int, str]]:
        """The letters that were read, each over the middle of its column."""
        return [(LEFT + n * CELL + CELL // 2, letter) for n, letter in enumerate(self.letters[: self.step])]

    @property
    def rows(self) -> list[tuple[int, str]]:
        """Names of rows, each at the middle of its height: key, value, the letters that ask."""
        names = ("k", "v", *self.letters[: self.step])
        return [(_row(n) + CELL // 2, name) for n, name in enumerate(names)]

    def cells(self, cached: bool) -> list[Cell]:
        kept = [
            Cell(
                _column(n),
                _row(row),
                "now" if n == self.step - 1 or not cached else "kept",
                f"{name} of token {n + 1}, {self.letters[n]}",
            )
            for row, name in enumerate(("key", "value"))
            for n in range(self.step)
        ]
        return kept + [
            Cell(
                _column(n),
                _row(row + 2),
                self._score(row, n, cached),
                f"score of token {row + 1}, {self.letters[row]}, on token {n + 1}, {self.letters[n]}",
            )
            for row in range(self.step)
            for n in range(row + 1 if cached else self.step)
        ]

    def _score(self, row: int, column: int, cached: bool) -> How:
        if cached and row < self.step - 1:
            return "before"
        return "masked" if column > row else "now"

    @property
    def now(self) -> tuple[Counts, Counts]:
        """The counts of this step, with a cache and without."""
        return counted(self.shape, self.step, True), counted(self.shape, self.step, False)

    @property
    def every(self) -> Sequence[tuple[int, Counts, Counts]]:
        """The counts of each step, with a cache and without."""
        return [
            (step, counted(self.shape, step, True), counted(self.shape, step, False))
            for step in range(1, STEPS + 1)
        ]


def _column(n: int) -> int:
    return LEFT + n * CELL


def _row(n: int) -> int:
    return TOP + n * CELL + (GAP if n > 1 else 0)
