"""One wrong operation in a line is told by what it was; one line rounded too early, by the line."""

import math
import tracemalloc
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from engine import catalogue
from engine.answers import cells
from engine.answers.forms import Fixed, Scientific
from engine.chain import Family
from engine.marking import explanations
from engine.mutations.candidates import unlisted
from engine.mutations.mutations import computed as computed_soon
from engine.mutations.mutations import mutations
from engine.parameters import Array
from engine.questions import LEVELS
from engine.rounding.early import KEPT
from engine.variants import Variant
from tests.engine.submissions import drawn, whole
from tests.every import one_in

FAMILIES = list(catalogue.families().values())
DPO = {"logp_w": -2.5, "logp_l": -3.25, "ref_w": -3.75, "ref_l": -2.5, "beta": 0.5}
COSINE = {"u": [1, 2, 2], "v": [2, 3, 6]}
TWO = {"u": [1.5, 2.25], "v": [2.5, -0.75]}


def said(variant: Variant, name: str, typed: Sequence[float], own: Mapping[str, Any] | None = None) -> str:
    """The page's explanation of these numbers; the lines before are right where none are given."""
    asked = variant.part(name)
    assert asked
    before = (
        {part.name: part.key for part in variant.asked[: variant.asked.index(asked)]} if own is None else own
    )
    wrong = [
        n for n, (x, band) in enumerate(zip(typed, asked.bands, strict=True)) if band and not band.holds(x)
    ]
    assert wrong
    found = explanations.explain(variant, asked, list(typed), wrong, before)
    return found.slip or " ".join(found.says)


@pytest.mark.parametrize(
    ("family", "given", "name", "typed", "how"),
    [
        ("dpo_loss", DPO, "implicit_winner", [0.4], "with a quotient where a product belongs"),
        ("cosine_similarity", COSINE, "cosine", [1.05], "with the quotient upside down"),
        ("cosine_similarity", COSINE, "cosine", [2.86], r"without the factor $|u|$"),
        ("euclidean_distance", TWO, "difference", [1.5, 2.25], "without what is taken off"),
    ],
)  # fmt: skip
def test_a_wrong_operation_is_told(
    family: str, given: dict[str, Any], name: str, typed: list[float], how: str
) -> None:
    assert said(whole(family, given), name, typed) == f"This comes out {how}. Compare it with the formula."


def test_the_line_is_named_where_it_was_not_handed_in() -> None:
    variant = whole("dpo_loss", DPO)
    margin = 0.5 * (-2.5 + 3.75) - 0.5 / (-3.25 + 2.5)  # divided in one of the two lines before
    title = variant.exact.steps["implicit_loser"].title
    how = "with a quotient where a product belongs"
    assert (
        said(variant, "margin", [round(margin, 2)], {})
        == f"This comes out where, on the way, “{title}” is worked out {how}. Compare it with the formula."
    )


def test_nothing_is_read_into_a_zero_or_a_small_count() -> None:
    tiny = whole("kv_cache", drawn("kv_cache", "exam", 1).parameters.to_json())
    assert not said(tiny, tiny.asked[-1].name, [0.0]).startswith("This comes out")


@pytest.mark.parametrize("family", one_in(3, FAMILIES, lambda family: family.id))
def test_every_mutation_is_a_function_of_the_same_line(family: Family) -> None:
    """It takes what the line takes, and what it gives is said in a whole sentence."""
    exact = drawn(family.id, "exam", 1).exact
    for name, step in exact.steps.items():
        for mistake in unlisted(exact, name, name):
            assert mistake.sources == step.sources
            assert mistake.says.startswith("This comes out with")
            assert mistake.says.endswith(".")
            assert "{" not in mistake.says.replace("\\", "").split("$")[0]


def computed(x: Array, y: Array) -> float:
    return float((x * 2 - y).sum() / len(x))


def with_enclosed(scale: float) -> Any:
    return lambda x, y: scale * x + y


computed.__module__ = "engine.families.of_a_test"


def test_each_operation_of_a_function_is_mutated() -> None:
    x, y = np.array([1.0, 2.0]), np.array([3.0, 5.0])
    results = {(one.how, round(float(one.compute(x, y)), 2)) for one in mutations(computed)}
    assert results >= {
        ("with a plus where a minus belongs", 7.0), ("without dividing by {}", -2.0),
        ("without the factor {}", -2.5), ("with 3 where 2 belongs", 0.5), ("with one too many counted", -0.67),
        ("with {} in place of {}", 4.0),
    }  # fmt: skip


def test_what_a_function_encloses_and_what_it_was_given_before_stays() -> None:
    scaled = with_enclosed(3.0)
    scaled.__module__ = "engine.families.of_a_test"
    mutated = {one.how: one.compute(2.0, 1.0) for one in mutations(scaled)}
    assert mutated["with a minus where a plus belongs"] == 5.0
    assert {one.compute(1.0) for one in mutations(partial(scaled, 2.0))} >= {5.0, 1.0, 6.0}


def grown(rate: float, steps: int) -> float:
    return rate**steps


def halved(x: float) -> int:
    times = 0
    while x > 1:
        x, times = x / 2, times + 1
    return times


grown.__module__ = halved.__module__ = "engine.families.of_a_test"


def test_no_mutation_keeps_anybody_waiting() -> None:
    """The number of steps to the power of itself would have more digits than a memory; halving mutated never ends."""
    swapped = next(one for one in mutations(grown) if one.how == "with {} in place of {}")
    with pytest.raises(OverflowError):
        computed_soon(swapped.compute, [0.5, 10**12])
    assert not list(mutations(halved))


def test_no_mutation_makes_more_numbers_than_there_is_room_for() -> None:
    """The position in the place of the model's size would be a thousand million angles."""
    given = {"position": 10**9, "d_model": 4, "layout": "interleaved"}
    variant = whole("sinusoidal_encoding", given)
    tracemalloc.start()
    try:
        said(variant, "angles", [10.0**9, 3.0])
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()


def test_functions_of_others_are_not_mutated() -> None:
    assert not list(mutations(np.sum))
    assert not list(mutations(Random.random))


def test_numbers_by_chance_are_hardly_ever_told_a_story(seeds: range) -> None:
    """Right lines, and in one of them numbers that are off by any factor."""
    told, rng = Counter[bool](), Random(seeds[0])
    for family in FAMILIES:
        for level in LEVELS:
            variant = drawn(family.id, level, seeds[0])
            asked = rng.choice(variant.asked)
            form, factor = asked.step.form, rng.uniform(0.5, 1.8)
            if not isinstance(form, Fixed | Scientific):
                continue
            keys = cells.cells(asked.key)
            typed = [float(form.show(key * factor)) if math.isfinite(key) else key for key in keys]
            if any(band and not band.holds(x) for x, band in zip(typed, asked.bands, strict=True)):
                told[said(variant, asked.name, typed).startswith("This comes out")] += 1
    assert told.total() > 100
    assert told[True] <= 0.06 * told.total()


@pytest.mark.parametrize(
    ("kept", "typed"), [("rounded to one decimal", 0.58), ("rounded to a whole number", 0.6)]
)
def test_a_line_that_was_rounded_too_early_is_named(kept: str, typed: float) -> None:
    """The length of (1, 1), 1.41, kept as 1.4 or 1: 1 / (1.4 * 1.41) and so on."""
    variant = whole("cosine_similarity", {"u": [1, 1], "v": [2, 0.5]})
    exact = variant.exact.reached
    short = round(exact["norm_u"], 1) if "decimal" in kept else float(round(exact["norm_u"]))
    cosine = round(exact["dot"] / (short * exact["norm_v"]), 2)
    words = said(variant, "cosine", [cosine], {"dot": exact["dot"]})
    assert "Rounded too early" in words
    assert variant.exact.steps["norm_u"].title in words
    assert kept in words


def test_a_line_that_stands_with_two_decimals_was_not_cut() -> None:
    """1.13 * 100 is 112.99999999999999 to a float: whoever typed 1.13 carries 1.13."""
    assert [KEPT["cut off after two decimals"](x / 100) for x in range(-999, 1000)] == [
        x / 100 for x in range(-999, 1000)
    ]
    assert KEPT["cut off after two decimals"](-1.139) == -1.13
    assert KEPT["cut off after two decimals"](1e30) == 1e30
