"""Numbers as a picture's table has them: a column with as many decimals as it needs."""

from collections.abc import Sequence
from math import isfinite

from engine.answers.forms import Fixed, Scientific, exponent_of


def alike(columns: Sequence[Sequence[float]]) -> list[list[str]]:
    """Columns with equally many decimals, but those of whole numbers, such as counts."""
    broken = [number for one in columns for number in one if not _whole(one)]
    return [column(one) if _whole(one) else column(one, broken) for one in columns]


def _whole(numbers: Sequence[float]) -> bool:
    return all(isfinite(number) and number == round(number) for number in numbers)


def column(numbers: Sequence[float], among: Sequence[float] = ()) -> list[str]:
    """The numbers of a column as texts, up to two decimals filled up; three where all are parts of 1."""
    among = among or numbers
    plain = [text for text in map(written, among) if "e" not in text and "∞" not in text]
    most = 3 if all(abs(number) <= 1 for number in among) else 2
    places = min(most, max((_decimals(text) for text in plain), default=0))
    texts = zip(numbers, map(written, numbers), strict=True)
    return [
        minus(Fixed(places).show(n) if "e" not in text and isfinite(n) and _decimals(text) < places else text)
        for n, text in texts
    ]


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def minus(text: str) -> str:
    """The text with the minus sign that one reads."""
    return text.replace("-", "−")


def written(x: float) -> str:
    """The number with two decimals, two digits below a tenth, or as a power of ten where neither would be read."""
    if not isfinite(x):
        return "−∞" if x < 0 else "∞"
    if x and not 1e-4 <= abs(x) < 1e5:
        mantissa, _, exponent = Scientific().show(x).partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    places = 2 if abs(x) >= 0.1 or x == 0 else 1 - exponent_of(x)
    return Fixed(places).show(x).rstrip("0").rstrip(".")
