"""Numbers as other systems write them: exact decimals, bounded, finite, and never computed from a text."""

import re
from decimal import Decimal
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(?:\d{1,60}(?:\.\d{0,60})?|\.\d{1,60})(?:[eE][+-]?\d{1,3})?")
LARGEST = Decimal("1e60")  # beyond it formulas of ours do not reckon
MOST_POINTS = 50
CUT_OFF = Fraction(1, 20_000)  # less than a fraction of two digits is off: 0.33 is no third


def number(text: str) -> Decimal | None:
    """The number in a text, None where it is none, or none that can be asked here. A comma is no decimal point: in
    some files it parts thousands."""
    found = NUMBER.fullmatch(text.strip())
    value = Decimal(found[0]) if found else None
    if value is None or abs(value) > LARGEST:
        return None
    return value if float(value) else Decimal(0)  # too small for a float


def of_float(value: float) -> Decimal:
    """A computed number as it is meant: 0.05 and not 0.049999999999999996."""
    return Decimal(f"{value:.15g}")


def written(value: Decimal) -> str:
    """A number in full, without zeros that say nothing: 0.05, 1822, 1.5e-7."""
    plain = value.normalize() or Decimal(0)
    return f"{plain:f}" if -7 < plain.adjusted() < 16 else f"{plain:e}"


def share(percent: str) -> Fraction:
    """Hundredths as a share: 33.33333 is a third; 0 where it is no number."""
    return max(Fraction(-1), min(Fraction(1), meant(Fraction(number(percent) or 0) / 100)))


def points(text: str) -> Fraction | None:
    """Points as ours can be: above 0, up to 50; None for others."""
    value = number(text)
    return meant(Fraction(value)) if value is not None and 0 < value <= MOST_POINTS else None


def meant(value: Fraction) -> Fraction:
    """The simple fraction that was cut off after some digits, as 0.33333 is a third; else the number itself."""
    simple = value.limit_denominator(60)
    return simple if simple and abs(simple - value) < CUT_OFF else value
