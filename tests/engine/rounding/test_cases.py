"""Lines inside a line that people write down, each as it was once refused."""

import math
from collections.abc import Mapping
from typing import Any

import pytest

from engine.answers import cells
from engine.marking.marking import Rule
from tests.engine.submissions import all_right, key, marked, whole

TEXT = {
    "candidate": "the cat sat on the mat now",
    "references": ["the cat sat on the mat right now at noon today"],
}


def written(family: str, parameters: Mapping[str, Any], name: str, at: int, number: float) -> Rule:
    """The rule by which a cell of an otherwise right sheet is marked that holds this number with two decimals."""
    variant = whole(family, parameters)
    sheet = key(variant)
    before, sheet[name][at] = sheet[name][at], f"{number:.2f}"
    assert before != sheet[name][at], "nothing is rounded here"
    return marked(variant, sheet)[name].cells[at].rule


def test_a_ratio_in_a_brevity_penalty() -> None:
    """Eleven words over seven are 1.57, and e to the -0.57 is 0.566; exactly it is 0.5647."""
    assert written("bleu", TEXT, "brevity_penalty", 0, math.exp(1 - 1.57)) is Rule.ROUNDED


def test_ln_2_as_0_69() -> None:
    surprise = {"probabilities": [0.1, 0.2, 0.05]}
    nats = -math.log(0.1 * 0.2 * 0.05) / 3
    assert written("perplexity", surprise, "bits", 0, round(nats, 2) / 0.69) is Rule.ROUNDED


def test_the_root_of_d_k_as_1_41() -> None:
    scores = {"Q": [[3, 4]], "K": [[2, 1]], "V": [[1, 1]], "causal": False}
    assert written("attention", scores, "scaled_scores", 0, 10 / 1.41) is Rule.ROUNDED


def test_products_of_a_rotation() -> None:
    """cos 1 as 0.54 and sin 1 as 0.84: 0.54 less 1.1 times 0.84 is -0.384, exactly -0.385."""
    turned = {"x": [1.0, 1.1], "position": 1}
    assert written("rope", turned, "rotated", 0, 0.54 - 1.1 * 0.84) is Rule.ROUNDED


def test_a_running_product_with_three_digits() -> None:
    """0.31 of 0.27 is 0.0837, of that 0.43 is 0.036, of that 0.29 is 0.0104."""
    sentence = {"conditionals": [0.31, 0.27, 0.43, 0.29]}
    assert written("sequence_probability", sentence, "log_probability", 0, math.log(0.0104)) is Rule.ROUNDED


def test_an_exponential_in_a_sigmoid() -> None:
    """e to the -1.3 as 0.27: 1 over 1.27 is 0.787."""
    found = whole("activation", {"name": "sigmoid", "x": [1.3]})
    (band,) = found.asked[-1].bands
    assert band is not None
    assert band.holds(1 / 1.27)


def test_the_logarithm_of_a_ratio() -> None:
    """0.1 over 0.78 as 0.13, its logarithm as -2.04, and a tenth of that; exactly -0.2054."""
    beliefs = {"p": [0.1, 0.9], "q": [0.78, 0.22]}
    assert written("kl_divergence", beliefs, "terms", 0, 0.1 * -2.04) is Rule.ROUNDED


def test_twice_the_product_of_precision_and_recall() -> None:
    """2 times 0.67 times 0.8 as 1.07, over 1.47."""
    summary = {"candidate": "a b c d x y", "reference": "a b c d z"}
    found = whole("rouge", summary)
    band = next(asked for asked in found.asked if asked.name.startswith("f1")).bands[0]
    assert band is not None
    assert band.holds(1.07 / 1.47)


def test_what_is_nearer_to_the_key_than_an_accepted_number_is_accepted_on_its_other_side_too() -> None:
    """Weights carried with three decimals gave 2.537 for 2.5346, and 2.54 was refused where 2.51 was right."""
    rows = {"Q": [[1, 0]], "K": [[1, 2], [0.5, 1], [1, 1]], "V": [[1.3], [4.9], [2.2]], "causal": False}
    variant = whole("attention", rows, "output")
    (band,) = variant.asked[0].bands
    assert band is not None
    for typed in (f"{band.low + 1e-3:.2f}", f"{band.high - 1e-3:.2f}"):
        if band.holds(float(typed)):
            assert all_right(variant, {"output": [typed]})
    assert band.exact - band.low == pytest.approx(band.high - band.exact)
    assert band.exact == cells.cells(variant.asked[0].key)[0]
