"""An answer's cells: whatever its shape (number, vector, matrix, table by name, list), one flat row of leaves.

Containers are arrays, lists and dicts, nested as they like; a leaf is a number, a string or a tuple of tokens.
Marking, storing and the page's inputs all work on the flat row, so no shape needs code of its own there.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np


def cells(value: Any) -> list[Any]:
    """The leaves in reading order; numbers of arrays as Python floats."""
    if isinstance(value, np.ndarray):
        return list(value.ravel().tolist())
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in cells(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in cells(item)]
    return [value]


def rebuilt(like: Any, leaves: Sequence[Any]) -> Any:
    """A value of the shape of ``like`` with these leaves in reading order."""
    return _take(like, iter(leaves))


def labels(value: Any) -> list[str]:
    """The spoken name of each cell: "row 2, column 1", "entry 3", the name in a table; "" for a lone value."""
    return [_spoken(path) for path in paths(value)]


def shape(value: Any) -> tuple[int | None, int]:
    """(rows, columns) of what is laid out as a grid; rows None for one line of cells."""
    if isinstance(value, np.ndarray) and value.ndim > 1:
        return int(np.prod(value.shape[:-1])), value.shape[-1]
    return None, len(cells(value))


def plain(value: Any) -> Any:
    """The value as JSON holds it: lists and numbers, the infinities as "-inf" and "inf"."""
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not np.isfinite(value):
        return "-inf" if value < 0 else "inf"
    return value


def from_json(leaf: Any) -> Any:
    """A leaf as ``plain`` wrote it, back as the engine holds it."""
    if isinstance(leaf, list):
        return tuple(leaf)
    return float(leaf) if leaf in ("-inf", "inf") else leaf


def _take(like: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(like, np.ndarray):
        whole = np.issubdtype(
            like.dtype, np.integer
        )  # then Python's integers, which no typed number overflows
        kind = object if whole else like.dtype
        return np.array([next(leaves) for _ in range(like.size)], dtype=kind).reshape(like.shape)
    if isinstance(like, dict):
        return {name: _take(item, leaves) for name, item in like.items()}
    if isinstance(like, list):
        return [_take(item, leaves) for item in like]
    return next(leaves)


def paths(value: Any) -> Iterator[tuple[int | str, ...]]:
    """The place of each cell, in reading order: indices and names, () for a lone value."""
    if isinstance(value, np.ndarray):
        yield from np.ndindex(value.shape)
    elif isinstance(value, dict | list):
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            for path in paths(item):
                yield (name, *path)
    else:
        yield ()


def _spoken(path: tuple[int | str, ...]) -> str:
    names = [str(place) for place in path if isinstance(place, str)]
    numbers = [place + 1 for place in path if isinstance(place, int)]
    if len(numbers) == 1:
        names.append(f"entry {numbers[0]}")
    elif len(numbers) == 2:
        names.append(f"row {numbers[0]}, column {numbers[1]}")
    elif len(numbers) == 3:
        names.append(f"block {numbers[0]}, row {numbers[1]}, column {numbers[2]}")
    return ", ".join(names)
