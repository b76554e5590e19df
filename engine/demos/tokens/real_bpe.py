"""Byte-level BPE with the real ranks of three vocabularies that OpenAI published: r50k (GPT-2, GPT-3), cl100k (GPT-3.5,
GPT-4) and o200k (GPT-4o and later).

A text is cut into pieces by a pattern; each piece is its UTF-8 bytes; of all neighbours that form a token those of the
lowest rank are merged first. The rank is the token's number. Ranks and patterns are from gpt-tokenizer 4.0.0, which has
them from tiktoken; data/*.xz holds, rank by rank, the length of each token in one byte and then the token.
"""

import lzma
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import groupby, pairwise
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
MOST_CHARACTERS = 5_000
LONGEST_STEPPED = 100  # bytes of a piece whose merges are shown one by one

CONTRACTION = "'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])"
LOWER, UPPER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]", r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
# A word, a number, other signs, spaces at the end of a line, spaces but for the one that belongs to the next word.
PATTERNS = {
    "r50k_base": r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "cl100k_base": rf"{CONTRACTION}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s+\Z|"
    r"\s*[\r\n]|\s+(?!\S)|\s",
    "o200k_base": rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+(?:{CONTRACTION})?|"
    rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*(?:{CONTRACTION})?|"
    r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}
SENTENCES = {
    "English": "The weather is lovely today, and we are going for a walk in the park.",
    "German": "Das Wetter ist heute herrlich, und wir machen einen Spaziergang im Park.",
    "Bengali": "আজ আবহাওয়া খুব সুন্দর, আর আমরা পার্কে হাঁটতে যাচ্ছি।",
}


@dataclass(frozen=True, slots=True)
class Token:
    rank: int
    symbol: bytes

    @property
    def shown(self) -> str:
        """Its text; where the bytes are only part of a character, they are written as <E0 A6>."""
        try:
            return self.symbol.decode()
        except UnicodeDecodeError:
            return f"<{self.symbol.hex(' ').upper()}>"


@dataclass(frozen=True, slots=True)
class Merge:
    """One step inside a piece: what was joined, the rank that made it the next, and the piece after it."""

    first: bytes
    second: bytes
    rank: int
    symbols: tuple[bytes, ...]


def vocabularies() -> list[str]:
    return list(PATTERNS)


@cache
def ranks(vocabulary: str) -> dict[bytes, int]:
    """Every token with its rank, which is its number. Raises KeyError for another vocabulary."""
    if vocabulary not in PATTERNS:
        raise KeyError(vocabulary)
    data = lzma.decompress((DATA / f"{vocabulary}.xz").read_bytes())
    found: dict[bytes, int] = {}
    place = 0
    while place < len(data):
        begin, place = place + 1, place + 1 + data[place]
        found[data[begin:place]] = len(found)
    return found


@cache
def _ranges() -> dict[str, str]:
    """Inside of a character class for each Unicode property; Python's own patterns do not know \\p."""
    found: dict[str, str] = {}
    for planes in (range(0x40000), range(0xE0000, 0xE0200)):  # between them no character is assigned
        for category, alike in groupby(map(chr, planes), unicodedata.category):
            first, *rest = alike
            interval = re.escape(first) + (f"-{re.escape(rest[-1])}" if rest else "")
            for name in (category, category[0]):
                found[name] = found.get(name, "") + interval
    return found


def pattern(vocabulary: str) -> re.Pattern[str]:
    return compiled(PATTERNS[vocabulary])


@cache
def compiled(published: str) -> re.Pattern[str]:
    r"""A published pattern for Python. White space is what Unicode says it is, without \x1c to \x1f."""
    spaces = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    text = re.sub(r"\\p\{(\w+)\}", lambda found: f"\0{found[1]}\0", published)
    text = re.sub(r"\[[^]]*\]", lambda found: found[0].replace(r"\s", spaces), text)  # within a class
    text = text.replace(r"\s", f"[{spaces}]").replace(r"\S", f"[^{spaces}]")
    inside = re.sub(r"(\[[^]]*\])|\0(\w+)\0", lambda found: found[1] or f"[\0{found[2]}\0]", text)
    return re.compile(re.sub(r"\0(\w+)\0", lambda found: _ranges()[found[1]], inside))


def pieces(vocabulary: str, text: str) -> list[str]:
    """No token ever reaches across the edge of a piece. Raises ValueError above 5,000 characters."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"The text may have {MOST_CHARACTERS:,} characters; this one has {len(text):,}.")
    return pattern(vocabulary).findall(text)


def encode(vocabulary: str, text: str) -> list[Token]:
    known = ranks(vocabulary)
    return [
        Token(known[symbol], symbol)
        for piece in pieces(vocabulary, text)
        for symbol in _merged(piece.encode("utf-8", "replace"), known)
    ]


def merges(vocabulary: str, piece: str) -> Iterator[Merge]:
    """Turns a piece into its tokens, one merge at a time. Raises ValueError for a piece of more than 100 bytes."""
    known, data = ranks(vocabulary), piece.encode("utf-8", "replace")
    if len(data) > LONGEST_STEPPED:
        raise ValueError(f"A piece of up to {LONGEST_STEPPED} bytes can be stepped through.")
    symbols = [bytes([byte]) for byte in data]
    while True:
        joined = (a + b for a, b in pairwise(symbols))
        rank, place = min(
            ((known[pair], n) for n, pair in enumerate(joined) if pair in known), default=(-1, -1)
        )
        if place < 0:
            return
        first, second = symbols[place : place + 2]
        symbols[place : place + 2] = [first + second]
        yield Merge(first, second, rank, tuple(symbols))


def _merged(piece: bytes, known: dict[bytes, int]) -> Iterator[bytes]:
    """The same without the steps; a heap of the possible merges keeps long pieces quick."""
    if piece in known:
        yield piece
        return
    size = len(piece)
    end = list(range(1, size + 1))  # end of the symbol that begins here; ``size`` where none does any more
    before = list(range(-1, size))  # start of the symbol before this one
    waiting = [(known[piece[n : n + 2]], n, n + 2) for n in range(size - 1) if piece[n : n + 2] in known]
    heapify(waiting)
    while waiting:
        _, first, last = heappop(waiting)
        second = end[first]
        if second == size or end[second] != last:  # one of the two has been merged meanwhile
            continue
        end[first], end[second], before[last] = last, size, first
        for begin in (before[first], first):
            if begin >= 0 and end[begin] < size and (pair := piece[begin : end[end[begin]]]) in known:
                heappush(waiting, (known[pair], begin, begin + len(pair)))
    place = 0
    while place < size:
        yield piece[place : end[place]]
        place = end[place]
