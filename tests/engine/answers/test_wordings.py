"""Short answers and the wordings that they meet: compared with regular expressions and fnmatch, which the engine does
not use."""

import fnmatch
import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.answers.wordings import is_met, plain, shown

LETTERS = st.text("abAB *\\ .[?é\n", max_size=10)
SIMPLE = st.text("ab*", min_size=1, max_size=8)


def by_expression(wording: str, typed: str, by_case: bool) -> bool:
    """The same by a regular expression, of which each piece between stars is quoted."""

    def spaced(text: str) -> str:
        return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text))

    pieces = [re.escape(spaced(piece.replace("\\*", "*"))) for piece in re.split(r"(?<!\\)\*", wording)]
    expression = re.sub(r"^(\\ )+|(\\ )+$", "", ".*".join(pieces))
    flags = re.DOTALL if by_case else re.DOTALL | re.IGNORECASE
    return bool(re.fullmatch(expression, spaced(typed).strip(), flags))


@given(LETTERS, LETTERS, st.booleans())
@example("a*b*a", "aba", True)
@example("a*a", "a", True)
@example("* b", " b", False)
@example("\\*", "*", False)
def test_a_wording_is_met_where_its_expression_matches(wording: str, typed: str, by_case: bool) -> None:
    assert is_met(wording, typed, by_case) == by_expression(wording, typed, by_case)


@given(SIMPLE, st.text("ab", max_size=12))
def test_a_star_is_that_of_file_names(wording: str, typed: str) -> None:
    assert is_met(wording, typed) == fnmatch.fnmatchcase(typed, wording)


@given(st.text(max_size=30), st.booleans())
def test_every_answer_meets_itself_with_its_stars_quoted(typed: str, by_case: bool) -> None:
    assert is_met(typed.replace("*", r"\*"), typed, by_case) or "\\" in typed


@pytest.mark.parametrize(
    ("wording", "typed", "met"),
    [
        ("cross entropy", "  Cross   ENTROPY ", True), ("cross entropy", "cross\u00a0entropy", True),
        ("softmax", "ｓoftmax", True), ("straße", "STRASSE", True), ("é", "e\u0301", True), ("fi", "ﬁ", True),
        ("cross-entropy", "cross entropy", False), ("café", "cafe", False), ("log*", "blog", False),
        ("*gram*", "a bigram model", True), ("a*b*c", "acb", False), (r"2 \* 3", "2 * 3", True),
        (r"2 \* 3", "2 times 3", False), ("[ab]?", "[ab]?", True), ("[ab]?", "a", False), ("＊", "anything", False),
        ("＊", "*", True), ("**a**", "bab", True), ("a * b", "a b", False),
    ],
)  # fmt: skip
def test_spaces_and_forms_of_letters_do_not_count_and_other_signs_mean_themselves(
    wording: str, typed: str, met: bool
) -> None:
    assert is_met(wording, typed) is met


def test_case_counts_where_the_question_says_so() -> None:
    assert is_met("BLEU", "bleu")
    assert not is_met("BLEU", "bleu", by_case=True)
    assert is_met("BLEU*", "BLEU score", by_case=True)


@given(LETTERS.filter(lambda text: "\\" not in text and text.strip()))
def test_a_wording_as_it_is_shown_is_met_by_itself(wording: str) -> None:
    assert is_met(wording, shown(wording))


def test_a_wording_is_read_with_dots_for_a_star() -> None:
    assert [shown(one) for one in ("token*", r"2 \* 3", "* of  *")] == ["token…", "2 * 3", "… of …"]
    assert plain(" a\tb\n ") == "a b"


def test_many_stars_take_no_longer_than_the_answer_is_long() -> None:
    wording, typed = "a*" * 100 + "b", "a" * 4000
    begun = time.process_time()
    for _ in range(20):
        assert not is_met(wording, typed)
    assert time.process_time() - begun < 1
