"""Byte-pair training where every symbol is one code point and Python's own `str.replace` merges.

Each distinct symbol text gets a character of a private alphabet, so a word is a plain string and "left to
right, without overlap" is what `str.replace` promises. Nothing here walks over a word and merges by index,
as an implementation on lists of symbols would.
"""

from typing import Any

# Plane 15 of Unicode: 65,534 code points that belong to nobody, more than any exam corpus has symbols.
PRIVATE_ALPHABET = 0xF0000


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    corpus: dict[str, int] = parameters["corpus"]
    marker: str = parameters.get("end_of_word", "</w>")
    texts: list[str] = []  # texts[k] is what code point PRIVATE_ALPHABET + k stands for

    def code(text: str) -> str:
        # Symbols with the same text are the same symbol, whichever merge made them.
        if text not in texts:
            texts.append(text)
        return chr(PRIVATE_ALPHABET + texts.index(text))

    def text(symbol: str) -> str:
        return texts[ord(symbol) - PRIVATE_ALPHABET]

    coded = {word: "".join(map(code, [*word, marker] if marker else word)) for word in corpus}
    merges: list[list[str]] = []
    counts: list[int] = []
    while len(merges) < parameters["merges"]:
        stream = [(word, place) for word, symbols in coded.items() for place in range(len(symbols) - 1)]
        if not stream:
            break
        first_met = list(dict.fromkeys(coded[word][place : place + 2] for word, place in stream))
        frequency = dict.fromkeys(first_met, 0)
        for word, place in stream:
            frequency[coded[word][place : place + 2]] += corpus[word]
        # sorted() is stable: among equal counts the pair met first stays first.
        best = sorted(first_met, key=lambda pair: -frequency[pair])[0]
        left, right = text(best[0]), text(best[1])
        merges.append([left, right])
        counts.append(frequency[best])
        merged = code(left + right)
        coded = {word: symbols.replace(best, merged) for word, symbols in coded.items()}
    return {
        "merges": merges,
        "counts": counts,
        "vocabulary": texts,
        "segmentations": {word: [text(symbol) for symbol in symbols] for word, symbols in coded.items()},
    }
