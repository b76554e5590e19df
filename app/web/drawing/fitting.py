"""Letters of pictures that a narrow window shows smaller than they are drawn: they grow there (static/web/site.css)."""

import math

SHOWN = 376.0  # up to this width of the view box, letters of 13 px still are 11 px in a window of 360 px
STEP, BROADEST = 20, 520
GROWN, GROWN_DIGIT = 9.2, 7.8  # approximate widths, at a view box of 440


def broad(width: float) -> str:
    """The class of an SVG whose view box is so wide that letters grow on a phone; "" for others."""
    return f"broad-{min(BROADEST, STEP * math.ceil(width / STEP))}" if width > SHOWN else ""


def grown(text: str) -> float:
    """The width of a text whose letters have grown."""
    return sum(GROWN if letter.isalpha() else GROWN_DIGIT for letter in text)
