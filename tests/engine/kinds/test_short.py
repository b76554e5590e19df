"""Short answers: what a file of them may say, and how they are marked, explained and told."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from engine import variants
from engine.answers.forms import ShortAnswer
from engine.kinds import short
from engine.marking import feedback
from engine.questions import Question
from engine.solutions import worked_solution
from engine.validation.checks import check
from engine.validation.schema import Faults
from tests.engine.submissions import marked

COMMON = {"id": "a-test", "title": "A test", "section": "2.1", "statement": "What falls in training?"}
WORDINGS: list[dict[str, Any]] = [
    {"text": "the loss", "right": True, "why": "It measures how wrong the model is."},
    {"text": "loss*", "right": True},
    {"text": "cost function", "share": "1/2", "why": "That is the function, not its value."},
    {"text": "error", "share": "0.25"},
    {"text": "*gradient*", "why": "It says where to, and may grow."},
]


def asking(wordings: list[dict[str, Any]] = WORDINGS, **more: Any) -> Question:
    return short.Item.model_validate({**COMMON, **more, "wordings": wordings}).question()


@pytest.mark.parametrize(
    ("typed", "credit", "said"),
    [
        ("The  loss", "1", ["Right.", "It measures how wrong the model is."]), ("LOSSES", "1", ["Right."]),
        ("Cost function", "1/2",
         ["Right in part: it earns 1/2 of the points.", "That is the function, not its value."]),
        ("error", "1/4", ["Right in part: it earns 1/4 of the points."]),
        ("the gradients", "0", ["It says where to, and may grow."]),
        ("accuracy", "0", ["This is none of the accepted answers. Look at the spelling, too."]),
    ],
)  # fmt: skip
def test_the_first_wording_that_is_met_says_what_is_earned_and_why(
    typed: str, credit: str, said: list[str]
) -> None:
    variant = variants.draw(asking(), 0, "exam")
    mark = marked(variant, {"answer": [typed]})["answer"]
    assert mark.credit == Fraction(credit)
    assert feedback.sentences(variant, variant.asked[0], mark) == said


def test_a_wrong_wording_with_a_reason_is_a_mistake_by_name() -> None:
    variant = variants.draw(asking(), 0, "exam")
    mark = marked(variant, {"answer": ["Gradient"]})["answer"]
    assert mark.explanation.mistakes == ("wording_5",)
    assert marked(variant, {"answer": ["accuracy"]})["answer"].explanation.mistakes == ()


def test_the_order_of_the_wordings_decides_where_several_are_met() -> None:
    several: list[dict[str, Any]] = [
        {"text": "loss", "right": True},
        {"text": "log loss", "why": "Not here."},
        {"text": "*loss", "share": "1/2"},
    ]
    variant = variants.draw(asking(several), 0, "exam")
    marks = [marked(variant, {"answer": [typed]})["answer"] for typed in ("loss", "log loss", "hinge loss")]
    assert [mark.credit for mark in marks] == [1, 0, Fraction(1, 2)]


def test_capital_letters_count_where_the_question_says_so_and_the_slip_is_named() -> None:
    variant = variants.draw(asking([{"text": "BLEU", "right": True}], by_case=True), 0, "exam")
    (asked,) = variant.asked
    mark = marked(variant, {"answer": ["bleu"]})["answer"]
    assert feedback.sentences(variant, asked, mark) == ["Right but for capital and small letters."]
    assert feedback.written_how(variant, asked) == "a word or a few; capital and small letters count"
    anyhow = variants.draw(asking([{"text": "BLEU", "right": True}]), 0, "exam")
    assert marked(anyhow, {"answer": ["bleu"]})["answer"].credit == 1
    assert "are the same" in feedback.written_how(anyhow, anyhow.asked[0])


def test_the_key_is_shown_with_dots_for_its_stars_and_all_right_wordings_are_accepted() -> None:
    variant = variants.draw(
        asking([{"text": "token*", "right": True}, {"text": "piece", "right": True}]), 0, "exam"
    )
    (asked,) = variant.asked
    assert isinstance(asked.step.form, ShortAnswer)
    assert asked.step.form.show(asked.key) == "token…"
    assert feedback.accepted(asked) == "“token…” or “piece”"
    (hint,) = worked_solution.ladder(variant, asked)
    assert (hint.kind, hint.whole, hint.cost) == ("value", True, Fraction(1))


def test_a_sheet_comes_back_from_what_is_stored_and_the_check_finds_nothing() -> None:
    question = asking()
    variant = variants.draw(question, 3, "exam")
    again = variants.from_json(question, variant.to_json())
    assert again.asked[0].key == variant.asked[0].key == "the loss"
    made = check(question, 3)
    assert (made.findings, made.remarks) == ((), ())


@pytest.mark.parametrize(
    ("wordings", "says"),
    [
        ([], "at least 1"), ([{"text": "a"}], "at least one of them must be right"),
        ([{"text": "a", "right": True}, {"text": " a "}], "this stands here twice: a"),
        ([{"text": "a", "right": True, "share": 1}], "a right one has all points"),
        ([{"text": "a", "right": True}, {"text": "b", "share": "-1/2"}], "from 0 up and below 1"),
        ([{"text": "a", "right": True}, {"text": "b", "share": "1"}], "from 0 up and below 1"),
        ([{"text": "a", "right": True}, {"text": "b", "share": "a half"}], "must be a share of the points"),
        ([{"text": "a", "right": True}, {"text": "b", "share": 1e300}], "must be a share of the points"),
        ([{"text": "**", "right": True}], "every answer would be right"),
        ([{"text": "*a"}, {"text": "a", "right": True}], "another answer above it counts first"),
        ([{"text": "a", "right": True, "why": "b" * 401}], "at most 400"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(wordings: list[dict[str, Any]], says: str) -> None:
    with pytest.raises((ValidationError, Faults), match=says):
        asking(wordings)
