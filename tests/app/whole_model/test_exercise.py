"""Exercises with the numbers of an opened station: their keys by torch's numbers, and the way back."""

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from app.whole_model import exercise, whole_model
from app.whole_model.state import State
from engine.demos.gpt.forward import Switches
from engine.whole_model.stations import Cell
from tests.app.learner import Learner, Page
from tests.engine.whole_model.by_torch import told_by_torch

SCORE = "/model?text=mar&cell=1-score.3.6"
LOGIT = "/model?text=mar&cell=logit.3.5&temperature=0.8"


def begin(learner: Learner, address: str) -> Page:
    page = learner.get(address)
    found = re.search(r'action="(/model/exercise[^"]*)"', page.html)
    assert found
    return learner.send(found[1].replace("&amp;", "&"), {"key": page.fields["key"]})


@pytest.mark.parametrize("cell", ["1-score.3.6", "1-weight.3.4", "1-query.3.8", "1-key.3.15", "1-mix.3.9"])
def test_a_head_becomes_an_exercise_with_the_numbers_of_the_page(learner: Learner, cell: str) -> None:
    """All of these are numbers of head 2."""
    sheet = begin(learner, f"/model?text=mar&cell={cell}")
    theirs = told_by_torch("mar")
    query, keys = theirs["1-query"][3, 8:16].round(2), theirs["1-key"][:, 8:16].round(2)
    weights = theirs["1-weight"][3, 4:8]
    for number in query:
        assert f"{number:g}".replace("-", "−") in sheet.text.replace("-", "−")
    most = sorted(np.argsort(-weights)[:3])
    scores = [float(query @ keys[n]) for n in most]
    marked = learner.press(sheet, typed={"raw_scores": [f"{one:.2f}" for one in scores]})
    assert marked.rule("raw_scores") == "right"


def test_the_likeliest_letters_become_an_exercise_at_the_temperature_that_is_set(learner: Learner) -> None:
    sheet = begin(learner, LOGIT)
    logits = np.sort(told_by_torch("mar")["logit"][3])[::-1][:5].round(2)
    marked = learner.press(sheet, typed={"scaled": [f"{one / 0.8:.4f}" for one in logits]})
    assert marked.rule("scaled") == "right"


@pytest.mark.parametrize("address", [SCORE, LOGIT, "/model?text=mar&cell=probability.3.5"])
def test_the_sheet_leads_back_to_the_state_that_its_numbers_come_from(learner: Learner, address: str) -> None:
    sheet = begin(learner, address)
    assert sheet.status == 200
    assert "Back to the model that these numbers come from" in sheet.text
    (back,) = [link for link in sheet.links if link.startswith("/model?")]
    query, asked = (parse_qsl(urlsplit(one).query) for one in (back, address))
    assert query == asked
    assert learner.get(back).status == 200
    again = learner.press(sheet)  # and it still does once something was checked
    assert back in again.links


def test_other_sheets_lead_to_no_model(learner: Learner) -> None:
    assert "these numbers come from" not in learner.open().text


@pytest.mark.parametrize(
    "state",
    [
        State(),
        State(opened=Cell("embedding", 3, 0)),
        State(opened=Cell("1-active", 3, 0)),
        State(opened=Cell("1-score", 3, 0), switches=Switches(scale=False)),
        State(token=1, opened=Cell("1-score", 1, 0)),
    ],
)
def test_where_no_question_asks_for_the_numbers_there_is_no_exercise(state: State) -> None:
    assert exercise.numbers(whole_model.view(state)) is None


def test_a_button_stands_only_where_its_exercise_can_be_made(learner: Learner) -> None:
    offered = set()
    for cell in (
        *(f"1-{name}.3.{n}" for name in ("score", "weight") for n in (2, 6, 10, 14)),
        "1-mix.3.0",
        "logit.3.5",
    ):
        page = learner.get(f"/model?text=mar&cell={cell}")
        sheet = begin(learner, f"/model?text=mar&cell={cell}")
        assert ("Make this an exercise" in page.text) == (sheet.status == 200), cell
        offered.add(sheet.status)
    assert offered == {200, 422}


def test_where_the_opened_head_makes_none_another_is_linked_of_which_a_sheet_can_be_made(
    learner: Learner,
) -> None:
    """The scores of head 1 make none; this is what the walk opens first of a head."""
    for walk in (3, 4, 5):
        asked = learner.get(f"/model?text=mar&walk={walk}")
        assert "those of another head do" not in asked.text  # not before it is answered
        page = learner.get(f"/model?text=mar&walk={walk}&guess=0")
        assert ("Make this an exercise" in page.text) != ("those of another head do" in page.text)
    page = learner.get("/model?text=mar&cell=1-score.3.2")
    assert "Make this an exercise" not in page.text
    found = re.search(r'another head do: <a href="([^"]*)"[^>]*>([^<]*)<', page.html)
    assert found
    assert "token 4 with token 3" in found[2]
    assert begin(learner, found[1].replace("&amp;", "&")).status == 200
    assert "another head do" not in learner.get(SCORE).text


def test_an_exercise_that_cannot_be_is_refused_in_words_and_its_address_may_be_opened_again(
    learner: Learner,
) -> None:
    key = learner.get(SCORE).fields["key"]
    refused = learner.send("/model/exercise?text=mar&cell=embedding.3.0", {"key": key})
    assert refused.status == 422
    assert "make no fair exercise" in refused.text
    cold = learner.send("/model/exercise?text=mar&cell=logit.3.5&temperature=0.1", {"key": key})
    assert cold.status == 422
    assert "Logits" in learner.get("/model/exercise?text=mar&cell=logit.3.5").text
