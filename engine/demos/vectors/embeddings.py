"""Questions to word vectors: neighbours by angle and by distance, analogies, lengths against frequencies.

A word's direction tells its meaning, its length rather how often it was met; so the angle (cosine) and the distance
(Euclid) may rank neighbours differently. NumPy alone: the page asks this of a recorded run too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from engine.parameters import Array

Measure = Literal["cosine", "euclid"]
MEASURES: tuple[Measure, ...] = ("cosine", "euclid")
Ranked = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Flip:
    """Two neighbours that change places: by angle ``by_angle`` is nearer to the query, by distance ``by_distance``.

    ``cosines`` and ``distances`` are of those two, in that order; ``clear`` is the smaller of the two differences."""

    query: str
    by_angle: str
    by_distance: str
    cosines: tuple[float, float]
    distances: tuple[float, float]

    @property
    def clear(self) -> float:
        return min(self.cosines[0] - self.cosines[1], self.distances[0] - self.distances[1])


@dataclass(frozen=True, slots=True)
class Pair:
    """Two vectors, entry by entry."""

    one: Sequence[float]
    other: Sequence[float]

    @property
    def products(self) -> list[float]:
        return [x * y for x, y in zip(self.one, self.other, strict=True)]

    @property
    def dot(self) -> float:
        return sum(self.products)

    @property
    def lengths(self) -> tuple[float, float]:
        one, other = (float(np.linalg.norm(vector)) for vector in (self.one, self.other))
        return one, other

    @property
    def cosine(self) -> float:
        """0 where a vector was rounded to nothing."""
        return self.dot / (self.lengths[0] * self.lengths[1] or 1.0)

    @property
    def differences(self) -> list[float]:
        return [x - y for x, y in zip(self.one, self.other, strict=True)]

    @property
    def distance(self) -> float:
        return float(np.linalg.norm(self.differences))


@dataclass(frozen=True)
class WordVectors:
    """A table (V, d), one row per word, no row zero; raises KeyError for a word that it does not have."""

    words: tuple[str, ...]
    table: Array

    def __getitem__(self, word: str) -> Array:
        return np.asarray(self.table[self.place[word]])

    @cached_property
    def place(self) -> Mapping[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def lengths(self) -> Array:
        return np.asarray(np.linalg.norm(self.table, axis=1))  # (V,)

    def cosines(self, target: Array) -> Array:
        return np.asarray(self.table @ target / (self.lengths * np.linalg.norm(target)))  # (V,)

    def distances(self, target: Array) -> Array:
        return np.asarray(np.linalg.norm(self.table - target, axis=1))  # (V,)

    def nearest(self, target: Array, measure: Measure = "cosine", without: Sequence[str] = ()) -> Ranked:
        """All words but some, the nearest first, each with its cosine or its distance."""
        found = self.cosines(target) if measure == "cosine" else self.distances(target)
        order = np.argsort(-found if measure == "cosine" else found, kind="stable")
        left_out = {self.place[word] for word in without}
        return [(self.words[row], float(found[row])) for row in order.tolist() if row not in left_out]

    def neighbours(self, word: str, measure: Measure = "cosine") -> Ranked:
        return self.nearest(self[word], measure, (word,))

    def analogy(self, a: str, b: str, c: str, inputs: bool = False, measure: Measure = "cosine") -> Ranked:
        """The words nearest to a - b + c, as in king - man + woman. As everywhere in the literature (Mikolov, Yih and
        Zweig 2013) a, b and c themselves are left out; with ``inputs`` they may win, and often do."""
        return self.nearest(self[a] - self[b] + self[c], measure, () if inputs else (a, b, c))

    def share_right(self, questions: Sequence[tuple[str, str, str, str]], inputs: bool = False) -> float:
        """The share of the questions (a, b, c, d) in which d is nearest to a - b + c by cosine."""
        return float(np.mean([self.analogy(a, b, c, inputs)[0][0] == d for a, b, c, d in questions]))

    def flip(self, query: str, among: int = 10) -> Flip | None:
        """The clearest case in which angle and distance disagree on which of two words is nearer, among the first so
        many neighbours by either measure. None where they agree throughout."""
        close = {w for measure in MEASURES for w, _ in self.neighbours(query, measure)[:among]}
        rows = sorted(self.place[word] for word in close)
        cosines, distances = self.cosines(self[query])[rows], self.distances(self[query])[rows]
        clear = np.minimum(cosines[:, None] - cosines, distances[:, None] - distances)  # (close, close)
        one, other = divmod(int(clear.argmax()), len(rows))
        if clear[one, other] <= 0:
            return None
        return Flip(
            query, self.words[rows[one]], self.words[rows[other]],
            (float(cosines[one]), float(cosines[other])), (float(distances[one]), float(distances[other])),
        )  # fmt: skip

    def axes(self, some: Sequence[str], dimensions: int = 2, centred: bool = True) -> Array:
        """The directions (d, dimensions) in which these words differ most, or, not centred, reach out most: their
        principal components. Each points to where the word lies that reaches farthest along it."""
        chosen = np.stack([self[word] for word in some])
        seen = chosen - centred * chosen.mean(0)
        directions = np.linalg.svd(seen, full_matrices=False)[2][:dimensions].T
        along = seen @ directions  # (words, dimensions)
        return np.asarray(directions * np.sign(along[np.abs(along).argmax(0), np.arange(along.shape[1])]))

    def on_paper(self, some: Sequence[str], dimensions: int = 3) -> "WordVectors":
        """These words with so few numbers that they can be used by hand: along their own axes from the origin, which
        preserves lengths and angles as well as possible, rounded to one decimal."""
        chosen = np.stack([self[word] for word in some])
        axes = self.axes(some, dimensions, centred=False)
        return WordVectors(tuple(some), (chosen @ axes).astype(np.float64).round(1) + 0.0)

    def beside(self, three: Sequence[str], others: Sequence[str]) -> "WordVectors":
        """Three words with four numbers each, the last of them 0, and others whose last one is what is left of their
        length outside of the three words' own axes; rounded to one decimal. But for that, all lengths are kept, and all
        angles between the others and whatever is made of the three."""
        axes = self.axes(three, 3, centred=False)
        chosen = np.stack([self[word] for word in (*three, *others)]).astype(np.float64)
        inside = chosen @ axes  # (words, 3)
        left = np.sqrt(np.maximum(0.0, (chosen**2).sum(1) - (inside**2).sum(1)))
        return WordVectors((*three, *others), np.column_stack((inside, left)).round(1) + 0.0)


def rank_correlation(x: ArrayLike, y: ArrayLike) -> float:
    """Spearman's: the correlation of the ranks, from -1 to 1; equal numbers share the mean of their ranks."""
    return float(np.corrcoef(ranks(x), ranks(y))[0, 1])


def ranks(numbers: ArrayLike) -> Array:
    _, which, often = np.unique(np.asarray(numbers), return_inverse=True, return_counts=True)
    last = np.cumsum(often)
    return np.asarray((last - (often - 1) / 2)[which])
