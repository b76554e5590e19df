"""A question that asks for a formula, from its text to its sheet, its exam and its files."""

import re
from decimal import Decimal

import pytest
from fastapi import FastAPI

from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.moodle.writing import moodle_xml
from app.authoring.starters import text_of
from app.questions.library import drafted
from app.study import anki
from engine import variants
from engine.answers.algebra import Symbol
from engine.answers.forms import Algebra
from engine.questions import Question
from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.learner import COSINE, Learner, on_both

NAME = "a-slope-1a2b3c"
TEXT = text_of("algebra")


def steepness(text: str) -> int:
    found = re.search(r"L\(w\) ?= ?(\d)|<mn>(\d)</mn>", text)
    assert found, text
    return int(found[1] or found[2])


@on_both
def test_whatever_means_the_same_is_right_and_the_mistake_is_named(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    publish(app, author.id, TEXT, NAME)
    sheet = learner.open(NAME, level="exam")
    assert "a formula in w, m, with numbers as they are: 1/3, not 0.33" in sheet.text
    a = steepness(sheet.html)
    unread = learner.press(sheet, typed={"answer": "2x"})
    assert "Please write a formula in w, m, without “x”." in unread.text
    wrong = learner.press(sheet, typed={"answer": f"{a}(w-m)"})
    assert "The exponent comes down as a factor" in wrong.text
    assert f"<mn>{a}</mn>" in wrong.html.partition("Read as ")[2].partition("</p>")[0], "as mathematics"
    right = learner.press(wrong, typed={"answer": f"-2*{a}*m + {2 * a}w"})
    assert "Right." in right.text
    solution = learner.press(right, "solution", typed={})
    told = solution.html.partition("Answer</h2>")[2].partition("</section>")[0]
    assert told.count("<li>") == 2
    assert f"<mn>{a}</mn>" in told.partition("</ol>")[0], "the sheet's own number"
    assert "<math" in told.partition("</ol>")[2]


@on_both
def test_the_sheet_says_how_a_formula_is_typed_and_begins_it_for_half_of_the_points(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    publish(app, author.id, TEXT, NAME)
    sheet = learner.open(NAME, level="exam")
    help = sheet.html.partition("How to type a formula")[2].partition("</details>")[0]
    assert "<code>w</code>" in help
    assert "where the loss is least" in help
    hinted = learner.press(sheet, "hint:answer:1", typed={})
    assert "The exponent comes down as a factor" in hinted.text
    assert "costs 1" in sheet.text
    right = learner.press(hinted, typed={"answer": f"2*{steepness(sheet.html)}*(w - m)"})
    assert "1 of 2 points, from your first answer, after the hint." in right.text


def test_what_was_read_before_a_symbol_was_renamed_is_not_set() -> None:
    form = Algebra((Symbol("w", Decimal("0.3"), Decimal("2.7")),))
    assert [form.latex_of(text) for text in ("2*w", "2*v", "")] == [r"2\,w", "", ""]


def test_it_is_asked_in_an_exam_on_paper_and_in_files(app: FastAPI, nlp: Lecture) -> None:
    publish(app, nlp.instructor.id, TEXT, NAME)
    exam = course_exam.exam(nlp, course_exam.SMALL.replace(COSINE, NAME))
    assert nlp.instructor.learner.get(exam).status == 200
    question = drafted(NAME, TEXT)
    assert isinstance(question, Question)
    variant = variants.draw(question, 1, "exam")
    assert b"<quiz>" in moodle_xml([exchanged(variant)])
    assert anki.cards("A", [variant])


@pytest.mark.parametrize(
    ("old", "new", "key", "says"),
    [
        ('answer = "2*a*(w - m)"', 'answer = "2*a*(w - q)"', "answer", "without “q”"),
        ('answer = "2*a*(w - m)"', 'answer = "2*a*(w - m"', "answer", "close the bracket"),
        ('value = "a*(w - m)"', 'value = "z"', "mistakes.value", "without “z”"),
        ("[symbols.m]", "[symbols.ln]", "symbols.ln", "it means something already"),
        ("[symbols.m]", "[symbols.a]", "symbols.a", "it means something already"),
        ("[symbols.m]", "[symbols.m]\nfrom = 3\nto = 1", "symbols.m", "must lie above the smallest"),
        ("from = 2\nto = 9", "length = 2\nfrom = 2\nto = 9", "variables.a", "a formula is of numbers"),
        ("2 \\cdot <a> (w", "2 \\cdot <q> (w", "working", "<q> is no variable"),
        ("2 \\cdot <a> (w", "\\frac{2 (w", "working", "closes what was opened is missing"),
        ("frac{dL}{dw}", "frac{dL}", "symbol", "something is missing"),
        ("points = 2", 'points = 2\nup_to = "much"', "up_to", "must be"),
        ("points = 2", 'points = 2\nconstraints = ["w > 1"]', "constraints", "There is no w here"),
    ],
)
def test_what_does_not_fit_is_named_at_its_place(old: str, new: str, key: str, says: str) -> None:
    assert old in TEXT
    found = drafted(NAME, TEXT.replace(old, new, 1))
    assert isinstance(found, tuple)
    told = [one for one in found if one.key == key]
    assert any(says in one.message for one in told), found


def test_an_answer_that_has_no_value_there_is_found() -> None:
    found = drafted(NAME, TEXT.replace('answer = "2*a*(w - m)"', 'answer = "ln(-w) + m"'))
    assert isinstance(found, Question)
    with pytest.raises(variants.Undrawable, match="too few points"):
        variants.draw(found, 1, "exam")
