"""Wrong operations that may have led to what was typed, as mistakes that no family lists, each with its sentence."""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import chain, islice
from typing import Any

import numpy as np

from engine.answers.cells import cells
from engine.chain import CannotGoOn, Mistake, Run, Step, run
from engine.fairness import same_cells
from engine.mutations.mutations import Mutation, computed, mutations
from engine.rounding.bands import meets, reach

MOST = 100  # operations that are tried
BEYOND = 1e6  # times what the line comes to: nobody goes on with that
IMPOSSIBLE = TypeError, AttributeError, LookupError, ValueError, ArithmeticError, RecursionError


def candidates(
    exact: Run, asked: str, leaves: Sequence[Any], given: Mapping[str, Any], steps: Set[str]
) -> Iterator[Mistake]:
    """Mistakes in one of these ``steps``, the last line's first: in the ``asked`` line those that come to about what
    was typed, from the ``given`` earlier values; before it those that come to something else than they should."""
    try:
        right = run(exact.family, exact.parameters, given=given, wanted=[asked], like=exact)
    except CannotGoOn:
        return
    last_first = [name for name in reversed([*right.steps]) if name in steps]
    for mistake in islice(chain.from_iterable(unlisted(right, name, asked) for name in last_first), MOST):
        step = right.steps[mistake.of]
        with suppress(*IMPOSSIBLE), np.errstate(divide="raise", invalid="raise", over="raise"):
            value = computed(mistake.compute, right.sources(step))
            if step.name != asked:
                may_be = _is_another(value, right.reached[step.name])
            else:
                may_be = meets(value, step.form, leaves, reach)
            if may_be:
                yield mistake


def _is_another(value: Any, right: Any) -> bool:
    mine, rights = cells(value), cells(right)
    return not same_cells(mine, rights) and all(
        abs(x) <= BEYOND * max(1.0, abs(y)) for x, y in zip(mine, rights, strict=True)
    )


def unlisted(run: Run, name: str, asked: str) -> Iterator[Mistake]:
    """The mutations of one step as mistakes; the sentence names the step where another one is ``asked``."""
    step = run.steps[name]
    for mutation in mutations(step.compute):
        how = _how(run, step, mutation)
        where = "" if name == asked else f"where, on the way, “{step.title}” is worked out "
        yield Mistake(
            "",
            name,
            f"This comes out {where}{how}. Compare it with the formula.",
            mutation.compute,
            step.sources,
        )


def _how(run: Run, step: Step, mutation: Mutation) -> str:
    named = mutation.operands and max(mutation.operands) < len(step.sources)
    signs = [_sign(run, step.sources[place]) for place in mutation.operands] if named else []
    if not signs or not all(signs):
        return mutation.otherwise
    return mutation.how.format(*(f"${sign}$" for sign in signs))


def _sign(run: Run, source: str) -> str:
    """The sign of a quantity, "" where it has none."""
    if source in run.steps:
        return run.steps[source].whole_sign
    sign = run.family.parameters.symbol_of(source)
    return "" if sign.startswith(r"\text") else sign
