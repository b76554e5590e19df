"""A question that asks for a word or a few, from its text to its sheet, its paper and its card."""

import re
from fractions import Fraction

import pytest
from fastapi import FastAPI

from app.authoring.exchange import foreign
from app.authoring.exchange.formats import Format, write
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.losses import MISTAKES_OF_WORDS, PARTS, STARS, losses
from app.authoring.starters import text_of
from app.questions.library import drafted
from app.questions.texts import passages
from app.study import anki
from engine import variants
from engine.answers.forms import ShortAnswer
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
    assert part.rule("answer") == "right in part"
    assert "Most are parts of words" in part.text
    assert "0.5 of 1 point, from your first answer." in part.text
    right = learner.press(part, typed={"answer": " TOKEN "})
    assert "A tokenizer cuts the text into tokens" in right.text
    told = learner.press(right, "solution", typed={}).html.partition("Answer</h2>")[2].partition("</ul>")[0]
    assert re.findall(r"<b>(\w+…)</b>", told) == ["token…", "subword…", "letter…"]
    assert "1/2 of the points" in told


@on_both
def test_an_exam_saves_it_as_it_is_typed_and_marks_it_at_the_end(app: FastAPI, nlp: Lecture) -> None:
    text = TEXT.replace('section = "c.1"', 'section = "c.1"\npoints = 5')
    publish(app, nlp.instructor.id, text, NAME)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp, course_exam.SMALL.replace(COSINE, NAME)))
    place = next(n for n, one in enumerate(sat.drawn(), 1) if one.question == NAME)
    assert 'class="answer words"' in sat.open(place).html
    sat.type(place, {"answer": [" Subwords"]})
    sat.hand_in()
    (sheet,) = (one for one in sat.attempts() if one.question == NAME)
    assert (sheet.earned, sheet.points) == (Fraction(5, 2), Fraction(5))
    assert sheet.latest()["answer"].verdict["feedback"][0] == "Right in part: it earns 1/2 of the points."


def test_it_is_asked_on_a_card() -> None:
    assert anki.cards("A", [variants.draw(question(), 1, "exam")])


def test_a_dollar_in_a_wording_is_one() -> None:
    found = drafted(NAME, TEXT.replace("token*", "costs $5"))
    assert isinstance(found, Question)
    assert form_of(found).met("costs $5") == form_of(found).right[0]
    refused = drafted(NAME, TEXT.replace("Letters would", r"$\\foo$ would"))
    assert isinstance(refused, tuple)


def test_a_search_finds_it_by_its_statement_and_tells_no_answer() -> None:
    found = " ".join(one.text for one in passages(question()))
    assert "reads neither letters nor whole words" in found
    assert "token" not in found


def form_of(made: Question) -> ShortAnswer:
    (asked,) = variants.draw(made, 1, "exam").asked
    assert isinstance(asked.step.form, ShortAnswer)
    return asked.step.form


@pytest.mark.parametrize("to", [Format.MOODLE, Format.QTI_21, Format.QTI_30])
@pytest.mark.parametrize("by_case", [True, False])
def test_its_wordings_come_back_from_other_systems_as_they_are(to: Format, by_case: bool) -> None:
    text = TEXT.replace('kind = "short"', f'kind = "short"\nby_case = {str(by_case).lower()}')
    sent = drafted(NAME, text.replace("letter*", r"a \\* or\u00e4*"))
    assert isinstance(sent, Question), sent
    variant = variants.draw(sent, 1, "exam")
    content = write(to, [exchanged(variant)], "A", "")
    found = foreign.read("file.xml" if to is Format.MOODLE else "file.zip", content)
    assert found is not None
    (file,) = found.files
    back = drafted(NAME, file.text)
    assert isinstance(back, Question), back
    assert form_of(back) == form_of(sent)
    assert (back.points, back.section, back.title) == (sent.points, sent.section, sent.title)
    assert file.told == ()
    assert losses(variant, exchanged(variant), to) == ()


def test_a_cartridge_tells_that_it_knows_neither_stars_nor_shares() -> None:
    variant = variants.draw(question(), 1, "exam")
    told = {one.says: one.what for one in losses(variant, exchanged(variant), Format.CARTRIDGE)}
    assert (told[STARS], told[PARTS]) == ("token*, subword*", "subword*")
    assert MISTAKES_OF_WORDS in told


GIFT = "::A::What? {=token* =%50%subword*#A part. =%0%letter*#Too small.}"
CLOZE = """<quiz><question type="cloze"><name><text>A</text></name><questiontext format="html"><text>
What? {1:SHORTANSWER:=token*~%50%subword*#A part.~letter*#Too small.}</text></questiontext></question></quiz>"""


@pytest.mark.parametrize(("name", "content"), [("a.gift", GIFT), ("a.xml", CLOZE)])
def test_short_answers_of_gift_and_of_a_gap_are_compared_too(name: str, content: str) -> None:
    found = foreign.read(name, content.encode(), "c.1")
    assert found is not None
    made = drafted(NAME, found.files[0].text)
    assert isinstance(made, Question), made
    assert [(one.text, one.share, one.why) for one in form_of(made).wordings] == [
        ("token*", 1, ""), ("subword*", Fraction(1, 2), "A part."), ("letter*", 0, "Too small."),
    ]  # fmt: skip


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
