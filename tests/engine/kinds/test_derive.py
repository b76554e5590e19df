"""Derivations: every order that holds counts in full, no other does, and what does not follow is named."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from pydantic import ValidationError

from engine import variants
from engine.kinds import derive
from engine.marking import feedback, marking
from engine.questions import Question
from engine.variants import Variant
from tests.engine.submissions import BANK, by_id, marked
from tests.every import every

LINES: list[dict[str, Any]] = [
    {"name": "a", "text": "$f = g h$", "why": "It is given.", "reason": "definition"},
    {"name": "b", "text": "$g = 2$", "why": "It is given."},
    {"name": "c", "text": "$h = 3$", "why": "It is given.", "reason": "measured"},
    {"name": "d", "text": "$f = 6$", "needs": ["a", "b", "c"], "why": "Both are put in.", "reason": "substitution"},
    {"name": "e", "text": "$f > 5$", "needs": ["d"], "why": "Six is more than five."},
]  # fmt: skip
STRAYS = [{"text": "$f = 5$", "why": "Two and three are multiplied, not added."}]
VALUES = {
    "id": "a-test", "title": "A test", "section": "2.1", "statement": "Show that $f > 5$.",
    "lines": LINES, "strays": STRAYS, "other_reasons": ["chain rule"],
}  # fmt: skip
DERIVATIONS = [question for question in BANK.questions.values() if question.kind == "derive"]


def drawn(**other: Any) -> Variant:
    return variants.draw(derive.Item.model_validate({**VALUES, **other}).question(), 1, "exam")


def texts(names: str) -> list[str]:
    found = {str(line["name"]): str(line["text"]) for line in LINES} | {"x": STRAYS[0]["text"]}
    return [found[name] for name in names]


def credit(variant: Variant, typed: list[str]) -> Fraction:
    return marked(variant, {"answer": typed})["answer"].credit


def test_every_order_that_holds_earns_all_and_no_other() -> None:
    variant = drawn()
    full = {"".join(order) for order in permutations("abcde") if credit(variant, texts("".join(order))) == 1}
    assert full == {f"{''.join(first)}de" for first in permutations("abc")}


def test_a_stray_is_refused_wherever_it_stands() -> None:
    variant = drawn()
    for place in range(5):
        for order in permutations("abcde", 4):
            typed = texts("".join((*order[:place], "x", *order[place:])))
            assert credit(variant, typed) < 1


@pytest.mark.parametrize(
    ("typed", "ticks", "says"),
    [
        ("adbce", "✓✗✓✓✓", "Line 2 does not follow yet: something that it rests on must stand above it."),
        ("abxce", "✓✓✗✓✗", "Line 3 does not belong here: Two and three are multiplied, not added."),
        ("edcba", "✗✗✓✓✓", "Line 1 does not follow yet: something that it rests on must stand above it."),
    ],
)  # fmt: skip
def test_the_first_line_that_does_not_follow_is_named(typed: str, ticks: str, says: str) -> None:
    variant = drawn()
    mark = marked(variant, {"answer": texts(typed)})["answer"]
    assert "".join("✗" if cell.rule == "wrong" else "✓" for cell in mark.cells) == ticks
    assert mark.credit == Fraction(ticks.count("✓"), 5)
    said = feedback.sentences(variant, variant.asked[0], mark)
    assert said[0] == f"Ticked are the lines that follow from those above them: {ticks.count('✓')} of 5."
    assert says in said


@pytest.mark.parametrize(
    ("typed", "ticks"),
    [
        ("    e", "✗✗✗✗✗"),  # the last line alone rests on nothing that stands there
        ("a cde", "✓✗✓✗✓"),
        ("aaade", "✓✗✗✗✓"),  # twice is no second place
        ("b    ", "✓✗✗✗✗"),
    ],
)
def test_for_good_an_empty_place_bears_nothing(typed: str, ticks: str) -> None:
    variant = drawn()
    answer = [found[0] if name != " " and (found := texts(name)) else "" for name in typed]
    mark = marking.mark(variant, {"answer": answer}, final=True)["answer"]
    assert isinstance(mark, marking.PartMark)
    assert "".join("✗" if cell.rule == "wrong" else "✓" for cell in mark.cells) == ticks
    said = feedback.sentences(variant, variant.asked[0], mark, final=True)
    assert said[0] == f"Ticked are the lines that follow from those above them: {ticks.count('✓')} of 5."


def test_the_reasons_of_the_marked_lines_are_asked() -> None:
    variant = drawn()
    assert [asked.points for asked in variant.asked] == [2, 1]
    reasons = variant.asked[1]
    assert reasons.key == {"$f = g h$": "definition", "$h = 3$": "measured", "$f = 6$": "substitution"}
    assert set(reasons.step.form.names) == {"definition", "measured", "substitution", "chain rule"}  # type: ignore[union-attr]
    typed = ["chain rule" if reason == "measured" else reason for reason in reasons.key.values()]
    mark = marked(variant, {"reasons": typed})["reasons"]
    assert mark.credit == Fraction(2, 3)


def test_another_order_than_the_key_s_is_right_without_a_word_more() -> None:
    variant = drawn()
    mark = marked(variant, {"answer": texts("cbade")})["answer"]
    assert mark.credit == 1
    assert not mark.first_wrong
    assert feedback.sentences(variant, variant.asked[0], mark) == ["Right."]


def changed(place: int, **values: Any) -> list[dict[str, Any]]:
    return [{**line, **values} if n == place else line for n, line in enumerate(LINES)]


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"lines": changed(1, needs=["c"])}, "b needs c, which must be the name of a line above it"),
        ({"lines": changed(1, name="a")}, "two lines are called a"),
        ({"lines": changed(3, needs=["a", "b"])}, "no line needs c: all must lead to the last one"),
        ({"lines": changed(1, text="$f = 5$")}, "the lines must be different"),
        ({"lines": [{**line, "reason": ""} for line in LINES]}, "at least two lines must have a reason"),
        ({"other_reasons": ["definition"]}, "must be those of no line"),
        ({"strays": []}, "at least 1"),
        ({"lines": LINES[:3]}, "at least 4"),
    ],
)  # fmt: skip
def test_what_is_no_derivation_says_why(other: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        drawn(**other)


# The derivations of the bank


def test_the_orders_of_every_derivation_are_proven_by_trying_them_all() -> None:
    every(DERIVATIONS, is_proven, by_id)


def is_proven(question: Question) -> None:
    """Every order of its lines is marked; those that hold are found by another road, from the names in the file."""
    variant = variants.draw(question, 0, question.default_level)
    ordering = variant.asked[0].step.ordering
    assert isinstance(ordering, derive.Justified)
    key = list(variant.asked[0].key)
    above = {line: set(ordering.needs[line]) for line in key}
    for order in permutations(key):
        seen: set[str] = set()
        holds = True
        for line in order:
            holds = holds and above[line] <= seen
            seen.add(line)
        assert (len(ordering.places(order, key)) == len(key)) == holds
    for stray in ordering.strays:
        for place in range(len(key)):
            typed = [*key[:place], stray, *key[place + 1 :]]
            assert place not in ordering.places(typed, key)
            assert credit(variant, typed) < 1


def test_the_order_of_the_reasons_tells_nothing_of_the_order_of_the_lines() -> None:
    question = BANK.questions["derive-gradient-through-time"]
    right = list(question.family.steps["answer"].reasons)
    orders = set()
    for seed in range(20):
        marked_lines = list(
            variants.draw(question, seed, question.default_level).parameters.to_json()["marked"]
        )
        assert set(marked_lines) <= set(right)
        orders.add(tuple(right.index(line) for line in marked_lines))
    assert len(orders) > 5
