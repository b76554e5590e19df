"""Whatever parameters a family is given, it solves them or says which one does not fit: no traceback, no NaN.

A drawn example is bent in one or two places, as people and programs do: another kind of value, a wrong shape, an
extreme number, a name too many or too few.
"""

import copy
import json
import math
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.answers import cells
from engine.chain import CannotGoOn, Family, run
from engine.parameters import BadParameters
from engine.questions import LEVELS
from tests.engine.submissions import SWEEP, drawn
from tests.every import for_each

FAMILIES = list(catalogue.families().values())
ODD: tuple[Any, ...] = (
    0, -1, 1, 2, 0.5, -0.25, 1e-9, 1e29, 1e61, 10**70, math.inf, -math.inf, math.nan, True, None, "", "x", "1", [],
    {}, [0], [1, 2], [[1, 2], [3]], [[0, 0], [0, 0]], {"a": 1}, {"": {}}, [["a"]], "</w>", " ",
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all that lies in a JSON value, the value itself among them."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, item in inside for place in places(item, (*path, name)))]


def bent(value: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One place changed."""
    path = rng.choice(places(value)[1:] or [("a",)])
    holder: Any = value
    for name in path[:-1]:
        holder = holder[name]
    place = path[-1]
    match rng.randrange(5):
        case 0:
            del holder[place]
        case 1 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[place]))
        case 2 if isinstance(holder, dict):
            holder[rng.choice(("name", "", "x y"))] = copy.deepcopy(holder[place])
        case 3 if isinstance(holder[place], int | float):
            holder[place] *= rng.choice((-1, 0, 2, 1e9, 1e-9))
        case _:
            holder[place] = copy.deepcopy(rng.choice(ODD))
    return value


def solved_or_refused(family: Family, values: Any) -> None:
    try:
        parameters = family.parameters.of(values)
    except BadParameters as error:
        assert error.message
        assert "\n" not in error.message
        assert error.parameter or "is not a parameter here" in error.message, error.message
        return
    try:
        exact = run(family, parameters)
    except CannotGoOn as error:
        assert str(error)
        return
    for name, value in exact.answers().items():
        for leaf in cells.cells(value):
            assert not (isinstance(leaf, float) and math.isnan(leaf)), f"{name} is no number"
        json.dumps(cells.plain(value), allow_nan=False)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
@settings(
    max_examples=60 if SWEEP else 10,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32), bends=st.integers(1, 3))
def test_any_parameters_are_solved_or_refused_by_name(family: Family, seed: int, bends: int) -> None:
    rng = Random(seed)
    values = drawn(family.id, rng.choice(LEVELS), rng.randrange(5)).parameters.to_json()
    for _ in range(bends):
        if values:
            values = bent(values, rng)
    solved_or_refused(family, values)


@for_each(FAMILIES, lambda family: family.id)
def test_what_is_no_object_at_all_is_refused(family: Family) -> None:
    for odd in ODD:
        if not isinstance(odd, dict):
            with pytest.raises(BadParameters):
                family.parameters.of(odd)
    with pytest.raises(BadParameters, match="is not a parameter here"):
        family.parameters.of({**drawn(family.id, "exam", 0).parameters.to_json(), "nonsense": 1})
