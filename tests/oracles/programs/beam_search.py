"""Beam search over a list of every text that the table allows, in exact fractions: no logarithm and no float.

A text stays at step t if, among all texts that stayed or grew out of one that did, fewer than `width` are more
probable. Means of logarithms are compared as products, all raised to one common length.
"""

from fractions import Fraction
from itertools import chain
from math import lcm
from typing import Any

Text = tuple[int, ...]


def every_text(given: dict[str, Any]) -> dict[Text, Fraction]:
    """All texts of at most `max_new` new tokens with their probabilities; nothing follows the end."""
    exact = [[Fraction(str(p)) for p in row] for row in given["table"]]
    texts: dict[Text, Fraction] = {(given["start"],): Fraction(1)}
    for text in chain.from_iterable([t for t in texts if len(t) == n + 1] for n in range(given["max_new"])):
        if text[-1] != given["end"]:
            texts |= {(*text, token): texts[text] * p for token, p in enumerate(exact[text[-1]]) if p}
    return texts


def expected(arguments: dict[str, Any]) -> Any:
    end, width, texts = arguments["end"], arguments["width"], every_text(arguments)
    kept: set[Text] = {(arguments["start"],)}
    for n in range(1, arguments["max_new"] + 1):
        grown = {text for text in texts if len(text) == n + 1 and text[:-1] in kept}
        there = grown | {text for text in kept if text[-1] == end}
        kept = {text for text in there if sum(texts[other] > texts[text] for other in there) < width}
    common = lcm(*(len(text) - 1 for text in kept))
    best = max(kept, key=lambda text: texts[text] ** (common // (len(text) - 1)))
    return list(best)
