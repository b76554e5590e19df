"""The lab as a whole: its list, and what becomes of predictions."""

from dataclasses import fields, replace
from typing import Any, Literal, get_args, get_origin
from urllib.parse import parse_qsl, urlsplit

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.identity.store import people
from app.lab import lab
from app.lab.demos import DEMOS, TRAINED
from app.lab.demos.demo import Demo
from app.lab.demos.sentence import Sentence
from app.lab.demos.sentence import State as SentenceState
from app.lab.lab import RECORDED
from app.lab.store import predictions
from app.settings import HOME
from tests.app.accounts.members import EMAIL, sign_in, sign_up
from tests.app.lab.demos.test_decoding import JO, outcome, predict
from tests.app.learner import Count, Learner, form_key, new_learner
from tests.engine.submissions import BANK


def test_the_list_names_every_demo(learner: Learner) -> None:
    page = learner.get("/lab")
    for demo in DEMOS:
        assert f"/lab/{demo.name}" in page.links
        assert learner.get(f"/lab/{demo.name}").status == 200
    assert "Predictions:" not in page.text


def test_a_demo_has_one_name_in_every_room() -> None:
    for room, *ends in (
        ("app/lab/demos", "{}.py", "{}/demo.py"),
        ("templates/lab/demos", "{}.html"),
        ("tests/app/lab/demos", "test_{}.py"),
    ):
        places = {demo.name: [HOME / room / end.format(demo.name) for end in ends] for demo in DEMOS}
        assert [name for name, files in places.items() if not any(file.is_file() for file in files)] == []


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_a_demo_opens_at_once_writes_nothing_and_takes_its_own_addresses(
    learner: Learner, count: Count, demo: type[Demo[Any]]
) -> None:
    """Every state can be read again from its address, and settings name only fields of the state."""
    page = learner.get(f"/lab/{demo.name}")
    assert page.status == 200
    assert "settings" in page.ids
    assert {"run", "recorded"} & page.ids  # something is there already
    first = demo.state_type()
    assert lab.at(demo.name, dict(parse_qsl(first.address, keep_blank_values=True))).state == first
    asked = learner.get(f"/lab/{demo.name}?{first.address}")
    assert "predicted" in asked.fields
    assert "run" not in asked.ids
    assert count() == {}


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_its_first_numbers_become_an_exercise(learner: Learner, demo: type[Demo[Any]]) -> None:
    page = learner.send(
        f"/lab/{demo.name}/exercise?{demo.state_type().address}", {"key": form_key(), "run": ""}
    )
    assert page.address.startswith("/attempts/")


def test_there_is_no_other_demo(learner: Learner) -> None:
    for page in (learner.get("/lab/tarot"), learner.send("/lab/tarot/predictions", {"predicted": "1"})):
        assert page.status == 404
        assert "/lab" in page.links
    assert learner.get("/lab/decoding?k=99").status == 422


@pytest.mark.parametrize("followed", [1, pytest.param(5, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_the_links_of_the_run_that_is_there_at_once_keep_it_open(
    learner: Learner, demo: type[Demo[Any]], followed: int
) -> None:
    page = learner.get(f"/lab/{demo.name}")
    links = [link for link in page.links if f"run={RECORDED}" in link]
    assert not [link for link in page.links if link.endswith("run=") or "run=#" in link or "run=&" in link]
    if "run" in page.ids:
        opened = learner.get(f"/lab/{demo.name}?{demo.state_type().address}&run={RECORDED}")
        assert "run" in opened.ids
        assert 'data-reached="yes"' not in opened.html
    for link in links[:followed]:
        chosen = dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))
        there = lab.at(demo.name, chosen).knows(demo.state_type().address)  # another part is another question
        assert ("run" in learner.get(link.partition("#")[0]).ids) == there, link


def test_a_decimal_comma_in_an_address_is_read(learner: Learner) -> None:
    assert learner.get("/lab/learning?rate=0,005").fields["rate"] == "0.005"
    assert learner.get("/lab/decoding?temperature=1,5").fields["temperature"] == "1.5"


def test_who_opens_the_address_of_a_form_comes_to_its_demo(learner: Learner) -> None:
    for form in ("predictions", "exercise"):
        answer = learner.client.get(f"/lab/decoding/{form}?begin=jo", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/lab/decoding?begin=jo")


def test_a_value_that_does_not_fit_is_told_and_the_others_stay(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/decoding?k=99&begin=jo&temperature=0,5")
    assert page.status == 422
    assert "This does not fit: 99." in page.text
    assert [page.fields[name] for name in ("k", "begin", "temperature")] == ["4", "jo", "0.5"]
    two = learner.get("/lab/decoding?k=<b>&p=x").html
    assert "This does not fit: &lt;b&gt;, x." in two
    assert two.count('id="unfit"') == 1
    sent = {"predicted": "0.5", "key": form_key()}
    assert learner.send("/lab/decoding/predictions?k=99&begin=jo", sent).status == 422
    assert learner.send("/lab/decoding/exercise?k=99&begin=jo", {"key": form_key(), "run": ""}).status == 422
    assert count() == {}


def test_what_was_said_keeps_its_digits_and_what_the_exercise_is_about_is_told(learner: Learner) -> None:
    page = learner.get("/lab/decoding")
    assert f"The exercise is “{BANK.questions['careful-or-bold'].title}” (Decoding)." in page.text
    assert "You said 0.305;" in predict(learner, "0.305").text


def test_what_cannot_be_is_told_and_spends_no_prediction(learner: Learner, count: Count) -> None:
    sent = {"predicted": "1.5", "key": form_key()}
    page = learner.send(f"/lab/sentence/predictions?{Sentence(SentenceState()).state.address}", sent)
    assert page.status == 422
    assert "It lies between 0 and 1" in page.text
    assert count() == {}


def test_what_cannot_run_live_on_this_server_is_not_said_to(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.lab.demos.sentence.installed", lambda: True)
    assert learner.get("/lab").text.count("can run live") == len(TRAINED)
    monkeypatch.setattr("app.lab.demos.sentence.installed", lambda: False)
    assert learner.get("/lab").text.count("can run live") == len(TRAINED) - 1
    monkeypatch.setattr("app.lab.runs.possible", lambda: False)
    page = learner.get("/lab")
    assert "live" not in page.text
    assert page.text.count("· recorded") == len(TRAINED)


def test_progress_tells_of_the_predictions(learner: Learner) -> None:
    assert "Predictions:" not in learner.get("/progress").text
    predict(learner, f"{outcome():.2f}")
    predict(learner, "0.9")
    page = learner.get("/progress")
    assert "Predictions: 1 of 2 right" in page.text
    assert "/lab/decoding" in page.links


@pytest.mark.usefixtures("quick_hashing")
def test_a_guest_who_opens_an_account_keeps_the_predictions(
    app: FastAPI, learner: Learner, store: Database
) -> None:
    sign_up(new_learner(app))
    predict(learner, "0.5")
    sign_in(learner)
    with store.read() as connection:
        account = people.account(connection, EMAIL)
        assert account
        (kept,) = predictions.of_person(connection, account.id)
    assert (kept.demo, kept.predicted) == ("decoding", 0.5)
    assert "0 of 1" in learner.get("/lab").text


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_the_questions_of_a_demo_are_those_that_its_screens_become(demo: type[Demo[Any]]) -> None:
    """Every choice of the state once, all else as it opens."""
    first = demo.state_type()
    chosen = {
        field.name: get_args(field.type) for field in fields(first) if get_origin(field.type) is Literal
    }
    states = [first, *(replace(first, **{name: one}) for name, ones in chosen.items() for one in ones)]
    assert {demo(state).question for state in states} <= set(demo.questions) <= set(BANK.questions)


def test_one_finds_the_lab_where_one_studies_and_practises(learner: Learner) -> None:
    section = learner.get("/study/2.8")
    assert {"/lab/cache", "/lab/precision", "/lab/sentence"} == {
        link for link in section.links if link.startswith("/lab/")
    }
    assert "In the lab" not in learner.get("/study/2.9").text
    assert "/lab/cache" in learner.get("/practice/kv-cache-of-a-chat-server?seed=1").links
    assert "In the lab" not in learner.get("/practice/weights-only-perceptron?seed=1").text


def test_an_exercise_leads_back_to_the_state_and_the_run_that_it_was_made_from(learner: Learner) -> None:
    page = predict(learner, f"{outcome():.2f}")
    run, state = page.fields["run"], JO.address
    sheet = learner.send(f"/lab/decoding/exercise?{state}", {"key": form_key(), "run": run})
    back = next(link for link in sheet.links if link.startswith("/lab/decoding"))
    assert dict(parse_qsl(urlsplit(back).query, keep_blank_values=True)) == {
        **dict(parse_qsl(state, keep_blank_values=True)),
        "run": run,
    }
    assert "You said" in learner.get(back).text
    assert "(the run that these numbers come from)" in sheet.text
    other = learner.get("/practice/careful-or-bold")
    assert "/lab/decoding" in other.links
    assert "(the run that" not in other.text
    first = lab.at("decoding", {}).state.address
    recorded = learner.send(f"/lab/decoding/exercise?{first}", {"key": form_key(), "run": RECORDED})
    assert any(link.endswith(f"run={RECORDED}") for link in recorded.links)


@pytest.mark.parametrize("kind", ["learned", "none"])
def test_where_nothing_is_asked_no_heading_promises_a_question_and_what_to_do_is_said(
    learner: Learner, kind: str
) -> None:
    page = learner.get(f"/lab/positions?asks=number&kind={kind}")
    assert "predicted" not in page.fields
    assert "<h2>Nothing to predict here</h2>" in page.html
    assert "<h2>Predict</h2>" not in page.html
    assert "Choose sinusoidal, RoPE or ALiBi, or predict a loss." in page.text
