"""Values in Python syntax: arguments and results of small programs."""

from typing import Any

MOST_TYPED = 600  # characters
NOT_FINITE = ("nan", "inf", "-inf")


def as_python(value: Any, array: bool = False) -> str:
    """A value in Python syntax, numbers to ten digits; a long text is cut."""
    text = repr(_to_ten_digits(value))
    text = text if len(text) <= MOST_TYPED else f"{text[:MOST_TYPED]} …"
    return f"np.array({text})" if array else text


def _to_ten_digits(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.10g}")
    if value in NOT_FINITE:
        return float(value)  # as it is stored: JSON has no such numbers
    if isinstance(value, list):
        return [_to_ten_digits(item) for item in value]
    return {name: _to_ten_digits(item) for name, item in value.items()} if isinstance(value, dict) else value
