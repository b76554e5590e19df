"""Values of any shape (numbers, arrays, tables, lists) as people hold them, as one of them does, and as they were."""

from collections.abc import Callable, Iterable, Sequence
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


def of_each(value: Any, size: int) -> Sequence[Any]:
    """The value as each of ``size`` people has it, in plain numbers: entry n is that of person n."""
    if isinstance(value, Written):
        return [value.whole] * size if value.whole is not None else value.numbers.tolist()
    if isinstance(value, np.ndarray) and value.dtype == object:
        items = value.ravel().tolist()
        columns = [of_each(item, size) for item in items]
        whole = all(isinstance(column[0], int) for column in columns)
        table = np.array(columns, np.int64 if whole else np.float64).reshape(len(items), size)
        return list(np.ascontiguousarray(table.T).reshape(size, *value.shape))
    if isinstance(value, dict):
        return [dict(zip(value, row, strict=True)) for row in _rows(value.values(), size)]
    if isinstance(value, list):
        return [list(row) for row in _rows(value, size)]
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return _rows(value, size)
    return [value] * size


def _rows(items: Iterable[Any], size: int) -> list[tuple[Any, ...]]:
    columns = [of_each(item, size) for item in items]
    return list(zip(*columns, strict=True)) if columns else [()] * size


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with every leaf changed; an array with too many cells to compute by hand stays as it is."""
    if isinstance(value, np.ndarray) and value.size > MOST_BY_HAND:
        return value
    if isinstance(value, np.ndarray):
        return _array([change(item) for item in value.ravel().tolist()], value.shape)
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
        return _array(leaves, like.shape)
    return cells.rebuilt(like, leaves)


def _array(leaves: Sequence[Any], shape: tuple[int, ...]) -> Any:
    return np.fromiter(leaves, dtype=object, count=len(leaves)).reshape(shape)
