"""ALiBi in decimals of 60 digits, number by number: no array, and no largest score is taken off.

The slopes are the paper's geometric sequence, which starts with 2^(-8/h) and has the same ratio.
"""

from decimal import Decimal, localcontext
from typing import Any


def slopes(heads: int) -> list[Decimal]:
    ratio = Decimal(2) ** (Decimal(-8) / heads)
    found = [ratio]
    while len(found) < heads:
        found.append(found[-1] * ratio)
    return found


def shares(row: list[float], query: int, slope: Decimal) -> list[float]:
    """The weights of one query: nothing for later keys."""
    seen = [(Decimal(str(row[key])) - slope * (query - key)).exp() for key in range(query + 1)]
    return [*(float(part / sum(seen)) for part in seen), *[0.0] * (len(row) - len(seen))]


def expected(arguments: dict[str, Any]) -> Any:
    scores = arguments["scores"]
    with localcontext() as context:
        context.prec = 60
        return [
            [shares(row, query, slope) for query, row in enumerate(head)]
            for slope, head in zip(slopes(len(scores)), scores, strict=True)
        ]
