"""A word compared with two others: by all numbers of its vector, and on paper by three of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.demos.vectors.embeddings import MEASURES, Pair, Ranked, WordVectors

NEAR = 6  # neighbours that are listed


@dataclass(frozen=True, slots=True)
class Compared:
    """The word beside another one: with the rounded numbers of the page, and with all numbers."""

    other: str
    paper: Pair
    full: Pair


@dataclass(frozen=True)
class Comparison:
    """The word beside the ``first`` and the ``second`` other one."""

    vectors: WordVectors
    word: str
    first: str
    second: str

    @cached_property
    def paper(self) -> WordVectors:
        """The three words rotated so that three numbers hold each of them, and rounded."""
        return self.vectors.on_paper((self.word, self.first, self.second))

    @property
    def pairs(self) -> tuple[Compared, Compared]:
        return self._pair(1, self.first), self._pair(2, self.second)

    def _pair(self, row: int, other: str) -> Compared:
        paper = Pair(*self.paper.table[[0, row]].tolist())
        return Compared(other, paper, Pair(self.vectors[self.word].tolist(), self.vectors[other].tolist()))

    @property
    def measures_disagree(self) -> bool:
        """True if one of the two words is nearer by angle and the other by distance, on paper too."""
        first, second = self.pairs
        signs = {
            np.sign((one.cosine - other.cosine) * (one.distance - other.distance))
            for one, other in ((first.paper, second.paper), (first.full, second.full))
        }
        return signs == {1.0}


def neighbours(vectors: WordVectors, word: str) -> list[tuple[str, Ranked, dict[str, int]]]:
    """The nearest words by each measure, with their ranks by the other measure."""
    ranked = {measure: vectors.neighbours(word, measure) for measure in MEASURES}
    ranks = {
        measure: {other: rank for rank, (other, _) in enumerate(found, 1)}
        for measure, found in ranked.items()
    }
    others = zip(MEASURES, reversed(MEASURES), strict=True)
    return [(measure, ranked[measure][:NEAR], ranks[other]) for measure, other in others]
