"""Attention in a real model: its recorded sentence is predicted at once, another one takes the model."""

import re
from base64 import b64decode
from html import unescape

import numpy as np
import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.identity.store.people import Role
from app.jobs.store.points import Point
from app.lab.demos.sentence import Sentence, State, short
from engine.demos.smollm2 import model, recorded
from engine.demos.smollm2.settings import LAYERS, SENTENCE, SENTENCES, pieces
from tests.app.accounts.members import member
from tests.app.exams.sitting import sit
from tests.app.lab.demos.lab import Lab, claimed, ended
from tests.app.learner import COSINE, Count, Learner, Page, form_key

LAYER = 12
MINE = State(sentence="Ada has two cats.", layer=LAYER)
INSTALLED = "app.lab.demos.sentence.installed"
LAB = Lab("sentence", State())
at, predict = LAB.at, LAB.predict


def run_of(page: Page) -> str:
    return page.fields["run"] if "run" in page.fields else re.findall(r'data-run="([^"]+)"', page.html)[0]


def read_by(store: Database, layers: int = LAYERS) -> None:
    """The maps are those of the recording."""
    told = [dict(point) for point in recorded.points(SENTENCE)[: layers + 1]]
    steps = [Point(point.pop("step"), point) for point in told]
    ended(store, claimed(store), steps, {"asked": 0.25}, stopped=layers < LAYERS)


def test_it_opens_with_a_sentence_that_was_read_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/sentence")
    assert {"run", "head", "row", "by-layer-title", "matrix-title"} <= page.ids
    assert "Paris 0.77" in page.text
    assert 'data-reached="yes"' not in page.html
    assert count() == {}


def test_nothing_is_shown_before_the_prediction(learner: Learner) -> None:
    page = learner.get(at(State(layer=LAYER)))
    assert not {"run", "head", "row"} & page.ids
    assert "0.25" not in page.html
    assert "Paris" not in page.html


def test_the_share_is_the_mean_of_the_first_column_over_all_heads(learner: Learner) -> None:
    """Counted here from the recorded maps, weight by weight."""
    maps = b64decode(recorded.points(SENTENCE)[LAYER]["heads"])
    column = [maps[head * 25 + row * 5] for head in range(9) for row in range(1, 5)]
    share = sum(column) / len(column) / 255
    page = predict(learner, f"{share:.2f}", State(layer=LAYER))
    assert page.rules == ["right"]
    assert f"it came to {share:.2f}" in page.text
    assert "you, layer 12" in page.text
    assert page.html.count('data-reached="yes"') >= 1  # less than a third
    assert predict(learner, "0.8", State(layer=LAYER)).rules == ["wrong"]


def test_after_a_prediction_every_layer_head_and_row_is_open(learner: Learner) -> None:
    run = run_of(predict(learner, "0.2", State(layer=LAYER)))
    page = learner.get(at(State(layer=21, head=9, row=16), run))
    assert "Head 21.9" in page.text
    assert "It reads key-value head 3, as query heads 7 to 9 do." in page.text
    assert "Row 5: is" in page.text  # there is no later one
    assert page.rules == []  # another layer was asked for
    assert (
        "predicted" in learner.get(at(MINE, run)).fields or "not installed" in learner.get(at(MINE, run)).text
    )


def test_the_weights_of_a_row_sum_to_one() -> None:
    for layer in range(1, LAYERS + 1):
        for head in (1, 5, 9):
            lab = Sentence(State(layer=layer, head=head))
            assert sum(one.share for one in lab.weights) == pytest.approx(1, abs=0.02)
    assert np.allclose(Sentence(State()).heads.sum(-1), 1, atol=0.02)


def test_ones_own_sentence_takes_the_model(
    learner: Learner, store: Database, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(INSTALLED, lambda: True)
    page = predict(learner, "0.3", MINE)
    assert "Waiting: place 1 in the queue." in page.text
    run = run_of(page)
    read_by(store)
    page = learner.get(at(MINE, run))
    assert page.rules == ["right"]
    assert "You said 0.30; it came to 0.25." in page.text
    assert {"head", "row"} <= page.ids
    assert count()["jobs"] == 1


def test_a_run_that_was_stopped_has_no_maps(
    learner: Learner, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(INSTALLED, lambda: True)
    run = run_of(predict(learner, "0.3", MINE))
    read_by(store, 10)
    page = learner.get(at(MINE, run))
    assert "It was stopped." in page.text
    assert not {"head", "row"} & page.ids


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_recorded_sentence_is_predicted_without_the_model(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    """The share is counted here from the recorded maps; of it and of what comes next nothing is said before."""
    monkeypatch.setattr(INSTALLED, lambda: False)
    state = State(sentence=sentence, layer=LAYER)
    points = recorded.points(sentence)
    length = len(points[0]["tokens"])
    maps = np.frombuffer(b64decode(points[LAYER]["heads"]), np.uint8).reshape(9, length, length)
    share = f"{maps[:, 1:, 0].mean() / 255:.2f}"
    before = learner.get(at(state))
    assert not {"run", "found", "head", "row"} & before.ids
    assert share not in before.html
    assert f"{points[-1]['next'][0][1]:.2f}" not in before.text
    page = predict(learner, share, state)
    assert page.rules == ["right"]
    assert "jobs" not in count()
    assert {"run", "head", "row"} <= page.ids
    for layer in (1, LAYERS):
        lab = Sentence(State(sentence=sentence, layer=layer))
        assert np.allclose(lab.heads.sum(-1), 1, atol=0.02)


def test_the_list_leads_to_each_recorded_sentence_and_marks_the_open_one(learner: Learner) -> None:
    page = learner.get(at(State(sentence=SENTENCES[3])))
    chosen = re.findall(r'<ul class="sentences">.*?</ul>', page.html, re.S)[0]
    links = re.findall(r'<a href="([^"]*)"[^>]*?( aria-current="true")?>([^<]*)</a>', chosen)
    assert [unescape(text) for *_, text in links] == list(SENTENCES)
    assert [here for _, here, _ in links].index(' aria-current="true"') == 3
    for address, _, text in links:
        assert f'value="{text}"' in learner.get(unescape(address)).html


def test_without_the_model_the_recorded_sentences_stay(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(INSTALLED, lambda: False)
    for page in (learner.get(at(MINE)), predict(learner, "0.3", MINE)):
        assert "reads no sentence of your own" in page.text
        assert "/lab/sentence" in page.links
        assert all(sentence in unescape(page.html) for sentence in SENTENCES)
    assert "Another sentence begins a new prediction." not in learner.get("/lab/sentence").text
    assert count() == {}
    assert predict(learner, "0.3", State(layer=LAYER)).rules == ["right"]


def test_how_the_model_is_installed_is_told_to_administrators_alone(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Students were told to type “make smollm2”."""
    monkeypatch.setattr(INSTALLED, lambda: False)
    student, teacher = (member(app, role).learner for role in (Role.STUDENT, Role.INSTRUCTOR))
    for address in ("/lab/sentence", at(MINE)):
        for somebody in (learner, student, teacher):
            assert "make " not in somebody.get(address).text
    assert "“make smollm2” on the server" in member(app, Role.ADMINISTRATOR).learner.get(at(MINE)).text


def test_who_comes_for_the_first_time_is_not_said_to_have_seen_every_layer(learner: Learner) -> None:
    assert "You have seen" not in learner.get("/lab/sentence").text


def test_an_empty_sentence_is_told_and_what_it_says_is_shown_as_text(learner: Learner) -> None:
    page = learner.get(at(State(sentence=" ")))
    assert page.status == 422
    assert "write one" in page.text
    assert "<script>x" not in learner.get(at(State(sentence="<script>x</script>"))).html


@pytest.mark.parametrize(
    ("sentence", "do"),
    [
        ("a", "lengthen the"),
        ("?", "lengthen the"),
        ("a b " * 9, "shorten the"),
        ("12345678 12345678.", "shorten the"),
    ],
)
def test_a_sentence_that_cannot_fit_is_told_before_the_prediction(
    learner: Learner, count: Count, monkeypatch: pytest.MonkeyPatch, sentence: str, do: str
) -> None:
    monkeypatch.setattr(INSTALLED, lambda: True)
    for page in (
        learner.get(at(State(sentence=sentence))),
        predict(learner, "0.3", State(sentence=sentence)),
    ):
        assert page.status == 422
        assert do in page.text
        assert "predicted" not in page.fields
    assert count() == {}


@pytest.mark.parametrize(
    "sentence",
    ["It's 20?!", "I'll they'd 'start", "_a__b_ c", "x² ½ ৪২ আমি বই পড়ি", "don’t … 3.14 a-b", "日本 é"],
)
def test_no_sentence_is_told_to_be_longer_than_its_tokens(sentence: str) -> None:
    assert 2 <= len(pieces(sentence)) <= len(model.tokens(sentence, {}))


def test_no_two_tokens_that_may_come_next_look_alike(
    learner: Learner, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(INSTALLED, lambda: True)
    run = run_of(predict(learner, "0.3", MINE))
    told = [dict(point) for point in recorded.points(SENTENCE)]
    texts = ["\n", " ", "\n\n", " \n", "is", " is", "\\xe0"]
    told[-1]["next"] = [(text, 0.1) for text in texts]
    ended(store, claimed(store), [Point(point.pop("step"), point) for point in told], {"asked": 0.25})
    found = re.findall(r"<code>([^<]*)</code> 0.10", learner.get(at(MINE, run)).html)
    assert found == ["↵", "␣", "↵↵", "␣↵", "is", "␣is", "\\xe0"]


def test_a_token_that_is_cut_says_so() -> None:
    lab = Sentence(State())
    object.__setattr__(lab, "points", [{"tokens": ["International", " relations"]}])
    assert [short(token) for token in lab.tokens] == ["Internati…", "relations"]


def test_the_layer_that_is_open_is_marked_and_said_and_its_heads_have_their_means(learner: Learner) -> None:
    """Counted here from the recorded maps, weight by weight."""
    run = run_of(predict(learner, "0.2", State(layer=LAYER)))
    page = learner.get(at(State(layer=2), run))
    point = recorded.points(SENTENCE)[2]
    assert f"layer 2: {point['first']:.2f}" in page.text
    assert f"Layer 2 gives the first token {point['first']:.2f} of its attention" in page.text
    weights = b64decode(point["heads"])
    for head in range(9):
        mean = sum(weights[head * 25 + row * 5 + row - 1] for row in (2, 3, 4)) / 3 / 255
        assert f"2.{head + 1}: {mean:.2f}" in page.text
        assert Sentence(State(layer=2, head=head + 1)).goals[2].reached == (round(mean, 2) > 0.5)


def test_what_the_sentence_leaves_in_the_cache_is_an_exercise(learner: Learner) -> None:
    page = learner.send(f"/lab/sentence/exercise?{State().address}", {"key": form_key(), "run": ""})
    assert page.address.startswith("/attempts/")
    by_hand = 2 * 30 * 3 * 64 * 2 * 5
    assert (
        learner.press(page, typed={"total_bytes": str(by_hand)}, do="check:total_bytes").rule("total_bytes")
        == "right"
    )


def test_while_an_exam_forbids_aids_it_is_closed(app: FastAPI) -> None:
    assert sit(app, COSINE).learner.get("/lab/sentence").status == 403


def test_a_cell_of_the_opened_head_says_its_weight_and_opens_its_row(learner: Learner) -> None:
    run = run_of(predict(learner, "0.2", State(layer=LAYER)))
    page = learner.get(at(State(layer=2, head=3), run))
    maps = b64decode(recorded.points(SENTENCE)[2]["heads"])
    said = re.findall(r"<rect [^>]*><title>([^<]*)</title></rect>", page.html)
    assert len(said) == 15
    assert f"4 France → 2 capital: {maps[2 * 25 + 3 * 5 + 1] / 255:.2f}" in said
    link = re.findall(r'id="cells-1" href="([^"]*)"', page.html)[0]
    assert "Row 1: The" in learner.get(unescape(link)).text
