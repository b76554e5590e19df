"""The notation for numbers of any size in the precision demo."""

from math import isinf

from engine.solutions.columns import minus

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST = 12  # digits


def two(power: int) -> str:
    """Formats a power of two."""
    return "2" + str(power).translate(RAISED)


def written(x: float, digits: int = 4) -> str:
    """Formats with so many digits, and with a power of ten if the number is large or small."""
    if isinf(x):
        return "−∞" if x < 0 else "∞"
    mantissa, _, exponent = f"{x:.{digits - 1}e}".partition("e")
    if x == 0 or -4 <= int(exponent) < max(5, digits):
        shown = f"{x:.0f}" if int(exponent) >= digits else f"{x:.{digits}g}"
        return minus(shown)
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return minus(f"{mantissa} · 10{str(int(exponent)).translate(RAISED)}")
