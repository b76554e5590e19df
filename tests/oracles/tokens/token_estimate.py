"""Tokens by counting off the words: each token takes its share of a word; a last part of a token is a fraction."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    share = Fraction(str(parameters.get("words_per_token", 0.75)))
    whole, rest = divmod(Fraction(parameters["words"]), share)
    return {"tokens": whole if not rest else float(whole + rest / share)}
