"""The recursion of Brants et al. 2007 (equation 5) in exact fractions, over one table of n-grams for each length.

Each table is built from the text padded for that length.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

Gram = tuple[str, ...]


def table(sentences: list[list[str]], length: int) -> Counter[Gram]:
    found: Counter[Gram] = Counter()
    for sentence in sentences:
        padded = ["<s>"] * (length - 1) + sentence + ["</s>"]
        found.update(zip(*(padded[place:] for place in range(length)), strict=False))
    return found


def expected(arguments: dict[str, Any]) -> Any:
    tables = [table(arguments["sentences"], length) for length in range(1, arguments["n"] + 1)]
    factor = Fraction(str(arguments["factor"]))

    def score(gram: Gram) -> Fraction:
        counts = tables[len(gram) - 1]
        if gram in counts:
            return Fraction(counts[gram], sum(n for other, n in counts.items() if other[:-1] == gram[:-1]))
        return factor * score(gram[1:]) if len(gram) > 1 else Fraction(0)

    return float(score((*arguments["context"], arguments["word"])))
