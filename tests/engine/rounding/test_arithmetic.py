"""A step's own function is called with arithmetic that writes down; its exact numbers stay what they are."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine import catalogue
from engine.answers import cells
from engine.chain import Family, run
from engine.mathematics import logarithms, softmax
from engine.rounding import chains
from engine.rounding.arithmetic import written
from engine.rounding.number import Written, seated
from engine.rounding.people import EXACT, Crowd, Person
from tests.engine.submissions import drawn, whole

FAMILIES = list(catalogue.families().values())
TWO = Crowd([Person(), Person(inside=(2,))])
NATIVE = {
    "kv_concurrency",
    "activation",
}  # decide by fractions of bytes; look up a table of the normal distribution


def second(number: Any) -> float:
    assert isinstance(number, Written)
    return float(number.settled()[1])


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (logarithms.sigmoid, (1.5,), 1 / 1.22),
        (logarithms.minus_ln, (0.3,), 1.2),
        (logarithms.softplus, (0.75,), math.log(1 + 2.12)),
    ],
)
def test_functions_of_ours_write_down_what_they_compute_on_the_way(
    function: Callable[..., Any], arguments: tuple[float, ...], expected: float
) -> None:
    with seated(TWO):
        assert second(written(function)(*map(Written.of, arguments))) == round(expected, 2)


def test_a_softmax_is_written_without_taking_off_the_largest() -> None:
    with seated(TWO):
        scores = np.array([Written.of(2.0), Written.of(1.0)], dtype=object)
        assert second(written(softmax)(scores)[0]) == round(7.39 / (7.39 + 2.72), 2)


def test_what_is_not_ours_stays_as_it_is() -> None:
    assert written(len) is len
    assert written(sorted) is sorted


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_every_step_takes_the_numbers_of_people_and_gives_the_exact_one_their_own(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step whose arithmetic does not is computed person by person, and nothing is written down inside it."""
    alone: list[str] = []

    def one_by_one(compute: Any, sources: Any, reached: Any) -> Any:
        alone.append(family.id)
        return native(compute, sources, reached)

    native = chains._one_by_one
    monkeypatch.setattr(chains, "_one_by_one", one_by_one)
    exact = drawn(family.id, "exam", 0).exact
    for name, reached in chains.everybody(exact, list(exact.steps)).items():
        for numbers, key in zip(reached, cells.cells(exact.reached[name]), strict=True):
            assert numbers is None or numbers[EXACT] == pytest.approx(key, rel=1e-9, abs=1e-12), name
    assert not alone or family.id in NATIVE


@pytest.mark.parametrize(
    ("family", "given"),
    [
        ("cross_entropy", {"logits": [9, 0, 1], "target": 0}),
        ("negative_sampling_loss", {"v": [1], "u_positive": [9], "u_negatives": [[-8], [1], [-40]]}),
        ("bradley_terry", {"reward_winner": 40, "reward_loser": 0}),
    ],
)
def test_a_loss_near_zero_takes_the_numbers_of_people(
    family: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chains, "_one_by_one", None)
    exact = whole(family, given).exact
    (reached,) = chains.everybody(exact, ["loss"])["loss"]
    assert reached is not None
    assert reached[EXACT] == pytest.approx(exact.reached["loss"], rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    ("family", "given", "typed"),
    [
        ("cross_entropy", {"logits": [9, 0, 1], "target": 0}, {"probability": 0.9995}),
        ("bradley_terry", {"reward_winner": 9, "reward_loser": 0}, {"probability": 0.9995}),
        (
            "negative_sampling_loss",
            {"v": [1], "u_positive": [40], "u_negatives": [[-9]]},
            {"negative_probabilities": np.array([0.9995])},
        ),
    ],
)
def test_a_probability_that_was_rounded_is_used_as_it_was_typed(
    family: str, given: dict[str, Any], typed: dict[str, Any]
) -> None:
    exact = whole(family, given).exact
    loss = run(exact.family, exact.parameters, given=typed, wanted=["loss"]).reached["loss"]
    assert loss == pytest.approx(-math.log(0.9995), rel=1e-12)


def test_every_other_road_leads_to_the_same_place() -> None:
    found = 0
    for family in FAMILIES:
        for step in family.steps.values():
            exact = drawn(family.id, "exam", 0).exact
            for road in step.roads:
                assert road(*exact.sources(step)) == pytest.approx(exact.reached[step.name], rel=1e-12)
                found += 1
    assert found
