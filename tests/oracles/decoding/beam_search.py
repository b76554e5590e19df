"""Beam search over a list of every text that the table allows, with Python's `decimal` logarithms to fifty digits.

A text stays at step t if, among all texts of t tokens that grow out of a kept one, fewer than `width` unfinished ones
are better. Nothing is carried along but the set of kept texts.
"""

from decimal import Decimal, localcontext
from itertools import chain
from typing import Any

Text = tuple[str, ...]


def every_text(transitions: dict[str, dict[str, float]], steps: int, end: str) -> dict[Text, Decimal]:
    """All texts of at most `steps` tokens with the sum of their logarithms; nothing follows the end."""
    texts: dict[Text, Decimal] = {(): Decimal(0)}
    for text in chain.from_iterable([t for t in texts if len(t) == n] for n in range(steps)):
        if text[-1:] != (end,):
            for token, p in transitions.get(" ".join(text), {}).items():
                texts[(*text, token)] = texts[text] + Decimal(str(p)).ln()
    return texts


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    end = parameters.get("end", "</s>")
    with localcontext() as context:
        context.prec = 50
        texts = every_text(parameters["transitions"], parameters["steps"], end)
        kept: set[Text] = {()}
        beams: list[list[str]] = []
        finished: set[Text] = set()
        for n in range(1, parameters["steps"] + 1):
            born = [text for text in texts if len(text) == n and text[:-1] in kept]
            finished |= {text for text in born if text[-1] == end}
            going = set(born) - finished
            best_first = sorted(going, key=lambda text: (-round(texts[text], 30), " ".join(text)))
            kept = {t for t in going if best_first.index(t) < parameters["width"]}
            beams.append([" ".join(text) for text in best_first if text in kept])
            if not kept:
                break

        def score(text: Text) -> Decimal:
            share = len(text) if parameters.get("length_normalized", False) else 1
            return texts[text] / share

        best = min(finished | kept, key=lambda text: (-round(score(text), 30), " ".join(text)))
        return {"beams": beams, "best": " ".join(best), "score": float(score(best))}
