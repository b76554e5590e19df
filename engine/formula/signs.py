"""The signs: arithmetic, comparisons, lists and places."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.formula.entries import (
    ANY,
    ATOM,
    FRACTION,
    POWER,
    PRODUCT,
    SUM,
    Function,
    cell_by_cell,
    compared,
    entry,
)
from engine.formula.values import Kind, Wrong, place, same

TABLE: dict[str, Function] = {}
sign = partial(entry, TABLE)
two = partial(entry, TABLE, kind=cell_by_cell, most=2)
comparison = partial(entry, TABLE, kind=cell_by_cell, most=2, needs=(SUM, SUM), binds=ANY)
equality = partial(entry, TABLE, kind=compared, most=2, needs=(SUM, SUM), binds=ANY)


@two("+", latex="{0} + {1}", needs=(SUM, PRODUCT), binds=SUM)
def plus(a: Any, b: Any) -> Any:
    """The sum, cell by cell."""
    return a + b


@two("-", latex="{0} - {1}", needs=(SUM, PRODUCT), binds=SUM)
def minus(a: Any, b: Any) -> Any:
    """The difference, cell by cell."""
    return a - b


@two("*", latex=r"{0} \cdot {1}", needs=(PRODUCT, FRACTION), binds=PRODUCT)
def times(a: Any, b: Any) -> Any:
    """The product, cell by cell; ``matmul`` is the product of matrices."""
    return a * b


@two("/", latex=r"\frac{{{0}}}{{{1}}}", needs=(ANY, ANY), binds=FRACTION)
def over(a: Any, b: Any) -> Any:
    """The quotient, cell by cell. Raises Wrong where a divisor is 0."""
    if np.any(np.asarray(b) == 0):
        raise Wrong("Here something is divided by zero.")
    return a / b


@two("^", latex="{{{0}}}^{{{1}}}", needs=(ATOM, ANY), binds=POWER)
def power(a: Any, b: Any) -> Any:
    """The power, cell by cell. Raises Wrong where it has no value or is too large."""
    with np.errstate(all="ignore"):
        value = np.power(np.asarray(a, float), b)
    if not np.isfinite(value).all():
        raise Wrong("This power has no value, or is too large.")
    return value if value.ndim else float(value)


@sign("neg", cell_by_cell, "-{0}", needs=(PRODUCT,), binds=SUM)
def negative(a: Any) -> Any:
    """The number with the other sign."""
    return -a


@comparison("and", latex=r"{0} \wedge {1}")
def both(a: Any, b: Any) -> Any:
    """1 where neither is 0, else 0."""
    return np.where((a != 0) & (b != 0), 1.0, 0.0)


@comparison("or", latex=r"{0} \vee {1}")
def either(a: Any, b: Any) -> Any:
    """1 where at least one is not 0, else 0."""
    return np.where((a != 0) | (b != 0), 1.0, 0.0)


@sign("not", cell_by_cell, r"\neg {0}", needs=(ATOM,), binds=POWER)
def opposite(a: Any) -> Any:
    """1 where it is 0, else 0."""
    return np.where(a == 0, 1.0, 0.0)


@equality("==", latex="{0} = {1}")
def equal(a: Any, b: Any) -> Any:
    """1 where both are equal but for the noise of floats, or are the same word; else 0."""
    if isinstance(b, str):
        return np.array([x == b for x in a], float) if isinstance(a, tuple) else float(a == b)
    return np.where(same(a, b), 1.0, 0.0)


@equality("!=", latex=r"{0} \neq {1}")
def unequal(a: Any, b: Any) -> Any:
    """1 where ``equal`` is 0."""
    return 1.0 - equal(a, b)


@comparison("<", latex="{0} < {1}")
def less(a: Any, b: Any) -> Any:
    """1 where a is smaller than b by more than the noise of floats."""
    return np.where((a < b) & ~same(a, b), 1.0, 0.0)


@comparison(">", latex="{0} > {1}")
def greater(a: Any, b: Any) -> Any:
    """1 where a is larger than b by more than the noise of floats."""
    return less(b, a)


@comparison("<=", latex=r"{0} \leq {1}")
def at_most(a: Any, b: Any) -> Any:
    """1 where a is not ``greater``."""
    return 1.0 - less(b, a)


@comparison(">=", latex=r"{0} \geq {1}")
def at_least(a: Any, b: Any) -> Any:
    """1 where a is not ``less``."""
    return 1.0 - less(a, b)


def _listed(kinds: Sequence[Kind]) -> Kind:
    """The kind of a list: numbers make a vector, vectors a matrix, words a list of words."""
    made = {Kind.NUMBER: Kind.VECTOR, Kind.VECTOR: Kind.MATRIX, Kind.WORD: Kind.WORDS}
    if len(set(kinds)) > 1 or kinds[0] not in made:
        raise Wrong("A list holds numbers, or vectors, or words: all of one kind.")
    return made[kinds[0]]


@sign("list", _listed, least=1, most=64)
def listed(*items: Any) -> Any:
    """A vector of numbers, a matrix of equally long vectors, or a list of words."""
    if isinstance(items[0], str):
        return items
    if len({np.shape(item) for item in items}) > 1:
        raise Wrong("All rows of a matrix must be equally long.")
    return np.array(items, dtype=float)


def _taken(kinds: Sequence[Kind]) -> Kind:
    """The kind of what is taken: x[i] of a vector or of words, A[i] the row of a matrix, A[i, j] its cell."""
    of, *places = kinds
    if any(kind is not Kind.NUMBER for kind in places):
        raise Wrong("A place is a number, counted from 1.")
    if of is Kind.WORDS and len(places) == 1:
        return Kind.WORD
    if of not in (Kind.VECTOR, Kind.MATRIX) or len(places) > of:
        raise Wrong(f"{of.said.capitalize()} has no such places.")
    return Kind(of - len(places))


@sign("[]", _taken, "{0}_{{{1}}}", least=2, most=64, needs=(ATOM, ANY, ANY))
def taken(of: Any, *places: float) -> Any:
    """The entry, row or cell at places counted from 1. Raises Wrong where there is no such place."""
    if isinstance(of, tuple):
        return of[place(places[0], len(of))]
    value = of[tuple(place(at, size) for at, size in zip(places, of.shape, strict=False))]
    return value if value.ndim else float(value)
