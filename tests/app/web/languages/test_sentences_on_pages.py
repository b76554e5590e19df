"""Verdicts, problems and ways of writing on pages: in the reader's language, and marked where they stay English."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from app.lab.demos.sentence import Sentence
from app.lab.demos.sentence import State as SentenceState
from app.web.filters.formulas import accepted
from app.web.languages.engine_sentences import in_language
from app.web.languages.languages import translated
from engine.marking import feedback
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, publish
from tests.app.courses.taught_course import Lecture, assignment, begin
from tests.app.exams import course_exam
from tests.app.exams.sitting import sit
from tests.app.grading.test_regrade import answered
from tests.app.learner import COSINE, RIGHT, Learner, Page, drawn, form_key
from tests.app.paper.paper_marking import the_form
from tests.engine.submissions import marked

OTHERS = ["bn", "de"]
LOST = "2.32"  # for the perplexity: 2 to the nats, a listed mistake
NO_NUMBER = 'Please type the number alone, without "half".'
FIRST = "This is the first step that differs."
in_both = pytest.mark.parametrize("language", OTHERS)
plain_and_by_htmx = pytest.mark.parametrize("htmx", [False, True])


def speak(learner: Learner, language: str) -> None:
    learner.client.post("/language", data={"language": language})


def spoken(page: Page, text: str) -> set[str]:
    """The languages in which this text stands on the page: that of the next element around it which names one; "" for
    a fragment of a page."""
    root = document_fromstring(page.html.encode(), parser=HTMLParser(encoding="utf-8"))
    return {_language(element) for element in _around(root, text)}


def _around(root: HtmlElement, text: str) -> Iterator[HtmlElement]:
    """The innermost elements that have the whole text in them."""
    elements = [element for element in root.iter() if isinstance(element.tag, str) and text in _text(element)]
    return (element for element in elements if not any(child in elements for child in element))


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _language(element: HtmlElement) -> str:
    named = [one.get("lang") for one in (element, *element.iterancestors()) if one.get("lang")]
    return str(named[0]) if named else ""


def sentences(**typed: str) -> dict[str, list[str]]:
    """Returns what the engine says of each line of the sheet that ``Learner.open`` opens."""
    variant = drawn()
    marks = marked(variant, {part: [text] for part, text in typed.items()})
    return {
        asked.name: feedback.sentences(variant, asked, marks[asked.name])
        for asked in variant.asked
        if asked.name in marks
    }


# Practice


@in_both
@plain_and_by_htmx
def test_a_verdict_is_said_in_the_language_and_its_mistake_in_english(
    learner: Learner, language: str, htmx: bool
) -> None:
    speak(learner, language)
    page = learner.press(learner.open(), typed=RIGHT | {"perplexity": LOST}, htmx=htmx)
    (right,) = sentences(**RIGHT)["nats"]
    first, mistake, *_ = sentences(**RIGHT | {"perplexity": LOST})["perplexity"]
    assert (right, first) == ("Right.", FIRST)
    whole = "" if htmx else language
    assert spoken(page, in_language(language, right)) == {whole}
    assert spoken(page, in_language(language, first)) == {whole}
    assert spoken(page, mistake) == {"en"}
    assert right not in page.text
    assert first not in page.text


@in_both
@plain_and_by_htmx
def test_what_cannot_be_read_is_said_in_the_language(learner: Learner, language: str, htmx: bool) -> None:
    speak(learner, language)
    page = learner.press(learner.open(), typed={"nats": "half"}, htmx=htmx)
    assert spoken(page, in_language(language, NO_NUMBER)) == {"" if htmx else language}
    assert "Please type" not in page.text


@in_both
@plain_and_by_htmx
def test_how_a_number_is_written_is_said_in_the_language(learner: Learner, language: str, htmx: bool) -> None:
    speak(learner, language)
    page = learner.press(learner.open(), typed={"nats": "9"}, htmx=htmx)
    assert spoken(page, in_language(language, "two decimals")) == {"" if htmx else language}
    assert "two decimals" not in page.text


@plain_and_by_htmx
def test_an_english_page_says_what_the_engine_says(learner: Learner, htmx: bool) -> None:
    page = learner.press(learner.open(), typed=RIGHT | {"perplexity": LOST}, htmx=htmx)
    said = sentences(**RIGHT | {"perplexity": LOST})
    assert all(sentence in page.text for sentence in (*said["nats"], *said["perplexity"]))
    assert '<span lang="en">' not in page.line("perplexity")
    assert ">two decimals</p>" in page.line("perplexity")
    assert NO_NUMBER in learner.press(page, typed={"nats": "half"}, htmx=htmx).text


@in_both
def test_a_verdict_is_stored_in_english_whatever_the_language(learner: Learner, language: str) -> None:
    speak(learner, language)
    page = learner.press(learner.open(), typed={"nats": "9"})
    speak(learner, "en")
    assert sentences(nats="9")["nats"][0] in learner.get(page.address).text


@in_both
def test_a_cell_that_cannot_be_read_is_named_in_the_language(learner: Learner, language: str) -> None:
    speak(learner, language)
    sheet = learner.open("causal-attention-by-hand", 3, "exam")
    page = learner.press(sheet, typed={"weights": ["1", "half", "0.27", "0.73"]})
    assert in_language(language, "Row 1, column 2") + ":" in page.text
    assert "Row 1" not in page.text
    english = learner.twin()
    speak(english, "en")
    sheet = english.open("causal-attention-by-hand", 3, "exam")
    assert "Row 1, column 2:" in english.press(sheet, typed={"weights": ["1", "half", "", ""]}).text


@in_both
def test_what_is_typed_and_quoted_is_escaped_in_the_language(learner: Learner, language: str) -> None:
    speak(learner, language)
    page = learner.press(learner.open(), typed={"nats": "<b>half</b>"})
    assert "<b>half" not in page.html
    assert '"<"' in page.text


@in_both
def test_the_accepted_range_is_said_in_the_language(learner: Learner, language: str) -> None:
    speak(learner, language)
    sheet = learner.press(learner.open(), typed=RIGHT)
    asked = drawn().part("perplexity")
    assert asked is not None
    (limit,) = feedback.limits(asked)
    assert " to " in limit
    shown = accepted(asked, language)
    assert shown == in_language(language, limit) != limit
    assert accepted(asked) == limit
    page = learner.get(f"{sheet.address.partition('#')[0]}/solution")
    assert spoken(page, shown) == {language}


@in_both
def test_the_range_in_a_matrix_is_set_as_mathematics_in_the_language(language: str) -> None:
    asked = drawn("causal-attention-by-hand", 3, "exam").part("weights")
    assert asked is not None
    between = in_language(language, "0.1 to 0.2").strip("0.12")
    assert between.strip() in accepted(asked, language)
    assert " to " not in accepted(asked, language)


# Exams


@in_both
def test_a_running_exam_says_how_to_write_and_what_cannot_be_read(app: FastAPI, language: str) -> None:
    sat = sit(app, COSINE)
    speak(sat.learner, language)
    said = in_language(language, NO_NUMBER)
    assert sat.save(sat.field(1, "dot.0", "half")).json()["unread"][0]["said"] == said
    page = sat.open(1)
    assert spoken(page, said) == {language}
    assert spoken(page, in_language(language, "two decimals")) == {language}
    assert "two decimals" not in page.text
    speak(sat.learner, "en")
    assert sat.save(sat.field(1, "dot.0", "half", 2)).json()["unread"][0]["said"] == NO_NUMBER


@in_both
def test_the_review_of_an_exam_says_its_verdicts_in_the_language(app: FastAPI, language: str) -> None:
    sat = sit(app, COSINE)
    sat.type(1, {"norm_u": ["99"], "cosine": ["half"]})
    sat.hand_in()
    english = f"This could not be read, so it earns nothing. {NO_NUMBER}"
    assert english in sat.get("/review").text
    speak(sat.learner, language)
    page = sat.get("/review")
    assert spoken(page, in_language(language, english)) == {language}
    assert spoken(page, in_language(language, FIRST)) == {language}


# Where instructors read


@in_both
def test_a_students_sheet_says_its_verdicts_in_the_instructors_language(nlp: Lecture, language: str) -> None:
    sheet = begin(nlp.student, assignment(nlp, COSINE), COSINE)
    sheet = nlp.student.learner.press(sheet, typed={"dot": "1234.5"})
    lin = nlp.instructor.learner
    speak(lin, language)
    page = lin.get(f"{nlp.address}/sheets/{sheet.attempt}")
    assert spoken(page, in_language(language, FIRST)) == {language}
    assert FIRST not in page.text


@in_both
def test_a_regrade_says_its_verdicts_in_the_authors_language(
    app: FastAPI, nlp: Lecture, language: str
) -> None:
    publish(app, nlp.instructor.id, TEXT)
    answered(app, 3.6)
    publish(app, nlp.instructor.id, MENDED)
    lin = nlp.instructor.learner
    speak(lin, language)
    page = lin.get(f"/author/{NAME}/regrade")
    assert spoken(page, in_language(language, "Right.")) == {language}
    assert "Right." not in page.text


@in_both
def test_a_paper_version_says_how_to_write_and_what_is_accepted(
    app: FastAPI, nlp: Lecture, language: str
) -> None:
    exam, lin = course_exam.exam(nlp), nlp.instructor.learner
    while True:  # until rounding leaves a choice
        _, address = the_form(app, nlp, exam)
        english = lin.get(f"{address}/questions/1").text
        if found := re.search(r"Accepted: (\S+ to \S+)", english):
            break
    assert "two decimals" in english
    speak(lin, language)
    page = lin.get(f"{address}/questions/1")
    assert spoken(page, in_language(language, "two decimals")) == {language}
    assert spoken(page, in_language(language, found[1])) == {language}
    assert spoken(page, translated(language, "Key")) == {language}


# Elsewhere


@in_both
def test_a_newcomer_reads_the_marked_line_in_the_language(learner: Learner, language: str) -> None:
    speak(learner, language)
    page = learner.get("/")
    assert spoken(page, in_language(language, "2 of 4 cells are right.")) == {language}
    assert "cells are right" not in page.text
    assert spoken(page, "Divide by its square root") == {"en"}


@in_both
@pytest.mark.parametrize(
    "address",
    [
        "/solve/alibi?heads=half",
        "/figures/temperature?temperature=2&token=bridge&predict=on&was=temperature%3D1%26token%3Dbridge&guess=half",
    ],
)
def test_a_number_that_is_typed_elsewhere_is_refused_in_the_language(
    learner: Learner, language: str, address: str
) -> None:
    assert NO_NUMBER in learner.get(address).text
    speak(learner, language)
    assert spoken(learner.get(address), in_language(language, NO_NUMBER)) == {language}


@in_both
def test_a_prediction_in_the_lab_is_refused_in_the_language(learner: Learner, language: str) -> None:
    address = f"/lab/sentence/predictions?{Sentence(SentenceState()).state.address}"
    sent = {"predicted": "half", "key": form_key()}
    assert NO_NUMBER in learner.send(address, sent).text
    speak(learner, language)
    page = learner.send(address, sent)
    assert spoken(page, in_language(language, NO_NUMBER)) == {language}
