"""Questions that are answered in sentences or by a program: their files, what is kept of them, and their rubrics."""

import re
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from engine import variants
from engine.answers.forms import Program
from engine.kinds import code, text
from engine.kinds.code import Called
from engine.marking import feedback
from engine.marking.marking import Rule, mark
from engine.questions import Question
from engine.solutions import worked_solution
from tests.engine.submissions import BANK, by_id, marked
from tests.every import every

COMMON = {"id": "a-test", "title": "A test", "section": "2.1", "statement": "Why?"}
RUBRIC = [
    {"name": name, "says": f"The {name}.", "terms": ["grow|larger", "softmax"]}
    for name in ("cause", "mechanism", "consequence")
]
WRITING = {
    **COMMON,
    "form": "explanation",
    "answer": "The scores grow, and the softmax saturates.",
    "rubric": RUBRIC,
}


def test_sentences_are_kept_open_and_their_points_are_lines_of_their_own() -> None:
    variant = variants.draw(text.Item.model_validate(WRITING).question(), 0, "exam")
    (asked,) = variant.asked
    assert asked.points == variant.question.points == Fraction(3)
    mark = marked(variant, {"answer": ["Because."]})["answer"]
    assert mark.rule is Rule.OPEN
    assert mark.credit == Fraction(0)
    assert "not marked yet" in feedback.sentences(variant, asked, mark)[0]
    assert [line.step.title for line in worked_solution.tell(variant.exact, ["answer"])] == [
        "Cause",
        "Mechanism",
        "Consequence",
    ]
    (hint,) = worked_solution.ladder(variant, asked)
    assert (hint.cost, hint.whole, hint.lines[0].value) == (Fraction(1), False, "The cause.")


@pytest.mark.parametrize("name", [[], ["cause"], {}, 3])
def test_a_point_whose_name_is_no_text_is_a_fault_and_no_crash(name: Any) -> None:
    rubric = [{**RUBRIC[0], "name": name}, *RUBRIC[1:]]
    with pytest.raises(ValidationError):
        text.Item.model_validate(WRITING | {"rubric": rubric})


def test_evidence_is_found_by_beginnings_of_words() -> None:
    terms = [("saturat", "one-hot"), ("variance",), ("0.5",)]
    model = "Variances of 0.5 saturate it."
    assert text.evidence(terms, "It SATURATES, the covariance of 10.5.", model) == (
        ["SATURATES"],
        ["Variances", "0.5"],
    )
    assert text.evidence(terms, "a one-hot vector of 0.5.", model) == (["one-hot", "0.5"], ["Variances"])


FREE: dict[str, Any] = {
    **COMMON, "form": "free answer", "answer": "It removes units at random, so that none relies on another.",
    "rubric": [
        {"name": "what", "says": "It removes units.", "points": 0.5},
        {"name": "why", "says": "No unit relies on others.", "points": "2.5"},
        {"name": "example", "says": "It names a rate."},
    ],
}  # fmt: skip


def test_the_points_of_a_free_answer_weigh_what_its_author_says() -> None:
    question = text.Item.model_validate(FREE).question()
    assert question.points == 4
    variant = variants.draw(question, 0, "exam")
    (asked,) = variant.asked
    worth = {"what": Fraction(1, 2), "why": Fraction(5, 2), "example": Fraction(1)}
    assert worked_solution.worth(variant, asked) == worth
    halved = variants.worth(variant, Fraction(2))
    assert worked_solution.worth(halved, halved.asked[0]) == {name: one / 2 for name, one in worth.items()}


def test_a_free_answer_is_as_long_as_its_statement_asks_and_no_number_of_words_is_named() -> None:
    for item, says in ((FREE, "in sentences"), (WRITING, "about 10 words, in sentences")):
        variant = variants.draw(text.Item.model_validate(item).question(), 0, "exam")
        assert feedback.written_how(variant, variant.asked[0]) == says


@pytest.mark.parametrize(
    ("rubric", "form", "says"),
    [
        ([{"name": "a", "says": "A.", "points": 20.5}], "free answer", "add up to 20.5"),
        ([{"name": "a", "says": "A.", "points": 0.25}], "free answer", "add up to 0.25"),
        ([{"name": "a", "says": "A."}, {"name": "a", "says": "B."}], "free answer", "twice: a"),
        ([{"name": "a b", "says": "A."}, {"name": "a-b", "says": "B."}], "free answer", "twice: a-b"),
        ([{"name": "answer", "says": "A."}], "free answer", "the model answer is called so"),
        ([{"name": "a", "says": "A.", "points": "many"}], "free answer", "a number of points"),
        ([{"name": "definition", "says": "A.", "terms": ["a"], "points": 2}], "definition", "has points of its own"),
        ([{"name": "definition", "says": "A."}], "definition", "at least one is needed"),
    ],
)  # fmt: skip
def test_a_rubric_that_does_not_go_with_its_form_is_refused(
    rubric: list[dict[str, Any]], form: str, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        text.Item.model_validate({**FREE, "form": form, "rubric": rubric})


CODING: dict[str, Any] = {
    **COMMON, "function": "double", "arrays": ["x"], "starter": "def double(x):",
    "solution": "def double(x): return 2 * x",
    "tests": [
        {"name": f"test {n}", "says": "Twice.", "hidden": n > 1, "arguments": {"x": [n]}, "expected": [2 * n]}
        for n in range(1, 4)
    ],
    "wrong": [{"says": "not doubled", "code": "def double(x): return x"}],
}  # fmt: skip


def test_a_program_is_judged_test_by_test_on_this_side() -> None:
    question = code.Item.model_validate(CODING).question()
    task = question.family.steps["answer"].form
    assert isinstance(task, Program)
    assert mark(variants.draw(question, 0, "exam"), {"answer": ["anything"]}) == {}
    judged = code.judge(task.tests, task.tolerance, [Called([2.0]), Called(error="It broke.")])
    assert [(test.passed, test.error) for test in judged] == [
        (True, ""), (False, code.NOT_TOLD), (False, code.NOT_TOLD),
    ]  # fmt: skip
    leaking = code.judge(
        task.tests, task.tolerance, [Called([2.0]), Called(error="ValueError: [2.0]", output="[2.0]")]
    )
    assert (leaking[1].error, leaking[1].output, leaking[1].passed) == (code.NOT_TOLD, "", False)
    assert code.sentences([asdict(test) for test in judged]) == [
        "1 of 3 tests passed.",
        "First to look at: test 2. Twice.",
    ]


def test_an_error_that_keeps_a_program_from_returning_anything_comes_first() -> None:
    error = "NameError: name 'np' is not defined (line 2)"
    tests = [
        code.Test.model_validate({**test, "hidden": test["hidden"] and n < 2})
        for n, test in enumerate(CODING["tests"])
    ]
    judged = code.judge(tests, 1e-6, [Called([5.0]), Called(error="hidden"), Called(error=error)])
    assert code.sentences([asdict(test) for test in judged]) == [
        "0 of 3 tests passed.",
        f"First to look at: test 3. It returned nothing: {error}.",
    ]


@pytest.mark.parametrize(
    ("got", "expected", "equal"),
    [
        (1, 1.0, True), (1.0000009, 1, True), (1.00001, 1, False), (1_000_000.5, 1_000_000, True), (True, 1, False),
        (1, True, False), (float("nan"), 1, False), ([1, 2], [1, 2], True), ([1, 2], [1, 2, 3], False),
        ([[1]], [1], False), ({"a": [1]}, {"a": [1.0]}, True), ({"a": 1}, {"b": 1}, False), ("a", "a", True),
        (None, 0, False), ("1", 1, False), (10**400, 1, False), (10**400, 1.5, False), ([10**400], [10**400], True),
    ],
)  # fmt: skip
def test_values_are_the_same_within_the_tolerance(got: object, expected: object, equal: bool) -> None:
    assert code.same(got, expected, 1e-6) is equal


@pytest.mark.parametrize(
    ("kind", "values", "says"),
    [
        (text, {**WRITING, "rubric": RUBRIC[:2]}, "explanation has 3 different points"),
        (text, {**WRITING, "form": "case"}, "case has 5 different points"),
        (text, {**WRITING, "form": "definition"}, "definition has 1 different points"),
        (text, {**WRITING, "form": "poem"}, "definition"),
        (text, {**WRITING, "rubric": [{**RUBRIC[0], "terms": ["Softmax"]}, *RUBRIC[1:]]}, "should match pattern"),
        (code, {**CODING, "tests": CODING["tests"][:1] * 3}, "some must be shown and some hidden"),
        (code, {**CODING, "arrays": ["y"]}, "each must be the name of an argument"),
    ],
)  # fmt: skip
def test_a_text_or_program_that_does_not_fit_says_why(kind: Any, values: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        kind.Item.model_validate(values)


TEXTS = [question for question in BANK.questions.values() if question.kind == "text"]
NAMES = "BERT|GPT|BLEU|ROUGE|MMLU|LLaMA|RoPE|ALiBi|ELMo|GloVe|JSON|BIG|GSM|XLNet|BART|SMS|MASK|CLS|UTF"


def test_a_model_answer_has_the_evidence_for_each_point_and_no_abbreviation() -> None:
    every(TEXTS, has_the_evidence, by_id)


def has_the_evidence(question: Question) -> None:
    steps = question.family.steps
    answer = str(steps["answer"].compute())
    for step in steps.values():
        assert text.evidence(step.terms, answer, "")[1] == [], step.name
        said = str(step.compute())
        short = set(re.findall(r"\b[A-Z]{2,}s?\b", re.sub(rf"\w*(?:{NAMES})", "", said)))
        assert not short, short
        assert "$" not in said
    assert len(question.statement) <= 1200
