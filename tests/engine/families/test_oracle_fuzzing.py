"""The second road far from the draws: gently changed parameters that a family solves, its oracle solves alike.

A drawn example is changed in a few places as an instructor or a visitor of the solver would: other numbers, a row more
or less, another convention.
"""

from collections import Counter
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
from tests.engine.families.test_contract import agree, oracle
from tests.engine.families.test_parameter_fuzzing import places
from tests.engine.submissions import SWEEP, drawn


def changed(family: Family, values: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One place changed to something that people could mean."""
    choices = {
        name: field["enum"]
        for name, field in family.parameters.model_json_schema()["properties"].items()
        if "enum" in field
    }
    path = rng.choice(places(values)[1:] or [()])
    if not path:
        return values
    holder: Any = values
    for name in path[:-1]:
        holder = holder[name]
    place, value = path[-1], holder[path[-1]]
    match value:
        case _ if place in choices:
            holder[place] = rng.choice(choices[place])
        case bool():
            holder[place] = not value
        case int():
            holder[place] = rng.choice((value + 1, value - 1, 2 * value, -value, 0, 1))
        case float():
            holder[place] = rng.choice((value + 1, value / 2, 2 * value, -value, 0.0, 1.0, round(value, 1)))
        case list() if value:
            holder[place] = rng.choice(
                (value[::-1], [*value, value[0]], value[1:], value[:-1], [*value[1:], value[0]])
            )
        case str() if isinstance(holder, list):
            holder[place] = rng.choice(holder)
        case _:
            pass
    return values


@pytest.mark.parametrize("id", catalogue.families())
@settings(
    max_examples=200 if SWEEP else 4,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 4))
def test_what_is_solved_far_from_the_draws_agrees_with_the_oracle(
    asked: Counter[str], id: str, seed: int, changes: int
) -> None:
    family = catalogue.find(id)
    rng = Random(seed)
    values = drawn(family.id, rng.choice(LEVELS), rng.randrange(5)).parameters.to_json()
    for _ in range(changes):
        values = changed(family, values, rng)
    try:
        parameters = family.parameters.of(values)
        exact = run(family, parameters)
    except (BadParameters, CannotGoOn):
        return
    mine = cells.plain(exact.answers())
    for name, theirs in oracle(family)(parameters.to_json()).items():
        assert agree(mine[name], cells.plain(theirs)), f"{name} of {values}: {mine[name]}, oracle {theirs}"
    asked[id] += 1
