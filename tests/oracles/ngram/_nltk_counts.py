"""n-gram counts by NLTK, each order padded on its own: n - 1 start symbols on the left, one end symbol on the right."""

from typing import Any

from nltk.lm.counter import NgramCounter  # type: ignore[import-untyped]
from nltk.util import ngrams  # type: ignore[import-untyped]


def words(text: Any) -> list[str]:
    """Tokens, also where a sentence was given as one text."""
    return text.split() if isinstance(text, str) else list(text)


def windows(sentence: Any, order: int, parameters: dict[str, Any]) -> list[tuple[str, ...]]:
    start, end = parameters.get("start", "<s>"), parameters.get("end", "</s>")
    return list(ngrams([*words(sentence), end], order, pad_left=True, left_pad_symbol=start))


def counter(parameters: dict[str, Any], *orders: int) -> Any:
    return NgramCounter(
        [windows(sentence, order, parameters) for order in orders for sentence in parameters["corpus"]]
    )


def types(parameters: dict[str, Any]) -> set[str]:
    """The different words, without start and end symbol."""
    return {word for sentence in parameters["corpus"] for word in words(sentence)}
