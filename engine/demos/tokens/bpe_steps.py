"""Byte-pair encoding one merge at a time, on the visitor's own text (Sennrich, Haddow and Birch 2016, algorithm 1).

Count the pairs of neighbours, each as often as its word occurs; merge the most frequent one everywhere; count anew.
Among equals the pair that is met first is merged. A new word is encoded by replaying the merges in their order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.mathematics import count_pairs, merge_pair, split_word

MOST_CHARACTERS, LONGEST_WORD, MOST_MERGES = 2_000, 60, 100  # a tenth of a second
END = "</w>"

Pair = tuple[str, str]
Symbols = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Merge:
    """One round. ``pairs`` are all that were counted ("e s"), in the order in which they were met; ``tied`` are those
    that were as frequent as the merged one and met later; ``words`` is the corpus after the merge."""

    number: int
    pairs: Mapping[str, int]
    pair: Pair
    count: int
    tied: tuple[Pair, ...]
    words: Mapping[str, Symbols]


@dataclass(frozen=True, slots=True)
class Replay:
    """A word after merge ``number`` of the table; merges that change nothing are left out."""

    number: int
    pair: Pair
    symbols: Symbols


@dataclass(frozen=True, slots=True)
class Compression:
    """A text with the first ``merges``; ``per_token`` is the mean number of characters per token, the marker not
    counted."""

    merges: int
    tokens: int
    per_token: float


def frequencies(text: str) -> dict[str, int]:
    """Words with their frequencies, in the order in which they are met.

    Raises ValueError for a text without words, of more than 2,000 characters, or with a word of more than 60.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"The text may have {MOST_CHARACTERS:,} characters; this one has {len(text):,}.")
    words = Counter(text.split())
    if not words:
        raise ValueError("The text holds no word.")
    if any(len(word) > LONGEST_WORD for word in words):
        raise ValueError(f"A word may have {LONGEST_WORD} characters.")
    return dict(words)


def learn(frequency: Mapping[str, int], merges: int, end: str = END) -> Iterator[Merge]:
    """Round by round, fewer than ``merges`` where every word has become one symbol. Raises ValueError above 100."""
    if not 0 <= merges <= MOST_MERGES:
        raise ValueError(f"The number of merges must be from 0 to {MOST_MERGES}.")
    words = {word: split_word(word, end) for word in frequency}
    for number in range(1, merges + 1):
        pairs = count_pairs(words, frequency)
        if not pairs:
            return
        count = max(pairs.values())
        best, *tied = (two(name) for name, found in pairs.items() if found == count)
        words = {
            word: merge_pair(symbols, best) if best in pairwise(symbols) else symbols
            for word, symbols in words.items()
        }
        yield Merge(number=number, pairs=pairs, pair=best, count=count, tied=tuple(tied), words=words)


def two(name: str) -> Pair:
    first, second = name.split(" ")
    return first, second


def vocabulary(frequency: Mapping[str, int], merges: Sequence[Pair], end: str = END) -> list[str]:
    """The characters in the order in which they are met, then one symbol for each merge; none is ever taken out."""
    characters = [symbol for word in frequency for symbol in split_word(word, end)]
    return list(dict.fromkeys([*characters, *map("".join, merges)]))


def unknown(word: str, known: Sequence[str]) -> list[str]:
    """The characters of a word that are in no vocabulary of this corpus; a byte-level vocabulary would know them."""
    return [character for character in dict.fromkeys(word) if character not in known]


def encode(word: str, merges: Sequence[Pair], end: str = END) -> list[Replay]:
    """Replays the merges of the table on a word, which begins as its characters and the marker."""
    symbols, done = split_word(word, end), []
    for number, pair in enumerate(merges, 1):
        if pair in pairwise(symbols):
            symbols = merge_pair(symbols, pair)
            done.append(Replay(number, pair, symbols))
    return done


def tokens(word: str, merges: Sequence[Pair], end: str = END) -> Symbols:
    done = encode(word, merges, end)
    return done[-1].symbols if done else split_word(word, end)


def compression(frequency: Mapping[str, int], merges: Sequence[Pair], end: str = END) -> list[Compression]:
    """After 0, 1, 2 ... merges; the text need not be the one that they were learned from."""
    characters = sum(len(word) * often for word, often in frequency.items())
    words = {word: split_word(word, end) for word in frequency}
    total = sum(len(symbols) * frequency[word] for word, symbols in words.items())
    curve = [Compression(0, total, characters / total)]
    for number, pair in enumerate(merges, 1):
        for word, symbols in words.items():
            if pair in pairwise(symbols):
                words[word] = merge_pair(symbols, pair)
                total -= (len(symbols) - len(words[word])) * frequency[word]
        curve.append(Compression(number, total, characters / total))
    return curve
