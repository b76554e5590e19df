"""Greedy generation by brute force over every text that the table allows.

Among these the greedy one is the largest, read from left to right: by the probability of its first new token, then of
its second and so on; of equal ones the lower number is the larger.
"""

from collections.abc import Iterator
from typing import Any

Text = tuple[int, ...]
Rank = tuple[tuple[float, int], ...]


def texts(given: dict[str, Any], last: int, left: int) -> Iterator[tuple[Rank, Text]]:
    """Whatever can follow a token within so many new ones, with its rank."""
    if not left or last == given["end"]:
        yield (), ()
        return
    for token, probability in enumerate(given["table"][last]):
        if probability > 0:
            for rank, rest in texts(given, token, left - 1):
                yield ((probability, -token), *rank), (token, *rest)


def expected(arguments: dict[str, Any]) -> Any:
    _, new = max(texts(arguments, arguments["prompt"][-1], arguments["max_new"]))
    return [*arguments["prompt"], *new]
