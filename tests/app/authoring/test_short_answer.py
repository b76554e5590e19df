"""A question that asks for a word or a few, from its text to its sheet, its paper and its card."""

import re

import pytest
from fastapi import FastAPI

from app.authoring.starters import text_of
from app.questions.library import drafted
from app.questions.texts import passages
from app.study import anki
from engine import variants
from engine.questions import Question
from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.learner import COSINE, Learner, on_both

NAME = "a-unit-1a2b3c"
TEXT = text_of("short")


def question() -> Question:
    found = drafted(NAME, TEXT)
    assert isinstance(found, Question)
    return found


@on_both
def test_an_answer_is_compared_told_and_worth_its_share(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    publish(app, author.id, TEXT, NAME)
    sheet = learner.open(NAME, level="exam")
    assert "a word or a few; capital and small letters are the same" in sheet.text
    assert 'class="answer words"' in sheet.html
    part = learner.press(sheet, typed={"answer": "Subwords"})
    assert "Right in part: it earns 1/2 of the points." in part.text
    assert "Most are parts of words" in part.text
    assert "0.5 of 1 point, from your first answer." in part.text
    right = learner.press(part, typed={"answer": " TOKEN "})
    assert "A tokenizer cuts the text into tokens" in right.text
    told = learner.press(right, "solution", typed={}).html.partition("Answer</h2>")[2].partition("</ul>")[0]
    assert re.findall(r"<b>(\w+…)</b>", told) == ["token…", "subword…", "letter…"]
    assert "earns 1/2 of the points" in told


def test_it_is_asked_in_an_exam_and_on_a_card(app: FastAPI, nlp: Lecture) -> None:
    publish(app, nlp.instructor.id, TEXT, NAME)
    exam = course_exam.exam(nlp, course_exam.SMALL.replace(COSINE, NAME))
    assert nlp.instructor.learner.get(exam).status == 200
    assert anki.cards("A", [variants.draw(question(), 1, "exam")])


def test_a_search_reads_its_right_answers_and_what_is_said_of_the_others() -> None:
    found = {one.text: one.weight for one in passages(question())}
    assert (
        found["token…"]
        > found["Letters would make long sequences; what is frequent is joined into one token."]
    )
    assert "letter…" not in found


@pytest.mark.parametrize(
    ("old", "new", "key", "says"),
    [
        ("right = true", "right = false", "wordings", "at least one of them must be right"),
        ('share = "1/2"', 'share = "3/2"', "wordings.share", "must be a share of the points"),
        ('share = "1/2"', "share = 1", "wordings.share", "from 0 up and below 1"),
        ('"subword*"', '"token*"', "wordings.text", "this stands here twice: token*"),
    ],
)
def test_what_does_not_fit_is_named_at_its_place(old: str, new: str, key: str, says: str) -> None:
    found = drafted(NAME, TEXT.replace(old, new, 1))
    assert isinstance(found, tuple)
    assert any(says in one.message for one in found if one.key == key), found
