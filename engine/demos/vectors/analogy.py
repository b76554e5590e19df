"""An analogy of word vectors, with some answers, in so few numbers that it can be computed by hand."""

from dataclasses import dataclass
from functools import cached_property

from engine.demos.vectors.embeddings import Pair, Ranked, WordVectors

CANDIDATES = 3  # on paper,
APART = 0.03  # so far apart in their cosines that two decimals tell


@dataclass(frozen=True)
class Analogy:
    """a - b + c, as in king - man + woman."""

    vectors: WordVectors
    a: str
    b: str
    c: str

    @property
    def three(self) -> tuple[str, str, str]:
        return self.a, self.b, self.c

    @cached_property
    def ranked(self) -> Ranked:
        """All words by their cosine with a - b + c, but for a, b and c."""
        return self.vectors.analogy(*self.three)

    @cached_property
    def with_inputs(self) -> Ranked:
        return self.vectors.analogy(*self.three, inputs=True)

    @property
    def answered_by_itself(self) -> bool:
        """True if a, b or c would win if they were let in."""
        return self.with_inputs[0][0] in self.three

    @cached_property
    def chosen(self) -> Ranked:
        """The best answer, and the next ones that differ clearly."""
        found = self.ranked[:1]
        for word, cosine in self.ranked:
            if len(found) < CANDIDATES and found[-1][1] - cosine > APART:
                found.append((word, cosine))
        return found

    @cached_property
    def paper(self) -> WordVectors:
        """a, b, c and the chosen ones, four numbers each."""
        return self.vectors.beside(self.three, [word for word, _ in self.chosen])

    @property
    def target(self) -> list[float]:
        """a - b + c on paper."""
        a, b, c = self.paper.table[:3]
        return [float(entry) for entry in (a - b + c).round(1) + 0.0]

    @property
    def candidates(self) -> list[tuple[str, Pair]]:
        """Each of the chosen ones beside the target, on paper."""
        rows = zip(self.chosen, self.paper.table[3:].tolist(), strict=True)
        return [(word, Pair(self.target, row)) for (word, _), row in rows]
