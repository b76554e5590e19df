"""Two other roads: the merges over one long line of symbols, and the tokenizers library for encoding."""

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from tokenizers import Tokenizer
from tokenizers.models import BPE

from engine.chain import run
from engine.demos.tokens.bpe_steps import (
    END,
    MOST_CHARACTERS,
    MOST_MERGES,
    Pair,
    compression,
    encode,
    frequencies,
    learn,
    tokens,
    unknown,
    vocabulary,
)
from engine.families.tokens import bpe_train

COURSE = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
TEXT = "the cat sat on the mat the cat ate the rat that sat on the cat a rat at a hat"


def merges_of(frequency: dict[str, int], count: int) -> list[Pair]:
    return [merge.pair for merge in learn(frequency, count)]


def by_positions(frequency: dict[str, int], count: int) -> list[Pair]:
    """The same over one long line of symbols, each word written as often as it occurs."""
    line = [[*word, END] for word, often in frequency.items() for _ in range(often)]
    found: list[Pair] = []
    for _ in range(count):
        counts = Counter((a, b) for word in line for a, b in pairwise(word))
        if not counts:
            break
        pair = counts.most_common(1)[0][0]  # of equals the first that was counted
        for word in line:
            for place in range(len(word) - 1):
                if tuple(word[place : place + 2]) == pair:
                    word[place : place + 2] = ["".join(pair)]
        found.append(pair)
    return found


def test_the_course_example_gives_the_published_merges() -> None:
    rounds = list(learn(COURSE, 5))
    assert [(merge.pair, merge.count) for merge in rounds] == [
        (("e", "s"), 9),
        (("es", "t"), 9),
        (("est", END), 9),
        (("l", "o"), 7),
        (("lo", "w"), 7),
    ]
    assert rounds[0].tied == (("s", "t"), ("t", END))
    assert rounds[-1].words["newest"] == ("n", "e", "w", "est</w>")


@pytest.mark.parametrize("seed", range(5))
def test_counting_words_once_gives_what_the_whole_line_gives(seed: int) -> None:
    rng = Random(seed)
    text = " ".join("".join(rng.choices("abcd", k=rng.randint(1, 6))) for _ in range(40))
    assert merges_of(frequencies(text), 25) == by_positions(frequencies(text), 25)


def test_the_exercise_asks_for_the_same_merges() -> None:
    frequency = frequencies(TEXT)
    exact = run(bpe_train.family, bpe_train.Parameters(corpus=frequency, merges=12))
    assert [tuple(pair) for pair in exact.reached["merges"]] == merges_of(frequency, 12)


def test_new_words_are_encoded_as_by_the_tokenizers_library() -> None:
    """Without a marker: the library would hang one on the last letter, here it is a symbol of its own."""
    frequency = frequencies(TEXT)
    table = [merge.pair for merge in learn(frequency, 15, "")]
    numbers = {symbol: n for n, symbol in enumerate(vocabulary(frequency, table, ""))}
    library = Tokenizer(BPE(numbers, table))
    for word in ("that", "chat", "heath", "cat", "mansion", "tatters"):
        spelled = "".join(letter for letter in word if letter in numbers)
        assert tuple(library.encode(spelled).tokens) == tokens(spelled, table, "")


def test_a_replay_names_only_the_merges_that_did_something() -> None:
    table = merges_of(COURSE, 5)
    assert [(replay.number, replay.symbols) for replay in encode("lowest", table)] == [
        (1, ("l", "o", "w", "es", "t", END)),
        (2, ("l", "o", "w", "est", END)),
        (3, ("l", "o", "w", "est</w>")),
        (4, ("lo", "w", "est</w>")),
        (5, ("low", "est</w>")),
    ]
    assert unknown("lowering", vocabulary(COURSE, table)) == ["g"]


def test_the_curve_ends_where_the_merged_corpus_does() -> None:
    frequency = frequencies(TEXT)
    rounds = list(learn(frequency, 30))
    curve = compression(frequency, [merge.pair for merge in rounds])
    for point, merge in zip(curve[1:], rounds, strict=True):
        assert point.tokens == sum(len(symbols) * frequency[word] for word, symbols in merge.words.items())
    assert curve[0].tokens == len(TEXT) + 1  # a marker for every space, and one for the last word
    assert [point.tokens for point in curve] == sorted((point.tokens for point in curve), reverse=True)


def test_every_text_comes_to_an_end_and_too_long_ones_are_refused() -> None:
    assert len(list(learn({"ab": 1}, 50))) == 2  # a b </w>: two merges, then one symbol
    for text, says in (("x " * MOST_CHARACTERS, "2,000"), (" ", "no word"), ("x" * 61, "60")):
        with pytest.raises(ValueError, match=re.escape(says)):
            frequencies(text)
    with pytest.raises(ValueError, match="merges"):
        list(learn(COURSE, MOST_MERGES + 1))
