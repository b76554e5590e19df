"""Cost of a batch of requests at a price per million tokens."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer
from engine.chain import Family
from engine.parameters import CountOrNone, Frozen, NotNegative, exact, symbol

MILLION = 10**6


class Parameters(Frozen):
    tokens_per_item: NotNegative = symbol("t", "tokens of one item")
    items: CountOrNone = symbol("n", "how many items")
    price_per_million: NotNegative = symbol("c", "price of a million tokens")


family = Family("token_cost", "Cost of tokens", section="2.2", parameters=Parameters)


def whole(x: Any) -> int | float:
    return int(x) if x == int(x) else float(x)


@family.step("Tokens in all", r"<items> \cdot <tokens_per_item>", symbol="T", form=Integer())
def total_tokens(items: int, tokens_per_item: float) -> int | float:
    return whole(items * exact(tokens_per_item))


@family.step("Cost", r"\frac{<total_tokens>}{10^6} \cdot <price_per_million>", symbol="K", distribution=True)
def cost(total_tokens: float, price_per_million: float) -> float:
    return float(exact(total_tokens) * exact(price_per_million) / MILLION)


family.gives(
    {
        "total_tokens": ("number", "Tokens of all items.", "tokens"),
        "cost": ("number", "What they cost, in the currency of the price."),
    }
)
family.assumes(
    "Input and output have one price. The cost is not rounded.",
)


@family.mistake(
    of="total_tokens",
    says="Those are the tokens of one only. Each one has tokens of its own: multiply by how many there are.",
)
def one_item(tokens_per_item: float) -> int | float:
    return whole(tokens_per_item)


@family.mistake(
    of="total_tokens",
    says="You counted how many there are, not their tokens. The price is per token: multiply by the tokens of one.",
)
def items_counted(items: int) -> int:
    return items


@family.mistake(
    of="cost", says="You took the price per thousand tokens. It is given per million: divide by 1,000,000."
)
def per_thousand(total_tokens: float, price_per_million: float) -> float:
    return total_tokens / 1000 * price_per_million


@family.mistake(
    of="cost", says="You took the price per token. It is given per million tokens: divide by 1,000,000."
)
def per_token(total_tokens: float, price_per_million: float) -> float:
    return total_tokens * price_per_million


@family.mistake(
    of="cost", says="You divided by the price. Multiply the millions of tokens by the price of one million."
)
def divided_by_price(total_tokens: float, price_per_million: float) -> float:
    return total_tokens / MILLION / price_per_million


@family.mistake(
    of="cost", says="Those are the millions of tokens. Multiply them by the price of one million."
)
def price_forgotten(total_tokens: float) -> float:
    return total_tokens / MILLION


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    match level:
        case "warm-up":
            tokens, items = rng.choice((500, 1000, 2000)), rng.choice((1000, 5000, 10_000, 20_000))
        case "exam":
            tokens, items = rng.randint(4, 60) * 50, rng.choice((2500, 8000, 12_000, 30_000, 45_000))
        case _:
            tokens, items = rng.randint(120, 4800), rng.choice((3650, 12_480, 25_920, 86_400))
    prices = (2, 3, 4, 5, 10) if level == "warm-up" else (0.15, 0.25, 0.6, 1.25, 2.5, 3, 4.5, 12)
    return {"tokens_per_item": tokens, "items": items, "price_per_million": rng.choice(prices)}
