"""The table of all functions and signs."""

from collections.abc import Mapping

from engine.formula import numbers, signs, vectors
from engine.formula.entries import Function

FUNCTIONS: Mapping[str, Function] = {**signs.TABLE, **numbers.TABLE, **vectors.TABLE}
CALLED = frozenset(numbers.TABLE | vectors.TABLE)  # those that go by a name; the others are signs
