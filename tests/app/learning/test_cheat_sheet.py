"""A personal cheat sheet holds the formulas and traps that its learner still fails, on one page."""

from io import BytesIO

import pytest
from fastapi import FastAPI
from pypdf import PdfReader

from engine import catalogue
from engine.bank import Bank
from engine.questions import Question
from tests.app.learner import COSINE, Learner, new_learner
from tests.app.learning.test_fold import two_to_the_nats
from tests.engine.submissions import BANK


def text_of(learner: Learner) -> list[str]:
    """The text of each page, without line breaks."""
    answer = learner.client.get("/mistakes/sheet.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(answer.content)).pages]


def test_it_names_the_mistake_and_the_step_that_failed_and_no_other(learner: Learner) -> None:
    learner.press(learner.open(seed=7), typed=two_to_the_nats(7))
    learner.press(learner.open(COSINE), "solution", typed={"dot": "0.123"})
    (page,) = text_of(learner)
    assert "You raised 2 to a cross-entropy in nats" in page
    steps = {name: family.title for name, family in catalogue.families().items()}
    assert steps["perplexity"] in page
    assert steps[BANK.questions[COSINE].family_id] in page
    assert steps["attention"] not in page


def test_whoever_failed_nothing_reads_so(learner: Learner) -> None:
    assert "Nothing yet" in text_of(learner)[0]


@pytest.mark.sweep  # twelve sheets
def test_a_great_many_steps_fit_on_one_page(app: FastAPI) -> None:
    learner = new_learner(app)
    bank: Bank = app.state.bank
    families = dict[str, Question]()
    for question in bank.questions.values():
        if question.kind == "family" and question.varies:
            families.setdefault(question.family_id, question)
    for question in list(families.values())[:12]:
        learner.press(learner.open(question.id, 7, question.default_level), "solution")
    (page,) = text_of(learner)
    told = [name for name in families if catalogue.find(name).title in page]
    assert len(told) >= 5, told
