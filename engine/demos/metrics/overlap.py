"""The overlap of a candidate and its references, n-gram by n-gram, word by word: the counts behind BLEU and ROUGE."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.mathematics.overlap import ngrams


@dataclass(frozen=True, slots=True)
class Clipped:
    """One n-gram of a candidate: its count there, and the largest count in any reference."""

    ngram: str
    candidate: int
    reference: int

    @property
    def counts(self) -> int:
        return min(self.candidate, self.reference)


def clipped(candidate: str, references: Sequence[str], n: int) -> list[Clipped]:
    """Every different n-gram of the candidate, in the order in which they are met."""
    mine = Counter(ngrams(candidate, n))
    theirs = [Counter(ngrams(text, n)) for text in references]
    return [
        Clipped(" ".join(gram), often, max(text[gram] for text in theirs)) for gram, often in mine.items()
    ]


def counted_places(candidate: str, references: Sequence[str], n: int) -> tuple[list[int], list[list[int]]]:
    """The places at which the n-grams that count begin: in the candidate, and in each reference.

    What occurs more often than it counts is marked from the left. It is looked for in the reference that has it most
    often, the first of them.
    """
    mine, theirs = ngrams(candidate, n), [ngrams(text, n) for text in references]
    begins: list[int] = []
    found: list[list[int]] = [[] for _ in theirs]
    for gram in dict.fromkeys(mine):
        most = max(range(len(theirs)), key=lambda which: theirs[which].count(gram))
        counts = min(mine.count(gram), theirs[most].count(gram))
        begins += _places(mine, gram)[:counts]
        found[most] += _places(theirs[most], gram)[:counts]
    return sorted(begins), [sorted(places) for places in found]


def _places(grams: Sequence[tuple[str, ...]], gram: tuple[str, ...]) -> list[int]:
    return [place for place, other in enumerate(grams) if other == gram]


def common_places(candidate: str, reference: str) -> list[tuple[int, int]]:
    """A longest common subsequence: the places of its words in both texts."""
    mine, theirs = candidate.split(), reference.split()
    longest = [[0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]  # of what is left from i and j on
    for i in reversed(range(len(mine))):
        for j in reversed(range(len(theirs))):
            one_less = max(longest[i + 1][j], longest[i][j + 1])
            longest[i][j] = 1 + longest[i + 1][j + 1] if mine[i] == theirs[j] else one_less
    i, j, places = 0, 0, []
    while i < len(mine) and j < len(theirs):
        if mine[i] == theirs[j]:
            places.append((i, j))
        step = (
            (1, 1) if mine[i] == theirs[j] else (1, 0) if longest[i + 1][j] >= longest[i][j + 1] else (0, 1)
        )
        i, j = i + step[0], j + step[1]
    return places
