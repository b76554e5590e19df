"""Error pages that lead on: to the same address where trying again will help."""

from fastapi import FastAPI

from app.web.concurrency import TooBusy
from tests.app.learner import Learner


def test_whoever_finds_a_page_busy_may_try_it_again(app: FastAPI, learner: Learner) -> None:
    def full() -> None:
        raise TooBusy

    app.get("/full")(full)
    app.post("/full")(full)
    page = learner.get("/full?text=a+b")
    assert page.status == 503
    assert "Try again" in page.text
    assert "/full?text=a+b" in page.links
    assert page.headers["retry-after"] == "5"
    sent = learner.send("/full", {})  # the same form is to be sent again, from the page that has it
    assert sent.status == 503
    assert "Try again" not in sent.text
    assert "/full" not in sent.links
