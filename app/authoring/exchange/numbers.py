"""Numbers as other systems write them: bounded, finite, and never computed from a text."""

import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?")
LARGEST = 1e60  # beyond it formulas of ours do not reckon
MOST_POINTS = 50


def number(text: str) -> float | None:
    """The number in a text, None where it is none, or none that can be asked here. A comma is no decimal point: in
    some files it parts thousands."""
    found = NUMBER.fullmatch(text.strip())
    value = float(found[0]) if found else None
    return value if value is not None and abs(value) <= LARGEST else None


def share(percent: str) -> Fraction:
    """Hundredths as a share: 33.33333 is a third; 0 where it is no number."""
    value = number(percent) or 0.0
    return Fraction(max(-100.0, min(100.0, value)) / 100).limit_denominator(60)


def points(text: str) -> Fraction | None:
    """Points as ours can be: above 0, up to 50; None for others."""
    value = number(text)
    found = Fraction(value).limit_denominator(60) if value is not None and 0 < value <= MOST_POINTS else None
    return found or None
