"""Drawn numbers that can be asked and marked fairly, and others: curriculum, "two decimals", rules 1, 3, 4 and 6."""

import math
from collections.abc import Mapping
from typing import Any

import pytest

from engine.catalogue import find
from engine.fairness import hides, outcomes, same, speaks, unfair
from tests.engine.submissions import whole


def reason(family: str, given: Mapping[str, Any], *asks: str) -> str:
    variant = whole(family, given, *asks)
    return unfair(variant.exact, {asked.name: asked.bands for asked in variant.asked}) or ""


def test_fair_numbers_have_no_reason() -> None:
    assert reason("normalized_distance", {"u": [1, 2, 2], "v": [2, 3, 6]}, "cosine", "distance") == ""


@pytest.mark.parametrize(
    ("family", "given", "name", "why"),
    [
        ("cosine_similarity", {"u": [100, 1], "v": [0, 1]}, "cosine", "does not fit its form"),
        ("euclidean_distance", {"u": [2000, 0], "v": [0, 1]}, "distance", "does not fit its form"),
        ("normalized_distance", {"u": [9, 1], "v": [9, 2]}, "distance", "too far"),
        ("count_skip_gram", {"vocabulary_size": 10**15, "d": 1000}, "total", "too large for a calculator"),
        ("attention", {"Q": [[1, 1]], "K": [[1, 0], [0, 1]], "V": [[1, 2], [3, 4]]}, "output", "are equal"),
    ],
)
def test_numbers_that_cannot_be_asked_say_why(
    family: str, given: dict[str, Any], name: str, why: str
) -> None:
    assert why in reason(family, given, name)


def test_an_exact_zero_is_fair() -> None:
    assert "fit" not in reason("cosine_similarity", {"u": [1, 0], "v": [0, 2]}, "cosine")


def test_a_key_that_rounding_could_make_zero_is_not_fair_but_in_a_distribution_it_is() -> None:
    far = {"Q": [[4, 0]], "K": [[2, 0], [0, 0]], "V": [[1, 0], [0, 1]]}
    assert "zero" not in reason("attention", far, "weights")
    assert "could be rounded to zero" in reason("attention", far, "output")


def test_a_mistake_that_two_decimals_cannot_tell_from_the_key_is_not_fair() -> None:
    """8.59 GB and 8.00 GiB are far apart; 0.13 GB and 0.125 GiB are not."""
    chip = {"layers": 32, "kv_heads": 1, "d_head": 128, "bytes_per_value": 2, "context": 8192}
    assert (
        reason("kv_cache", chip, "total_gib") == "the mistake decimal_gigabytes cannot be told from the key"
    )
    assert reason("kv_cache", {**chip, "context": 16 * 8192}, "total_gib") == ""


def test_a_mistake_that_changes_no_asked_answer_is_silent_and_hides_nothing() -> None:
    family = find("cosine_similarity")
    unit = whole("cosine_similarity", {"u": [1, 0], "v": [3, 4]}, "cosine")
    limits = {asked.name: asked.bands for asked in unit.asked}
    silent = family.mistakes["root_forgotten_u"]  # the length is 1, with a root or without
    assert not speaks(silent, unit.exact, limits)
    assert not hides(silent, unit.exact, limits)
    assert speaks(family.mistakes["dot_alone"], unit.exact, limits)


def test_a_mistake_shows_in_every_step_that_rests_on_it() -> None:
    unit = whole("perplexity", {"probabilities": [0.5, 0.25]})
    found = dict(outcomes(find("perplexity").mistakes["sum_for_average"], unit.exact, {"nats": 1, "bits": 1}))
    assert found["nats"] == pytest.approx([math.log(8)])
    assert found["bits"] == pytest.approx([3])


def test_a_forgotten_mask_is_another_answer_than_minus_infinity() -> None:
    masked = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]], "causal": True}
    variant = whole("attention", masked, "masked_scores")
    assert speaks(find("attention").mistakes["not_masked"], variant.exact, {"masked_scores": 1})


@pytest.mark.parametrize(
    ("x", "y", "equal"),
    [
        (1, 1.0, True), (0.1 + 0.2, 0.3, True), (0.3, 0.31, False), (1e21, 1e21 * (1 + 1e-12), True),
        (-math.inf, -math.inf, True), (-math.inf, 0.5, False), (0.5, -math.inf, False), (math.inf, -math.inf, False),
        ("cat", "cat", True), (("e", "s"), ("s", "e"), False), (168, 169, False), (0.0, 1e-12, True),
    ],
)  # fmt: skip
def test_keys_are_the_same_up_to_the_noise_of_floats(x: Any, y: Any, equal: bool) -> None:
    assert same(x, y) is equal


def test_choices_that_rounding_would_turn_are_not_fair() -> None:
    close = {"query": [1, 0], "candidates": {"cat": [10, 1], "dog": [10, 1.1]}}
    assert "too close" in reason("nearest_neighbour", close, "nearest_by_cosine")
    barely = {
        "memory": 22.5, "weights": 14, "unit": "GiB", "layers": 32, "kv_heads": 8, "d_head": 128,
        "bytes_per_value": 2, "context": 8192,
    }  # fmt: skip
    assert reason("kv_concurrency", barely, "requests") == ""
    assert "rounding on the way" in reason("kv_concurrency", {**barely, "memory": 22.004}, "requests")


def test_a_mistake_that_rounding_carries_back_is_not_told_from_the_key() -> None:
    """Weights 0.9965 and 0.0035 are written as 1 and 0, and then the output is right to two decimals."""
    variant = whole(
        "attention",
        {"Q": [[2, 1], [1, -1]], "K": [[2, 1], [-1, -1]], "V": [[2, 5], [5, 3]], "causal": True},
    )
    limits = {asked.name: asked.bands for asked in variant.asked}
    assert unfair(variant.exact, limits) == "the mistake masked_after_softmax cannot be told from the key"
