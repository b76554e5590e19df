import math
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.optimize import minimize  # type: ignore[import-untyped]

from engine.catalogue import find
from engine.chain import run
from engine.demos.gpt.names import encode, split, vocabulary
from engine.demos.ladder import ngram

V = 32


@cache
def orders() -> tuple[ngram.Counts, ...]:
    return ngram.orders(split()[0], ngram.LONGEST)


def by_slicing(n: int, history: str) -> Counter[str]:
    """The letters that followed the history, found without the code: at every place of every padded name."""
    found: Counter[str] = Counter()
    for word in split()[0]:
        text = "." * (n - 1) + word + "."
        found.update(text[at + n - 1] for at in range(len(text) - n + 1) if text[at : at + n - 1] == history)
    return found


def test_counts_are_those_of_every_window() -> None:
    for n, before in product(range(1, 7), ("", "a", "mari", "alessandr")):
        history = ("....." + before)[::-1][: n - 1][::-1]
        followed = by_slicing(n, history)
        expected = [followed[token] for token in vocabulary()]
        assert orders()[n - 1].of(before).tolist() == expected, (n, before)


def test_the_start_is_never_predicted() -> None:
    words = split()[0]
    assert orders()[0].of("").sum() == sum(len(word) + 1 for word in words)
    assert orders()[0].of("")[encode(".")[0]] == len(words)


def test_every_distribution_of_a_seen_or_smoothed_history_sums_to_one() -> None:
    for n, alpha in product((1, 2, 3, 6), (0.0, 0.1, 1.0)):
        model = ngram.add_alpha(orders()[n - 1], alpha)
        for before in ("", "ma", "mar", "christ"):
            assert model(before).sum() == pytest.approx(1), (n, alpha, before)


def test_interpolation_sums_to_one_after_an_unknown_history_too() -> None:
    model = ngram.interpolation(orders(), (0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.3))
    assert model("xqkxqk").sum() == pytest.approx(1)
    assert (model("xqkxqk") > 0).all()


def test_an_order_that_never_met_its_history_says_what_the_shorter_one_says() -> None:
    said = ngram.opinions(orders(), "xqa")
    assert said[0] == pytest.approx(1 / V)
    assert (said[3:] == said[2]).all()
    assert said[2] == pytest.approx(orders()[1].of("a") / orders()[1].of("a").sum())


@pytest.mark.parametrize("alpha", [0.0, 0.5])
def test_a_family_of_the_exam_finds_the_same_probability(alpha: float) -> None:
    words = ("anna", "hanna", "nina", "ann")
    family = find("ngram_probability")
    given = {
        "corpus": [" ".join(word) for word in words],
        "n": 3,
        "history": "a n",
        "word": "n",
        "alpha": alpha,
    }
    answers = run(family, family.parameters.of(given)).answers()
    counts = ngram.count(words, 3)
    assert counts.of("han").sum() == answers["history_count"]
    own = len({*"".join(words), "."})  # the family knows the letters of its corpus alone
    row = counts.of("han")[encode("n")[0]]
    assert answers["probability"] == pytest.approx((row + alpha) / (counts.of("han").sum() + alpha * own))
    if not alpha:
        assert ngram.add_alpha(counts, 0)("han")[encode("n")[0]] == pytest.approx(answers["probability"])


def test_alpha_is_the_one_under_which_tokens_left_out_are_likeliest() -> None:
    words, among = ("anna", "hanna", "nina", "anita", "hanna"), np.geomspace(0.01, 10, 60).tolist()

    def without_it(alpha: float) -> float:
        likelihood = 0.0
        for word in words:
            for at in range(len(word) + 1):
                counts = ngram.count(words, 2)
                row = counts.of(word[:at])
                token = encode((word + ".")[at])[0]
                row[token] -= 1  # the counts are this loop's own
                likelihood += math.log(ngram.add_alpha(counts, alpha)(word[:at])[token])
        return likelihood

    assert ngram.best_alpha(ngram.count(words, 2), among) == max(among, key=without_it)


def test_expectation_maximisation_ends_where_a_general_optimiser_does() -> None:
    words, few = split()[0][:200], ngram.orders(split()[0][:200], 3)
    said = np.array([row for word in words for row in ngram._left_out(few, word)])

    def lost(x: np.ndarray) -> float:
        weights = np.exp(x - x.max())
        return -float(np.log(said @ (weights / weights.sum())).mean())

    found = ngram.best_weights(words, few, rounds=500)
    assert found.sum() == pytest.approx(1)
    other = minimize(lost, np.zeros(4), method="BFGS", options={"gtol": 1e-7})
    assert -np.log(said @ found).mean() == pytest.approx(other.fun, abs=1e-5)


def test_leaving_a_token_out_is_the_same_as_counting_without_it() -> None:
    words = ("anna", "nina", "anita")
    rows = ngram._left_out(ngram.orders(words, 2), "anita")
    # one i of two in 16 tokens; after `n` comes n, a, i, a, i; without the i of anita that is 1 in 15, and 1 in 4
    assert rows[2] == pytest.approx([1 / V, 1 / 15, 1 / 4])


def test_surprisals_multiply_to_the_probability_of_the_name() -> None:
    model = ngram.interpolation(orders(), ngram.best_weights(split()[0][:300], orders()).tolist())
    product = math.prod(model("mia"[:at])[encode("mia."[at])[0]] for at in range(4))
    assert math.exp(-ngram.surprisals(model, "mia").sum()) == pytest.approx(product)
    assert len(ngram.surprisals(model, "mia")) == 4


def test_the_family_of_perplexity_agrees() -> None:
    model = ngram.add_alpha(orders()[1], 0.5)
    probabilities = [model("nina"[:at])[encode("nina."[at])[0]] for at in range(5)]
    family = find("perplexity")
    expected = run(family, family.parameters.of({"probabilities": probabilities})).answers()["perplexity"]
    assert ngram.perplexity(model, ["nina"]) == pytest.approx(expected)


def test_without_smoothing_one_unseen_bigram_makes_perplexity_infinite() -> None:
    model = ngram.add_alpha(orders()[1], 0)
    assert ngram.perplexity(model, split()[1]) == math.inf
    assert ngram.perplexity(model, split()[0]) < math.inf


def test_equal_chances_have_the_perplexity_of_the_vocabulary() -> None:
    assert ngram.perplexity(ngram.interpolation((), (1.0,)), split()[1]) == pytest.approx(V)


def test_smoothed_trigrams_and_interpolated_six_grams_reach_their_figures() -> None:
    held_out = split()[1]
    assert ngram.perplexity(ngram.add_alpha(orders()[2], 0.1), held_out) == pytest.approx(9.65, abs=0.02)
    weights = (0.02, 0.02, 0.24, 0.16, 0.15, 0.21, 0.2)
    assert ngram.perplexity(ngram.interpolation(orders(), weights), held_out) == pytest.approx(7.71, abs=0.02)


def test_samples_come_as_often_as_their_surprisals_say() -> None:
    model, rng = ngram.add_alpha(ngram.count(("ab", "abb", "ba", "aba"), 2), 0), Random(3)
    drawn = Counter(ngram.sample(model, rng) for _ in range(4000))
    assert len(drawn) > 20
    for word, times in drawn.most_common(12):
        expected = 4000 * math.exp(-ngram.surprisals(model, word).sum())
        assert abs(times - expected) < 4 * math.sqrt(expected), word


def test_the_same_chance_gives_the_same_names_and_none_is_too_long() -> None:
    model = ngram.add_alpha(orders()[0], 0)
    once, again = ([ngram.sample(model, rng, 5) for _ in range(50)] for rng in (Random(1), Random(1)))
    assert once == again
    assert max(map(len, once)) == 5


def test_what_cannot_be_asked_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="n must be from 1 to 6, not 7"):
        ngram.count(["anna"], 7)
    with pytest.raises(ValueError, match="alpha must not be negative"):
        ngram.add_alpha(orders()[0], -1)
    with pytest.raises(ValueError, match="3 weights"):
        ngram.interpolation(orders()[:2], (0.5, 0.5))
    with pytest.raises(ValueError, match="together 1"):
        ngram.interpolation(orders()[:1], (0.5, 0.6))


def test_counting_does_not_import_torch() -> None:
    asks = "import sys, engine.demos.ladder.ngram; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asks], check=False).returncode == 0
