"""Decoding against brute force, and against a road of its own: sorting pairs, enumerating all sequences."""

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from math import exp, log

import numpy as np
import pytest

from engine.demos.decoding import STEPS, Settings, beam, counts, entropy, greedy, pipeline, sampled
from engine.parameters import Array

LOGITS = np.array([2.0, 1.0, 0.5, 0.0, -1.0, 1.0])


def by_pairs(settings: Settings) -> dict[int, float]:
    """Without arrays: tokens with their weights, sorted and cut as each step says."""
    scores = dict(enumerate(LOGITS.tolist()))
    weights = {token: exp(score) for token, score in scores.items()}
    for step in settings.order:
        falling = sorted(weights, key=lambda token: (-weights[token], token))
        if step == "temperature":
            weights = {token: exp(scores[token] / settings.temperature) for token in weights}
        elif step == "top-k":
            weights = {token: weights[token] for token in falling[: settings.k]}
        else:
            kept, mass, total = [], 0.0, sum(weights.values())
            for token in falling:
                kept.append(token)
                mass += weights[token] / total
                if mass >= settings.p - 1e-12:
                    break
            weights = {token: weights[token] for token in kept}
    total = sum(weights.values())
    return {token: weight / total for token, weight in weights.items()}


def test_every_order_gives_what_pairs_give() -> None:
    numbers = ((0.5, 3, 0.9), (2.0, 4, 0.6), (1.0, 6, 1.0), (3.0, 2, 0.5))
    for order, (temperature, k, p) in product(permutations(STEPS), numbers):
        settings = Settings(temperature, k, p, order)
        last = pipeline(LOGITS, settings)[-1].probabilities
        expected = by_pairs(settings)
        assert last.sum() == pytest.approx(1), settings
        assert {n: x for n, x in enumerate(last.tolist()) if x} == pytest.approx(expected), settings


def test_heat_before_the_cut_keeps_more_tokens_than_after_it() -> None:
    first = pipeline(LOGITS, Settings(3.0, 6, 0.8, ("temperature", "top-k", "top-p")))[-1]
    last = pipeline(LOGITS, Settings(3.0, 6, 0.8, ("top-p", "top-k", "temperature")))[-1]
    assert first.kept > last.kept


def test_settings_that_change_nothing_give_the_softmax() -> None:
    stages = pipeline(LOGITS, Settings())
    assert [stage.step for stage in stages] == ["softmax", *STEPS, "renormalised"]
    for stage in stages:
        assert stage.probabilities == pytest.approx(stages[0].probabilities)


def test_a_p_of_1_cuts_nothing_however_cold_it_is_and_whatever_comes_first() -> None:
    for order in permutations(STEPS):
        for cold in (0.05, 0.001):  # in the second most probabilities are too small for a float
            stages = pipeline(20 * LOGITS, Settings(cold, 6, 1.0, order))
            assert [stage.kept for stage in stages] == [6] * 5
            assert pipeline(20 * LOGITS, Settings(cold, 4, 1.0, order))[-1].left.tolist() == [
                True, True, True, False, False, True,
            ]  # fmt: skip


def chain(tokens: Sequence[int]) -> Array:
    """A language of three tokens in which greed is wrong: 1 looks best and leads to even chances."""
    table = {0: [0.0, 0.5, 0.4], 1: [0.34, 0.33, 0.33], 2: [0.9, 0.05, 0.05]}
    return np.log(np.array(table[tokens[-1]]) + 1e-9)


def best(longest: int) -> tuple[tuple[int, ...], float]:
    """The most probable of all sequences that end, by trying all."""
    found = {}
    for length in range(1, longest):
        for rest in product((1, 2), repeat=length - 1):
            tokens = (0, *rest, 0)
            steps = pairwise(tokens)
            logs = [float(chain([a])[b] - log(np.exp(chain([a])).sum())) for a, b in steps]
            found[tokens] = sum(logs)
    return max(found.items(), key=lambda item: item[1])


def test_a_wide_beam_finds_the_best_of_all_and_greedy_does_not() -> None:
    tokens, log_probability = best(5)
    found = beam(chain, (0,), 30, 5, end=0)[-1][0]
    assert found.tokens == tokens == (0, 2, 0)
    assert found.log_probability == pytest.approx(log_probability)
    assert greedy(chain, (0,), 5, end=0).tokens[1] == 1
    assert greedy(chain, (0,), 5, end=0).log_probability < log_probability


def test_a_beam_keeps_its_width_and_names_the_parents() -> None:
    rows = beam(chain, (0,), 2, 5, end=0)
    for before, row in pairwise(rows):
        assert sum(one.kept for one in row) == 2
        assert [one.log_probability for one in row] == sorted(
            (one.log_probability for one in row), reverse=True
        )
        for one in row:
            parent = before[one.parent]
            assert parent.kept
            assert one.tokens == parent.tokens or one.tokens[:-1] == parent.tokens


def test_draws_come_as_often_as_their_probability_says() -> None:
    last = pipeline(LOGITS, Settings(k=3))[-1].probabilities
    drawn = np.array(counts(last, 20_000, np.random.default_rng(1))) / 20_000
    assert np.abs(drawn - last).max() < 0.02
    assert counts(last, 200, np.random.default_rng(5)) == counts(last, 200, np.random.default_rng(5))


def test_a_sampled_sequence_ends_once_and_uses_the_cut() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        tokens = sampled(chain, (0,), Settings(k=1), 5, 0, rng)
        assert tokens == (0, 1, 0)
    assert {sampled(chain, (0,), Settings(), 5, 0, rng) for _ in range(60)} > {(0, 2, 0)}


def test_entropy_is_in_bits() -> None:
    assert entropy(np.full(8, 1 / 8)) == pytest.approx(3)
    assert f"{entropy(np.array([1.0, 0.0])):.2f}" == "0.00"  # no minus
