"""GIFT comes in: each kind of question, its signs and its feedback."""

import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.exchange import foreign
from app.authoring.exchange.arrived import Arrived
from app.authoring.exchange.exchanged import (
    WRONG,
    Asks,
    Choice,
    Essay,
    Exchanged,
    Match,
    Numeric,
    Option,
    Range,
    Short,
    Wording,
)
from app.authoring.exchange.moodle import gift
from app.authoring.exchange.moodle.cloze_reading import ANYTHING
from app.authoring.exchange.moodle.reading import ALONE, ID_NUMBER, NO_COUNTERPART
from app.authoring.exchange.not_read import NO_ANSWER

HALF = Fraction(1, 2)
ONE = Fraction(1)


def only(text: str) -> Arrived:
    (found,) = gift.read(text)
    return found


def asks(text: str) -> Asks:
    found = only(text).question
    assert isinstance(found, Exchanged)
    return found.asks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Whose tomb?{~Grant ~Jefferson#No. =no one#Yes}",
         Choice((Option("<p>Grant</p>"), Option("<p>Jefferson</p>", WRONG, "<p>No.</p>"),
                 Option("<p>no one</p>", ONE, "<p>Yes</p>")))),
        ("Which two?{~%50%[plain]a ~%50%[html]b ~%-100%c}",
         Choice((Option("<p>a</p>", HALF), Option("b", HALF), Option("<p>c</p>", -ONE)), several=True)),
        ("Sun rises.{T}", Choice((Option("True", ONE), Option("False")))),
        ("Flat.{FALSE#No, round.#Right}", Choice((Option("True", WRONG, "<p>No, round.</p>"),
                                                  Option("False", ONE, "<p>Right</p>")))),
        ("Two and two {=four =4 =%50%IV#Roman.}",
         Short((Wording("four"), Wording("4"), Wording("IV", HALF, "<p>Roman.</p>")))),
        ("Capitals{=Italy -> Rome =Japan->Tokyo = -> Oslo}",
         Match((("<p>Italy</p>", "Rome"), ("<p>Japan</p>", "Tokyo")), ("Oslo",))),
        ("Say it.{}", Essay()),
        ("Which equals 5? {~ \\= 2 + 2 = \\= 2 + 3}",
         Choice((Option("<p>= 2 + 2</p>"), Option("<p>= 2 + 3</p>", ONE)))),
        ("A brace{=\\{ =\\\\ =a\\:b}", Short((Wording("{"), Wording("\\"), Wording("a:b")))),
    ],
)  # fmt: skip
def test_each_kind_is_read(text: str, expected: Asks) -> None:
    assert asks(text) == expected


@pytest.mark.parametrize(
    ("answers", "ranges"),
    [
        ("#1822:5", [("1822", "1817", "1827", ONE)]),
        ("#3.1415", [("3.1415", "3.1415", "3.1415", ONE)]),
        ("#3.141..3.142", [("3.1415", "3.141", "3.142", ONE)]),
        ("#=1822:0 =%50%1822:2", [("1822", "1822", "1822", ONE), ("1822", "1820", "1824", HALF)]),
    ],
)
def test_numbers_keep_what_they_accept(answers: str, ranges: list[tuple[str, str, str, Fraction]]) -> None:
    found = asks(f"When?{{{answers}}}")
    assert isinstance(found, Numeric)
    assert found.ranges == tuple(
        Range(Decimal(key), Decimal(low), Decimal(high), share) for key, low, high, share in ranges
    )


def test_titles_categories_comments_and_general_feedback() -> None:
    text = (
        "$CATEGORY: top/Attention\n\n// a note\n::One\\: the first::Is it?{T####Because.}\n\n"
        "It is {=this ~that}, he said.\n"
    )
    first, second = gift.read(text)
    assert (first.title, second.title) == ("One: the first", "It is")
    assert first.question is not None
    assert second.question is not None
    assert (first.question.category, first.question.solution) == ("Attention", "<p>Because.</p>")
    assert second.question.statement == "<p>It is _____ , he said.</p>"


@pytest.mark.parametrize(
    ("text", "why"),
    [("A description", NO_COUNTERPART["description"]), ("No end {=a", gift.BRACE), ("No start =a}", gift.BRACE),
     ("None right {~a ~b}", NO_ANSWER), ("No number {#x}", NO_ANSWER)],
)  # fmt: skip
def test_what_is_not_read_says_why(text: str, why: str) -> None:
    found = only(text)
    assert found.question is None
    assert found.told[-1].says == why


def test_a_number_and_tags_in_comments_are_read() -> None:
    found = only(
        "// question: 7  name: T\n// [id:lamp 1] [tag:easy]\n\n// [tag:exam]\n$CATEGORY: $course$/top/Week 3\nIs it?{T}"
    )
    assert found.question is not None
    assert (found.question.name, found.question.tags) == ("lamp 1", ("easy", "exam"))
    assert found.question.category == "Week 3"
    assert [one.says for one in found.told] == [ID_NUMBER]


def test_a_side_without_a_partner_is_told() -> None:
    found = only("Capitals{=Italy -> Rome =Japan->Tokyo =Norway -> }")
    assert [(one.says, one.what) for one in found.told] == [(ALONE, "Norway")]


def test_feedback_for_every_other_number_is_told() -> None:
    assert [one.says for one in only("n? {#3:2~#Wrong}").told] == [ANYTHING]


@pytest.mark.parametrize(
    ("name", "content", "taken"),
    [("a.gift", "::T::Q{T}", True), ("a.gift", "Say it. {}", True),
     ("a.txt", "Q{=a ~b}", True), ("a.txt", "def f(): return {1: 2}", False),
     ("a.txt", "Dear all,\nhello.", False), ("notes.md", "::T::Q{T}", False)],
)  # fmt: skip
def test_a_text_is_recognised_by_its_questions(name: str, content: str, taken: bool) -> None:
    assert (foreign.read(name, content.encode()) is not None) == taken


@given(st.text("::{}=~#\\%->.TF$\n 1a[]html", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for one in gift.read(text):
        assert one.question is not None or one.told


@pytest.mark.parametrize(
    "piece", ["{", "}", "=", "~", "#", "\\", "::", "a{=b}\n\n", "\n\n", "{#1..2=", "%50%", "->"]
)
def test_reading_takes_time_in_proportion(piece: str) -> None:
    began = time.process_time()
    text = f"Q{{={piece * (100_000 // len(piece))}}}"
    gift.looks_like(text)
    list(gift.read(text))
    assert time.process_time() - began < 4
