"""Work that people do on a row of numbers: add it up, take its mean, multiply it out, find its largest."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from tests.honest.computing.hand import Hand, is_number


def total(hand: Hand, x: Any, axis: Any = None, keepdims: bool = False, **named: Any) -> Any:
    """The finished sum; where only one cell is not zero, it is that cell."""
    x = np.asarray(x)
    found = x.sum(axis=axis, keepdims=keepdims, **named)
    if hand.pen is None or x.dtype.kind != "f":
        return found
    taken = (x == x.sum(axis=axis, keepdims=True)).any(axis=axis, keepdims=keepdims)
    return hand.write(found, np.where(taken, found, np.nan)) if found.ndim else _one(hand, found, bool(taken))


def _one(hand: Hand, found: Any, taken: bool) -> Any:
    return found if taken else hand.write(found)


def mean(hand: Hand, x: Any, axis: Any = None, **named: Any) -> Any:
    x = np.asarray(x)
    return hand.quotient(total(hand, x, axis=axis, **named), x.size if axis is None else x.shape[axis])


def variance(hand: Hand, x: Any, axis: Any = None, ddof: int = 0, **named: Any) -> Any:
    centred = hand.total("+-", x, mean(hand, x, axis=axis, keepdims=True))
    count = x.size if axis is None else x.shape[axis]
    return hand.quotient(total(hand, hand.product(centred, centred), axis=axis, **named), count - ddof)


def deviation(hand: Hand, x: Any, *places: Any, **named: Any) -> Any:
    return hand.write(np.sqrt(variance(hand, x, *places, **named)))


def running_product(hand: Hand, x: Any, axis: Any = None) -> Any:
    """Multiplied out from the left, each product written down."""
    x = np.asarray(x)
    return product_of(hand, list(x.ravel() if axis is None else np.moveaxis(x, axis, 0)))


def product_of(hand: Hand, factors: Iterable[Any], start: Any = 1) -> Any:
    found = start
    for factor in factors:
        found = hand.product(found, factor)
    return found


def length(hand: Hand, x: Any, axis: Any = None) -> Any:
    return hand.write(np.sqrt(total(hand, hand.product(x, x), axis=axis)))


def sum_of(hand: Hand, items: Iterable[Any], start: Any = 0) -> Any:
    terms = list(items)
    found = sum(terms, start)
    return hand.write(found, *terms) if all(map(is_number, terms)) else found


def extreme(choose: Callable[..., Any]) -> Callable[..., Any]:
    """max or min: the one that it is by the exact numbers."""

    def chosen(hand: Hand, *values: Any, key: Callable[[Any], Any] | None = None, **named: Any) -> Any:
        among = list(values[0]) if len(values) == 1 else list(values)
        if not among:
            return choose(among, **named)
        return among[
            hand.decided(lambda: choose(range(len(among)), key=lambda n: key(among[n]) if key else among[n]))
        ]

    return chosen


def in_order(
    hand: Hand, items: Iterable[Any], key: Callable[[Any], Any] | None = None, reverse: bool = False
) -> Any:
    among = list(items)
    places = hand.decided(
        lambda: sorted(range(len(among)), key=lambda n: key(among[n]) if key else among[n], reverse=reverse)
    )
    return [among[place] for place in places]


def either(goes_first: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Cell by cell the larger, or the smaller, of two."""

    def chosen(hand: Hand, a: Any, b: Any) -> Any:
        found: Any = np.where(hand.decided(lambda: goes_first(a, b)), a, b)
        return found if found.ndim else found.item()

    return chosen


def extreme_cell(name: str) -> Callable[..., Any]:
    """The largest cell, or the smallest, where the exact numbers have it."""

    def chosen(hand: Hand, x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        places = hand.decided(
            lambda: np.expand_dims(getattr(x, name)(axis=axis), 0 if axis is None else axis)
        )
        if axis is None:
            return x.ravel()[places[0]] if not keepdims else x.ravel()[places].reshape((1,) * x.ndim)
        found = np.take_along_axis(x, places, axis)
        return found if keepdims else found.squeeze(axis)

    return chosen


def settled(name: str) -> Callable[..., Any]:
    return lambda hand, x, *values, **named: hand.decided(lambda: getattr(x, name)(*values, **named))


OF_ARRAYS: Mapping[str, Callable[..., Any]] = {
    "sum": total,
    "mean": mean,
    "var": variance,
    "std": deviation,
    "prod": running_product,
    "dot": Hand.matrix_product,
    "max": extreme_cell("argmax"),
    "min": extreme_cell("argmin"),
    **{name: settled(name) for name in ("argmax", "argmin", "argsort", "any", "all", "round")},
    "cumsum": lambda hand, x, axis=None: hand.write(x.cumsum(axis)),
}
