"""Exact values of a run: its steps computed once more with numbers that know their closed form."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.answers import cells
from engine.answers.exact_latex import written
from engine.answers.exact_numbers import Exact
from engine.chain import NotNeeded, Run, Step

Closed = Mapping[str, tuple[str, ...]]

MOST_CELLS = 16  # per step that is told exactly
MOST_GIVEN = 100  # numbers per parameter: beyond, nobody computes by hand
CLOSE = 1e-9
PURE = ("", "nats", "bits")  # units of numbers that people leave as they are


def closed_forms(exact: Run) -> Closed:
    """The closed forms of each step: one LaTeX text per cell, "" where there is none. Steps that have none, or whose
    exact value does not agree with the run, are left out."""
    values: dict[str, Any] = {name: _lifted(value) for name, value in vars(exact.parameters).items()}
    told = {}
    for name, step in exact.steps.items():
        leaves = cells.cells(exact.reached[name])
        if not 0 < len(leaves) <= MOST_CELLS or not all(isinstance(leaf, int | float) for leaf in leaves):
            values[name] = exact.values[name]
            continue
        carried = _carried(step, [values[source] for source in step.sources])
        found = [Exact.of(leaf) for leaf in _leaves(carried)]
        if len(found) == len(leaves) and all(map(_agrees, found, leaves)):
            values[name] = carried
            told[name] = tuple(map(written, found)) if step.unit in PURE else ()
        else:
            values[name] = _unknown(exact.values[name])
    return {name: texts for name, texts in told.items() if any(texts)}


def _carried(step: Step, sources: list[Any]) -> Any:
    """A step's value from exact numbers; [] where its arithmetic does not take them."""
    try:
        value = step.compute(*sources)
        value = value.value if isinstance(value, NotNeeded) else value
        return value if all(isinstance(leaf, int | float | Exact) for leaf in _leaves(value)) else []
    except (TypeError, AttributeError, ValueError, ArithmeticError, IndexError):
        return []


def _lifted(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.size <= MOST_GIVEN:
        return np.array([Exact.of(x) for x in value.ravel().tolist()], dtype=object).reshape(value.shape)
    if isinstance(value, dict):
        return {name: _lifted(item) for name, item in value.items()}
    return Exact.of(value) if isinstance(value, float) else value


def _unknown(value: Any) -> Any:
    """A value of which only the decimals are known."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return np.array([Exact(x) for x in value.ravel().tolist()], dtype=object).reshape(value.shape)
    if isinstance(value, dict):
        return {name: _unknown(item) for name, item in value.items()}
    return Exact(value) if isinstance(value, float) else value


def _leaves(value: Any) -> list[Any]:
    return list(value.ravel()) if isinstance(value, np.ndarray) else cells.cells(value)


def _agrees(found: Exact, leaf: float) -> bool:
    return found.value == leaf or abs(found.value - leaf) <= CLOSE * max(1e-3, abs(leaf))
