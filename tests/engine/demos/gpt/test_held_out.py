"""Counts on the names held out: perplexities by another road, and what a person comes to by hand."""

from collections import Counter
from math import exp, log

import pytest

from engine.demos.gpt.names import split
from engine.demos.ladder import held_out, ngram


def perplexity_by_hand(n: int, alpha: float) -> float:
    """Windows over strings, counted here anew."""
    grams, histories = Counter[str](), Counter[str]()
    for word in split()[0]:
        text = "." * (n - 1) + word + "."
        for at in range(len(word) + 1):
            grams[text[at : at + n]] += 1
            histories[text[at : at + n - 1]] += 1
    nats = []
    for word in split()[1]:
        text = "." * (n - 1) + word + "."
        for at in range(len(word) + 1):
            gram = text[at : at + n]
            nats.append(-log((grams[gram] + alpha) / (histories[gram[:-1]] + 32 * alpha)))
    return exp(sum(nats) / len(nats))


@pytest.mark.parametrize(("n", "alpha"), [(1, 1.0), (3, 0.126), (4, 2.0), (6, 0.01)])
def test_the_perplexity_with_alpha_added_is_what_counting_anew_gives(n: int, alpha: float) -> None:
    assert held_out.added(n, alpha) == pytest.approx(perplexity_by_hand(n, alpha))


@pytest.mark.parametrize("n", [1, 3, 6])
def test_that_of_a_mixture_is_what_its_model_is_asked_for_letter_by_letter(n: int) -> None:
    weights = [0.1] * n + [1 - 0.1 * n]
    model = ngram.interpolation(ngram.orders(split()[0], n), weights)
    assert held_out.mixed(weights) == pytest.approx(ngram.perplexity(model, split()[1]))


@pytest.mark.parametrize("n", range(1, 7))
def test_the_rows_of_a_table_hold_nearly_all_letters(n: int) -> None:
    for rows in (held_out.met(n), held_out.known(n)):
        assert sum(row.share for row in rows) == pytest.approx(1, abs=0.021)


def test_of_3_grams_that_were_never_met_the_table_says_so() -> None:
    train = Counter(f"..{word}."[at : at + 3] for word in split()[0] for at in range(len(word) + 1))
    asked = [f"..{word}."[at : at + 3] for word in split()[1] for at in range(len(word) + 1)]
    rows = {row.least: row for row in held_out.met(3)}
    histories = Counter(gram[:2] for gram in train.elements())
    never, unknown = (
        sum(not train[gram] and bool(histories[gram[:2]]) is met for gram in asked) for met in (True, False)
    )
    assert rows[0].share == round(never / len(asked), 3)
    assert rows[None].share == round(unknown / len(asked), 3)
    assert rows[20].share == round(sum(train[gram] >= 20 for gram in asked) / len(asked), 3)
    assert rows[0].count == 0


def test_longer_orders_say_0_or_what_a_shorter_one_says() -> None:
    for row in held_out.known(5):
        longer = set(row.says[row.order + 1 :])
        assert longer <= {0.0} or longer == {row.says[row.order]}
        assert all(row.says[: row.order + 1])


@pytest.mark.parametrize("n", range(1, 7))
def test_with_the_tables_one_comes_near_by_hand(n: int) -> None:
    for alpha in (0.01, 0.1, 1, 3, 10):
        assert held_out.added_by_hand(n, alpha) == pytest.approx(held_out.added(n, alpha), rel=0.12)
    for ratio in (0.5, 1, 2, 3, 5):
        rising = [ratio**k for k in range(n + 1)]
        weights = [one / sum(rising) for one in rising]
        assert held_out.mixed_by_hand(weights) == pytest.approx(held_out.mixed(weights), rel=0.16)
