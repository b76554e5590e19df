"""The ladder: a rung for each model that is known, and before a prediction room for one's own; after it, what came.

Rungs stand one step apart, the highest perplexity on top, so that each can be read; between two of them heights follow
the numbers evenly. ``static/lab/rung.js`` moves one's own rung along the same ``knots``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

STEP = 30  # between two rungs
TOP = 20  # of the rails
HIGHEST, LOWEST = 64.0, 1.0  # perplexities at the ends of the rails; none is below 1
BELOW = 2  # steps from the lowest rung to the end
LINE = 19  # between the baselines of two names beside the rails


@dataclass(frozen=True, slots=True)
class Rung:
    name: str
    perplexity: float
    y: float


@dataclass(frozen=True, slots=True)
class Beside:
    """A number at its height beside the rails, with its text at ``text_y``."""

    perplexity: float
    y: float
    text_y: float


@dataclass(frozen=True)
class Rungs:
    """Models by name, each with its perplexity as it is shown, from the highest to the lowest."""

    models: Sequence[tuple[str, float]]

    @property
    def rungs(self) -> list[Rung]:
        return [Rung(name, height, TOP + STEP * n) for n, (name, height) in enumerate(self.models, 1)]

    @property
    def named(self) -> list[tuple[str, str]]:
        """The rungs as a sentence names them."""
        return [(one.name, f"{one.perplexity:.2f}") for one in self.rungs]

    @property
    def bottom(self) -> float:
        return self.rungs[-1].y + BELOW * STEP

    @property
    def knots(self) -> list[tuple[float, float]]:
        """Perplexities with their heights in the picture, from the top of the rails to their foot."""
        return [(HIGHEST, TOP), *((one.perplexity, one.y) for one in self.rungs), (LOWEST, self.bottom)]

    def height(self, perplexity: float) -> float:
        """The y of a perplexity; beyond the rails, that of their end."""
        for (above, y), (below, next_y) in pairwise(self.knots):
            if perplexity >= below:
                return y + (above - min(perplexity, above)) / (above - below) * (next_y - y)
        return self.bottom

    def beside(self, perplexity: float, other: Beside | None = None) -> Beside:
        """The place of a perplexity beside the rails, its text clear of that of the ``other`` one."""
        y = self.height(perplexity)
        if other is None or abs(y - other.y) >= LINE:
            return Beside(perplexity, y, y)
        return Beside(perplexity, y, other.y + LINE if y >= other.y else other.y - LINE)
