"""The summary on one page says what progress and home say."""

import re
from io import BytesIO

from fastapi import FastAPI
from pypdf import PdfReader

from app.learning import upkeep
from tests.app.learner import COSINE, RIGHT, Learner, drawn, key
from tests.app.learning.test_fold import two_to_the_nats


def pages(learner: Learner) -> list[str]:
    """The text of each page, without spaces: numbers stand above their words."""
    answer = learner.client.get("/progress.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["cache-control"] == "no-store"
    return [re.sub(r"\s+", "", page.extract_text()) for page in PdfReader(BytesIO(answer.content)).pages]


def test_it_says_what_home_and_progress_say(app: FastAPI, learner: Learner) -> None:
    learner.send("/goal", {"in_days": "30"})
    learner.press(learner.open(seed=7), typed=two_to_the_nats(7))
    learner.press(learner.open(COSINE), typed=key(drawn(COSINE)))
    upkeep.take_in_lately(app.state.database, app.state.library)
    (page,) = pages(learner)
    band = re.search(r"\d+ to \d+ of 50 points", learner.get("/progress").text)
    assert band
    for said in ("30 days to the exam", band[0], "You raised 2 to a cross-entropy in nats", "2 sheets"):
        assert said.replace(" ", "") in page


def test_it_stays_on_one_page_when_a_great_deal_was_done(app: FastAPI, learner: Learner) -> None:
    questions = {one.section: one.id for one in app.state.bank.questions.values() if one.kind == "family"}
    assert len(questions) > 10
    for name in questions.values():
        learner.press(learner.open(name), "solution")
    for seed in range(3):
        learner.press(learner.open(seed=seed), typed=RIGHT)
    assert len(pages(learner)) == 1


def test_whoever_did_nothing_reads_so(learner: Learner) -> None:
    assert "Nothingyet" in pages(learner)[0]
