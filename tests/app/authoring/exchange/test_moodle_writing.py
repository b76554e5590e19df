"""Moodle gets the points, the keys and the sentences on classic mistakes, read here by Moodle's own rules."""

import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from app.authoring.exchange.exchanged import (
    GAP,
    WRONG,
    Choice,
    Cloze,
    Exchanged,
    Gap,
    Numeric,
    Option,
    Short,
    Wording,
    around,
)
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.moodle import cloze
from app.authoring.exchange.moodle.writing import moodle_xml
from engine import variants
from engine.answers import cells
from engine.answers.forms import Integer, Positions
from tests.app.authoring.exchange.moodle_rules import fields_of
from tests.engine.submissions import BANK

SHARES = st.lists(
    st.fractions(min_value=Fraction(1, 12), max_value=5, max_denominator=12), min_size=1, max_size=12
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)


def only(question: Exchanged) -> etree._Element:
    (made,) = (one for one in etree.fromstring(moodle_xml([question])) if one.get("type") != "category")
    return made


def read(question: Exchanged) -> str:
    return str(only(question).findtext("questiontext/text"))


@pytest.mark.parametrize(
    ("shares", "weights"),
    [
        (["1", "2", "2"], [1, 2, 2]),
        (["3/2", "3/2"], [2, 1]),
        (["1/4"] * 4 + ["2"], [1] * 5),
        (["3"], [3]),
        (["1/2"], [1]),
        (["5/2", "1/2", "1"], [2, 1, 1]),
    ],
)
def test_the_weights_of_fields_sum_to_the_points(shares: list[str], weights: list[int]) -> None:
    assert cloze.weights([Fraction(share) for share in shares]) == weights


@given(SHARES)
def test_the_weights_are_whole_and_no_more_than_the_points_ask_or_the_fields_need(
    shares: list[Fraction],
) -> None:
    weights, points = cloze.weights(shares), sum(shares, Fraction(0))
    assert min(weights) >= 1
    assert sum(weights) == max(len(shares), -(-points.numerator // points.denominator))
    if all(share.denominator == 1 for share in shares):
        assert weights == shares


def test_a_question_of_three_points_arrives_with_three() -> None:
    gap = Gap(Numeric((around(Decimal(1), Decimal("0.5")),)), Fraction(3, 2))
    asked = Exchanged(
        name="a", title="A", statement=f"<p>{GAP} {GAP}</p>", asks=Cloze((gap, gap)), points=Fraction(3)
    )
    assert sum(field.weight for field in fields_of(read(asked))) == 3


@given(TEXTS, TEXTS, TEXTS)
def test_no_sign_in_a_field_ends_it_or_changes_what_it_says(text: str, other: str, feedback: str) -> None:
    gaps = (
        Gap(Choice((Option(text, Fraction(1), feedback), Option(other)))),
        Gap(Short((Wording(other), Wording(text, WRONG, feedback)))),
    )
    fields = fields_of(read(Exchanged(name="a", title="A", statement=GAP * 2, asks=Cloze(gaps))))
    assert [(one.text, one.feedback) for one in fields[0].answers] == [(text, feedback), (other, "")]
    typed = [one.text.replace(r"\*", "*") for one in fields[1].answers]
    assert typed == [other, text]


def test_a_menu_does_not_begin_with_the_right_answer_of_each_place() -> None:
    order = next(question for question in BANK.questions.values() if question.kind == "order")
    fields = fields_of(read(exchanged(variants.draw(order, 1, order.default_level))))
    assert len({field.answers[0].percent for field in fields}) == 2


@pytest.mark.parametrize("seed", range(3))
def test_a_mistaken_number_is_a_wrong_answer_with_its_sentence_and_takes_nothing_from_the_key(
    seed: int,
) -> None:
    spoken = 0
    for question in list(BANK.questions.values())[seed::29]:
        if question.kind not in ("family", "formula"):
            continue
        variant = variants.draw(question, seed, question.default_level)
        asks = exchanged(variant).asks
        leaves = [(asked, n) for asked in variant.asked for n in range(len(asked.bands))]
        fields = [gap.asks for gap in asks.gaps] if isinstance(asks, Cloze) else [asks]
        for (asked, n), field in zip(leaves, fields, strict=True):
            if not isinstance(field, Numeric):
                continue
            key, *mistaken = field.ranges
            band = asked.bands[n]
            if band:
                assert (float(key.low), float(key.high)) == pytest.approx((band.low, band.high), rel=1e-14)
            assert float(key.key) == pytest.approx(cells.cells(asked.key)[n], rel=1e-14) or isinstance(
                asked.step.form, Integer
            )
            for one in mistaken:
                spoken += 1
                assert one.share == WRONG
                assert one.high < key.low or one.low > key.high
                assert one.feedback
    assert spoken > 10


def test_a_lone_number_carries_its_mistakes_and_its_solution() -> None:
    for question in BANK.questions.values():
        variant = variants.draw(question, 1, question.default_level) if question.of_numbers else None
        if (
            variant is None
            or not isinstance(asks := exchanged(variant).asks, Numeric)
            or len(asks.ranges) < 2
        ):
            continue
        made = only(exchanged(variant))
        fractions = [answer.get("fraction") for answer in made.findall("answer")]
        assert fractions == ["100"] + ["0"] * (len(asks.ranges) - 1)
        says = {mistake.says for mistake in variant.exact.family.mistakes.values()}
        feedback = unescape(made.findall("answer")[1].findtext("feedback/text") or "")
        assert any(feedback.startswith(one[:20].replace("$", r"\(")[:10]) for one in says)
        assert r"\(" in str(made.findtext("generalfeedback/text"))
        return
    pytest.fail("no lone number has a mistake")


def test_what_is_infinite_is_typed_as_a_word() -> None:
    question = BANK.questions["two-queries-and-a-mask"]
    variant = variants.draw(question, 1, question.default_level)
    leaves = [leaf for asked in variant.asked for leaf in cells.cells(asked.key)]
    fields = fields_of(read(exchanged(variant)))
    words = [field for leaf, field in zip(leaves, fields, strict=True) if leaf == -math.inf]
    assert words
    assert {(field.kind, field.right) for field in words} == {("SHORTANSWER_C", "-inf")}


def test_where_nothing_is_to_be_ticked_a_word_says_so() -> None:
    for question in BANK.questions.values():
        variant = variants.draw(question, 1, question.default_level)
        ticked = [n for n, asked in enumerate(variant.asked) if isinstance(asked.step.form, Positions)]
        if not ticked or not isinstance(variant.asked[ticked[0]].key, tuple):
            continue
        kinds = []
        for key in (variant.asked[ticked[0]].key, ()):
            parts = tuple(
                replace(asked, key=key) if n == ticked[0] else asked for n, asked in enumerate(variant.asked)
            )
            asks = exchanged(replace(variant, asked=parts)).asks
            fields = [gap.asks for gap in asks.gaps] if isinstance(asks, Cloze) else [asks]
            kinds.append([type(field) for field in fields if not isinstance(field, Numeric)])
        assert Choice in kinds[0]
        assert kinds[1].count(Short) == kinds[0].count(Short) + 1
        return
    pytest.fail("no question has something to tick")
