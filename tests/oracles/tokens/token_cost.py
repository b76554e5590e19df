"""The bill added up one block of a thousand items after the other, in decimal arithmetic, at the price of one token."""

from decimal import Decimal
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    each, left = Decimal(str(parameters["tokens_per_item"])), int(parameters["items"])
    per_token = Decimal(str(parameters["price_per_million"])).scaleb(-6)
    tokens = bill = Decimal(0)
    while left:
        block = min(left, 1000)
        tokens += block * each
        bill += block * each * per_token
        left -= block
    return {"total_tokens": int(tokens) if tokens == int(tokens) else float(tokens), "cost": float(bill)}
