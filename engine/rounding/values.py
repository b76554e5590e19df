"""Values of any shape (numbers, arrays, tables, lists) as people hold them, as one of them does, and as they were."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine.answers import cells
from engine.rounding.number import Written

MOST_BY_HAND = 400  # cells of an array: with more nobody computes by hand, and nothing is rounded


def lifted(value: Any) -> Any:
    """The value as everybody is given it: the same for all, and exact."""
    if isinstance(value, np.ndarray) and (value.dtype.kind not in "fi" or value.size > MOST_BY_HAND):
        return value
    return mapped(
        value,
        lambda item: (
            Written.of(item) if isinstance(item, int | float) and not isinstance(item, bool) else item
        ),
    )


def lowered(value: Any) -> Any:
    """The value with its counts as Python's own integers."""
    lowered = mapped(
        value, lambda item: item.whole if isinstance(item, Written) and item.whole is not None else item
    )
    if isinstance(lowered, np.ndarray) and all(isinstance(item, int) for item in lowered.ravel()):
        return lowered.astype(np.int64)
    return lowered


def of_one(value: Any, person: int) -> Any:
    """A value as one person has it, in plain numbers."""
    mine = mapped(
        value,
        lambda item: (
            (float(item.numbers[person]) if item.whole is None else item.whole)
            if isinstance(item, Written)
            else item
        ),
    )
    if isinstance(mine, np.ndarray) and mine.dtype == object:
        whole = all(isinstance(item, int) for item in mine.ravel())
        return mine.astype(np.int64 if whole else np.float64)
    return mine


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with every leaf changed; an array with too many cells to compute by hand stays as it is."""
    if isinstance(value, np.ndarray) and value.size > MOST_BY_HAND:
        return value
    if isinstance(value, np.ndarray):
        array = np.empty(value.shape, dtype=object)
        for place, item in zip(np.ndindex(value.shape), value.ravel().tolist(), strict=True):
            array[place] = change(item)
        return array
    if isinstance(value, dict):
        return {name: mapped(item, change) for name, item in value.items()}
    if isinstance(value, list):
        return [mapped(item, change) for item in value]
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(mapped(item, change) for item in value)
    return change(value)


def leaves(value: Any) -> list[Any]:
    """The leaves in reading order; those of an array as the array holds them."""
    return list(value.ravel()) if isinstance(value, np.ndarray) else cells.cells(value)


def rebuilt(like: Any, leaves: Sequence[Any]) -> Any:
    """A value of the shape of ``like`` with these leaves; an array becomes one of objects."""
    if isinstance(like, np.ndarray):
        array = np.empty(like.shape, dtype=object)
        for place, item in zip(np.ndindex(like.shape), leaves, strict=True):
            array[place] = item
        return array
    return cells.rebuilt(like, leaves)
