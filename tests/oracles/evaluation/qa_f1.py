"""Token F1 as the Dice coefficient of two bags, 2m / (a + b) in fractions; shared tokens are struck off one by one.

Articles are found among the pieces between word boundaries, punctuation by its Unicode category or by name.
"""

import re
import unicodedata
from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    prediction, truth = tokens(parameters["prediction"]), tokens(parameters["truth"])
    left = list(truth)
    for token in prediction:
        if token in left:
            left.remove(token)
    shared = len(truth) - len(left)
    return {
        "exact_match": int(" ".join(prediction) == " ".join(truth)),
        "precision": float(Fraction(shared, len(prediction))),
        "recall": float(Fraction(shared, len(truth))),
        "f1": float(Fraction(2 * shared, len(prediction) + len(truth))),
    }


def tokens(text: str) -> list[str]:
    plain = "".join(sign for sign in text.lower() if not is_ascii_punctuation(sign))
    pieces = re.split(r"(\W+)", plain)
    return "".join(" " if piece in ("a", "an", "the") else piece for piece in pieces).split()


def is_ascii_punctuation(sign: str) -> bool:
    """True for a visible sign that is neither letter nor digit: punctuation and symbols of the first 128 characters."""
    return sign.isascii() and unicodedata.category(sign)[0] in "PS"
