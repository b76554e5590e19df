"""Formats for numbers of any size on the page about scaling."""

from engine.solutions.columns import written


def interval_end(x: float) -> str:
    """Two decimals, or three digits."""
    return f"{x:.2f}" if x < 100 else f"{float(f'{x:.3g}'):,.0f}" if x < 1e5 else written(x)


def two_digits(x: float) -> str:
    two = float(f"{x:.2g}")
    return f"{two:,.0f}" if 10 <= two < 1e5 else written(two)


def thousands(tokens: float) -> str:
    return f"{tokens / 1000:,.0f}k"
