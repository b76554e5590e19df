"""The chance that a pair shares a bucket, by inclusion and exclusion over the bands, in exact fractions."""

from fractions import Fraction
from math import comb
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    band = Fraction(str(parameters["similarity"])) ** parameters["rows"]
    bands = parameters["bands"]
    # at least one = sum over k of (-1)^(k+1) * (bands choose k) * P(these k agree)
    terms = (Fraction((-1) ** (k + 1) * comb(bands, k)) * band**k for k in range(1, bands + 1))
    return {"probability": float(sum(terms, Fraction(0)))}
