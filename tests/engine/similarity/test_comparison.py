"""All pairs of answers: counted as by hand, common and given stretches left out, short answers not compared."""

import time
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.similarity import comparison
from engine.similarity.comparison import compare, most_sharing
from engine.similarity.winnowing import Size, fingerprints, grams

SIZE = Size(gram=2, window=2, least=1)
ANSWERS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=15), max_size=8)


@given(ANSWERS, st.lists(st.sampled_from("abcdef"), max_size=4), st.integers(1, 4))
def test_pairs_are_those_that_sets_give(answers: list[list[str]], starter: list[str], least: int) -> None:
    size = Size(gram=2, window=2, least=least)
    left_out = set(grams(starter, 2).tolist())
    every = [set(grams(one, 2).tolist()) for one in answers]
    left_out |= {
        one for of in every for one in of if sum(one in other for other in every) > max(3, len(answers) // 3)
    }
    own = [set(fingerprints(grams(one, 2), 2).tolist()) - left_out for one in answers]
    kept = {key: prints for key, prints in enumerate(own) if len(prints) >= least}
    by_hand = {
        (first, second): (len(kept[first] & kept[second]), min(len(kept[first]), len(kept[second])))
        for first, second in combinations(kept, 2)
        if kept[first] & kept[second]
    }
    found = compare(dict(enumerate(answers)), grams(starter, 2).tolist(), size)
    assert {(one.first, one.second): (one.shared, one.of) for one in found.pairs} == by_hand
    assert (found.compared, found.short) == (len(kept), len(answers) - len(kept))
    shares = [one.shared / one.of for one in found.pairs]
    assert shares == sorted(shares, reverse=True)


def test_columns_are_counted_in_parts_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    answers = {n: rng.choices("abcdefgh", k=40) for n in range(12)}
    at_once = compare(answers, (), SIZE)
    monkeypatch.setattr(comparison, "COLUMNS", 3)
    assert compare(answers, (), SIZE) == at_once
    assert len(at_once.pairs) > 10


def test_what_more_than_a_third_share_is_left_out_and_three_may_always_share() -> None:
    assert [most_sharing(n) for n in (2, 9, 12, 30)] == [3, 3, 4, 10]
    phrase = list("abcdefgh")
    alone = [[f"{n}-{k}" for k in range(8)] for n in range(12)]
    five = {n: phrase + own if n < 5 else own for n, own in enumerate(alone)}
    assert compare(five, (), SIZE).pairs == ()
    assert len(compare(five, (), SIZE).common) >= 7
    four = {n: phrase + own if n < 4 else own for n, own in enumerate(alone)}
    assert len(compare(four, (), SIZE).pairs) == 6


def test_the_middle_and_the_high_end_of_all_pairs_are_told() -> None:
    answers = {n: [f"{n}-{k}" for k in range(20)] for n in range(10)}
    answers[9] = answers[8]
    found = compare(answers, (), SIZE)
    assert (found.median, found.high) == (0, 0)
    assert [(one.first, one.second, one.shared == one.of) for one in found.pairs] == [(8, 9, True)]


@pytest.mark.parametrize("answers", [{}, {1: []}, {1: ["a"]}, {1: [], 2: []}, {1: list("abcdef")}])
def test_nobody_and_nothing_gives_no_pairs(answers: dict[int, list[str]]) -> None:
    found = compare(answers, (), SIZE)
    assert (found.pairs, found.median, found.high) == ((), 0, 0)


def test_a_thousand_answers_are_compared_in_seconds_and_the_copy_is_first() -> None:
    rng = Random(11)
    words = [f"w{n}" for n in range(3000)]
    answers = {n: rng.choices(words, k=120) for n in range(1000)}
    answers[400] = answers[17][20:] + rng.choices(words, k=20)
    begun = time.process_time()
    found = compare(answers, (), Size(5, 4, 8))
    assert time.process_time() - begun < 20
    assert {found.pairs[0].first, found.pairs[0].second} == {17, 400}
    assert found.pairs[0].shared > 0.7 * found.pairs[0].of
