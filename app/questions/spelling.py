"""Words that were typed with a slip, read as the known word most like them."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

SHORTEST = 5  # letters: in a shorter word almost every slip gives another word
BRIEF = 3  # letters from which on two letters that changed places are put right all the same
LONG = 9  # letters from which on two slips are forgiven
LOOKED_AT = 40  # known words that share most triples of letters


class Speller:
    """Known words by their triples of letters. Of two that are equally near, ``better`` chooses: the smaller value."""

    def __init__(self, better: Callable[[str], Any]) -> None:
        self._better = better
        self._having: dict[str, list[str]] = {}
        self._short: dict[str, list[str]] = {}  # by their letters in alphabetical order

    def learn(self, words: Iterable[str]) -> None:
        """Adds words that are not known yet."""
        for word in words:
            if len(word) >= SHORTEST and not word.isdigit():
                for triple in _triples(word):
                    self._having.setdefault(triple, []).append(word)
            elif len(word) >= BRIEF and word.isalpha():
                self._short.setdefault("".join(sorted(word)), []).append(word)

    def near(self, word: str, fits: Callable[[str], bool] = lambda word: True) -> str | None:
        """The known word that fits and differs by one slip, in a long word by two; None where there is none.

        What is still being typed is compared with the beginnings of longer words.
        """
        if len(word) < SHORTEST:
            exchanged = [one for one in self._short.get("".join(sorted(word)), ()) if fits(one)]
            return min((one for one in exchanged if slips(word, one) == 1), key=self._better, default=None)
        shared = Counter(known for triple in _triples(word) for known in self._having.get(triple, ()))
        forgiven = 2 if len(word) >= LONG else 1
        ranked = []
        for known, _ in shared.most_common(LOOKED_AT):
            begun = len(word) >= LONG and len(known) > len(word) + 1
            away = min(
                slips(word, known),
                slips(word, known[: len(word) + 1]) + 1 if begun else forgiven + 1,
            )
            if away <= forgiven and fits(known):
                ranked.append((away, self._better(known), known))
        return min(ranked)[-1] if ranked else None


def slips(typed: str, meant: str) -> int:
    """The number of letters that were left out, added, replaced or exchanged with their neighbour."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for n, letter in enumerate(typed, 1):
        before, last, row = row, before, [n]
        for m, wanted in enumerate(meant, 1):
            cost = min(before[m] + 1, row[m - 1] + 1, before[m - 1] + (letter != wanted))
            if n > 1 and m > 1 and letter == meant[m - 2] and typed[n - 2] == wanted:
                cost = min(cost, last[m - 2] + 1)
            row.append(cost)
    return row[-1]


def _triples(word: str) -> set[str]:
    padded = f"  {word} "
    return {padded[n : n + 3] for n in range(len(padded) - 2)}
