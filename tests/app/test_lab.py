"""The lab as a whole: its list, and what becomes of predictions."""

from fastapi import FastAPI

from app.actions.lab import DEMOS
from app.store import people, predictions
from app.store.database import Database
from tests.app.entrance import EMAIL, sign_in, sign_up
from tests.app.learner import Learner, new_learner
from tests.app.test_decoding import outcome, predict


def test_the_list_names_every_demo(learner: Learner) -> None:
    page = learner.get("/lab")
    for demo in DEMOS:
        assert f"/lab/{demo.name}" in page.links
        assert learner.get(f"/lab/{demo.name}").status == 200
    assert "predictions right" not in page.text


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
