"""Passages of two answers: the same tokens in both, none twice, and nothing that both have is missed."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.similarity.passages import Piece, passages, pieces
from engine.similarity.prose import tokens
from engine.similarity.winnowing import grams

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=30)


@given(WORDS, WORDS, st.integers(1, 4), WORDS)
def test_passages_are_the_same_in_both_apart_and_neither_begin_nor_end_with_what_is_left_out(
    first: list[str], second: list[str], length: int, starter: list[str]
) -> None:
    left_out = set(grams(starter[:6], length).tolist())
    found = passages(first, second, length, left_out)
    ours: list[int] = []
    theirs: list[int] = []
    for one in found:
        assert one.length >= length
        assert first[one.first : one.first + one.length] == second[one.second : one.second + one.length]
        inside = grams(first[one.first : one.first + one.length], length).tolist()
        assert not left_out & {inside[0], inside[-1]}
        ours += range(one.first, one.first + one.length)
        theirs += range(one.second, one.second + one.length)
    assert ours == sorted(set(ours))
    assert len(theirs) == len(set(theirs))
    both = set(grams(first, length).tolist()) & set(grams(second, length).tolist()) - left_out
    assert bool(found) == bool(both)


def test_passages_in_another_order_are_found_and_numbered_by_the_first() -> None:
    first, second = "one two three four . five six seven eight", "five six seven eight . one two three four"
    ours, theirs = tokens(first), tokens(second)
    found = passages([one.text for one in ours], [one.text for one in theirs], 3, ())
    assert [(one.first, one.second, one.length) for one in found] == [(0, 4, 4), (4, 0, 4)]
    cut = pieces(second, theirs, [(one.second, one.length) for one in found])
    assert [(piece.passage, piece.text) for piece in cut] == [
        (2, "five six seven eight"), (0, " . "), (1, "one two three four"),
    ]  # fmt: skip


@given(WORDS, WORDS)
def test_pieces_make_up_the_answer(first: list[str], second: list[str]) -> None:
    text, other = " - ".join(first), "  ".join(second)
    ours, theirs = tokens(text), tokens(other)
    found = passages([one.text for one in ours], [one.text for one in theirs], 2, ())
    cut = pieces(text, ours, [(one.first, one.length) for one in found])
    assert "".join(piece.text for piece in cut) == text
    assert [piece.passage for piece in cut if piece.passage] == [*range(1, len(found) + 1)]


@given(st.text("ab \n\t"))
def test_lines_of_a_piece_make_it_up_and_begin_with_their_white_space(text: str) -> None:
    lines = Piece(text, 1).lines
    assert "".join(space + words for space, words in lines) == text
    assert all(not space.strip() and not words[:1].isspace() for space, words in lines)


def test_an_answer_without_words_is_one_piece() -> None:
    assert [piece.text for piece in pieces("...", [], [])] == ["..."]
    assert pieces("", [], []) == ()


def test_long_answers_that_repeat_themselves_are_matched_whole() -> None:
    rng = Random(3)
    verse = rng.choices("abcdef", k=50)
    found = passages(verse * 300, verse * 200, 5, ())
    assert max(one.length for one in found) == 10_000
