"""Confidence in answers: asked where it is wanted, kept of first answers alone, and drawn against what came of it."""

import re

import pytest
from fastapi import FastAPI
from lxml.html import document_fromstring
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import responses
from tests.app.learner import PERPLEXITY, RIGHT, Learner, drawn, key
from tests.app.personal_data.worked import downloaded, told

QUESTION = "How sure are you of what you check now?"


def said(store: Database) -> list[tuple[str, int | None]]:
    with store.read() as connection:
        found = connection.execute(select(responses.c.part, responses.c.sure).order_by(responses.c.id))
        return [(row.part, row.sure) for row in found]


def test_it_is_asked_only_where_that_is_wanted(learner: Learner) -> None:
    assert QUESTION not in learner.open().html
    learner.press(learner.open(), typed=RIGHT)
    assert "Ask me how sure I am" in learner.get("/progress").text
    learner.send("/sure", {"ask": "yes"})
    assert QUESTION in learner.open(seed=8).html
    learner.send("/sure", {"ask": "no"})
    assert QUESTION not in learner.open(seed=8).html


def test_it_is_kept_of_the_first_answers_and_not_of_later_ones(learner: Learner, store: Database) -> None:
    learner.send("/sure", {"ask": "yes"})
    sheet = learner.press(learner.open(), typed={"nats": "1"}, sure="95")
    assert QUESTION in sheet.html
    sheet = learner.press(sheet, typed={**RIGHT, "nats": "1.1"}, sure="20")
    first, *later = said(store)
    assert first == ("nats", 95)
    assert set(later) == {("nats", None), ("bits", 20), ("perplexity", 20)}
    assert len(later) == 3
    lines = {name: document_fromstring(sheet.html).get_element_by_id(f"margin-{name}") for name in RIGHT}
    told = {name: re.findall(r"You were (\d+) % sure", line.text_content()) for name, line in lines.items()}
    assert told == {"nats": ["95"], "bits": ["20"], "perplexity": ["20"]}
    assert QUESTION not in sheet.html  # every line has its points


@pytest.mark.parametrize("sure", ["", "50", "-1", "1e9", "<b>", "\0"])
def test_what_no_button_says_is_as_if_nothing_was_said(learner: Learner, store: Database, sure: str) -> None:
    assert learner.press(learner.open(), typed=RIGHT, sure=sure).status == 200
    assert {percent for _, percent in said(store)} == {None}


def test_from_ten_answers_on_progress_draws_what_came_of_it(app: FastAPI, learner: Learner) -> None:
    learner.send("/sure", {"ask": "yes"})
    for seed in range(3):
        learner.press(learner.open(seed=seed), typed=key(drawn(seed=seed)), sure="80")
    assert "How sure you were" not in learner.get("/progress").text
    for seed in (3, 4):
        learner.press(learner.open(PERPLEXITY, seed=seed), typed={"nats": "999", "bits": "999"}, sure="95")
    page = learner.get("/progress")
    assert "How sure you were 13 answers" in page.text
    rows = re.findall(
        r'<td class="number">(\d+) %</td><td class="number">(\d+) % <span[^>]*>(.*?)</span>', page.html
    )
    assert rows == [("80", "100", "9 of 9"), ("95", "0", "0 of 4")]
    assert "15 percentage points surer" in page.text
    assert "Ask me no more how sure I am" in page.text


def test_it_goes_with_the_file_of_a_person(learner: Learner) -> None:
    learner.press(learner.open(), typed=RIGHT, sure="60")
    file = told(downloaded(learner))
    assert {one["sure"] for one in file["sheets"][0]["answers"]} == {60}
