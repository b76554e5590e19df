"""A prediction and the outcome, as marks in the same picture."""

from engine.solutions.columns import minus

NEAR = 0.06  # share of a picture's height: nearer marks become one

Mark = tuple[str, float, float]


def both(
    x: float,
    came: float,
    predicted: float | None,
    limits: tuple[float, float],
    unit: str = "",
    scale: float = 1.0,
) -> tuple[Mark, ...]:
    """Marks the outcome and the prediction, drawn at ``scale`` times the numbers that are written.

    A prediction beyond the limits stands at the edge, and one that would cover the outcome shares its mark.
    """
    low, high = limits
    said = minus(f"it came to {came:,.10g}{unit}")
    if predicted is None:
        return ((said, x, came * scale),)
    place = min(max(predicted * scale, low), high)
    if abs(place - came * scale) < NEAR * (high - low):
        return ((minus(f"you: {predicted:,.6g}; came: {came:,.6g}{unit}"), x, came * scale),)
    return ((minus(f"you said {predicted:,.10g}{unit}"), x, place), (said, x, came * scale))
