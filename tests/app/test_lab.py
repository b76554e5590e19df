"""The lab as a whole: its list, and what becomes of predictions."""

from typing import Any
from urllib.parse import parse_qsl

import pytest
from fastapi import FastAPI

from app.actions import lab
from app.demos import DEMOS
from app.demos.demo import Demo
from app.settings import HOME
from app.store import people, predictions
from app.store.database import Database
from tests.app.demos.test_decoding import outcome, predict
from tests.app.entrance import EMAIL, sign_in, sign_up
from tests.app.learner import Count, Learner, form_key, new_learner


def test_the_list_names_every_demo(learner: Learner) -> None:
    page = learner.get("/lab")
    for demo in DEMOS:
        assert f"/lab/{demo.name}" in page.links
        assert learner.get(f"/lab/{demo.name}").status == 200
    assert "predictions right" not in page.text


def test_a_demo_has_one_name_in_every_room() -> None:
    for room, end in (
        ("app/demos", "{}.py"),
        ("templates/pages/demos", "{}.html"),
        ("tests/app/demos", "test_{}.py"),
    ):
        assert [demo.name for demo in DEMOS if not (HOME / room / end.format(demo.name)).is_file()] == []


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_a_demo_opens_at_once_writes_nothing_and_takes_its_own_addresses(
    learner: Learner, count: Count, demo: type[Demo[Any]]
) -> None:
    """Every state can be read again from its address, and settings name only fields of the state."""
    page = learner.get(f"/lab/{demo.name}")
    assert page.status == 200
    assert "settings" in page.ids
    assert {"run", "recorded"} & page.ids  # something is there already
    first = demo.reads()
    assert lab.at(demo.name, dict(parse_qsl(first.address, keep_blank_values=True))).state == first
    asked = learner.get(f"/lab/{demo.name}?{first.address}")
    assert "predicted" in asked.fields
    assert "run" not in asked.ids
    assert count() == {}


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_its_first_numbers_become_an_exercise(learner: Learner, demo: type[Demo[Any]]) -> None:
    page = learner.send(f"/lab/{demo.name}/exercise?{demo.reads().address}", {"key": form_key(), "run": ""})
    assert page.address.startswith("/attempts/")


def test_there_is_no_other_demo(learner: Learner) -> None:
    for page in (learner.get("/lab/tarot"), learner.send("/lab/tarot/predictions", {"predicted": "1"})):
        assert page.status == 404
        assert "/lab" in page.links
    assert learner.get("/lab/decoding?k=99").status == 422


def test_progress_tells_of_the_predictions(learner: Learner) -> None:
    assert "predictions right" not in learner.get("/progress").text
    predict(learner, f"{outcome():.2f}")
    predict(learner, "0.9")
    page = learner.get("/progress")
    assert "1 of 2 predictions right" in page.text
    assert "/lab/decoding" in page.links


def test_a_guest_who_opens_an_account_keeps_the_predictions(
    app: FastAPI, learner: Learner, store: Database
) -> None:
    sign_up(new_learner(app))
    predict(learner, "0.5")
    sign_in(learner)
    with store.read() as rows:
        account = people.account(rows, EMAIL)
        assert account
        (kept,) = predictions.of_person(rows, account.id)
    assert (kept.demo, kept.predicted) == ("decoding", 0.5)
    assert "0 of 1" in learner.get("/lab").text
