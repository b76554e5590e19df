"""Counted out by hand, and every subsequence tried."""

from itertools import combinations
from random import Random

from engine.demos.metrics.overlap import Clipped, clipped, common_places
from engine.mathematics.overlap import longest_common_subsequence, ngrams


def test_an_ngram_counts_as_often_as_in_the_reference_that_has_it_most_often() -> None:
    found = clipped("the the the cat", ["the cat the", "a cat"], 1)
    assert found == [Clipped("the", 3, 2), Clipped("cat", 1, 1)]
    assert [one.counts for one in found] == [2, 1]
    assert clipped("the cat", ["cat the"], 2) == [Clipped("the cat", 1, 0)]
    assert clipped("the", ["the"], 2) == []


def test_the_places_are_in_order_in_both_texts_and_none_are_longer() -> None:
    rng = Random(3)
    for _ in range(200):
        mine, theirs = ([rng.choice("abc") for _ in range(rng.randint(1, 8))] for _ in range(2))
        places = common_places(" ".join(mine), " ".join(theirs))
        assert all(mine[i] == theirs[j] for i, j in places)
        assert all(a[0] < b[0] and a[1] < b[1] for a, b in combinations(places, 2))
        texts = (ngrams(" ".join(words), 1) for words in (mine, theirs))
        assert len(places) == longest_common_subsequence(*texts)
