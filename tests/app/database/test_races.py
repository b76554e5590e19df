"""Races between two people: the other one comes just before something is stored."""

import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from fastapi import FastAPI

from app.accounts import account
from app.accounts.store import api_tokens
from app.identity.store.people import Role
from app.practice.store import reports
from tests.app.accounts.members import OTHER_PASSWORD, PASSWORD, is_signed_in, member, sign_in, sign_up
from tests.app.api.api_client import Program
from tests.app.client import Client
from tests.app.courses.taught_course import assignment, begin, lecture
from tests.app.learner import COSINE, Learner, Page, always_on_both, new_learner, on_both

PATIENCE = 0.4  # seconds: who is not done then waits for a lock


class Meanwhile:
    """Lets ``other`` begin when ``module.name`` is called for the first time, and go on as far as it gets."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, other: Callable[[], Page]
    ) -> None:
        self._other, self._real = other, getattr(module, name)
        self._thread = ThreadPoolExecutor(1)
        self._page: Future[Page] | None = None
        monkeypatch.setattr(module, name, self._called)

    def _called(self, *given: Any, **named: Any) -> Any:
        if self._page is None:
            self._page = self._thread.submit(self._other)
            with suppress(TimeoutError):
                self._page.result(PATIENCE)
        return self._real(*given, **named)

    def page(self) -> Page:
        assert self._page is not None, "nobody called it"
        page = self._page.result(20)
        self._thread.shutdown()
        return page


@on_both
def test_who_signs_in_while_the_password_is_changed_is_out_again(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(learner)
    thief = new_learner(app)
    change = {"old": PASSWORD, "new": OTHER_PASSWORD}
    meanwhile = Meanwhile(monkeypatch, account, "enter", lambda: learner.send("/account/password", change))
    sign_in(thief)
    assert meanwhile.page().status == 200
    assert is_signed_in(learner)
    assert not is_signed_in(thief)


@on_both
@pytest.mark.parametrize("by", ["themselves", "an administrator"])
def test_a_token_that_is_made_while_somebody_is_signed_out_everywhere_opens_nothing(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    ada = member(app, Role.INSTRUCTOR)
    elsewhere = ada.learner.twin()
    head = member(app, Role.ADMINISTRATOR).learner

    def out() -> Page:
        if by == "themselves":
            return elsewhere.send("/account/elsewhere", {})
        return head.send(f"/people/{ada.id}/sessions", {})

    meanwhile = Meanwhile(monkeypatch, api_tokens, "add", out)
    page = ada.learner.send("/account/tokens", {"label": "laptop", "days": "30"})
    made = re.search(r'id="made" readonly value="([^"]+)"', page.html)
    assert made
    assert meanwhile.page().status == 200
    assert Program(Client(app), made[1]).get("/me").status_code == 401


@always_on_both
def test_of_two_answers_to_a_report_one_stands_and_the_other_hears_of_it(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = lecture(app)
    other = member(app, Role.INSTRUCTOR)
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": other.email, "role": "instructor"})
    sheet = begin(nlp.student, assignment(nlp, COSINE), COSINE)
    nlp.student.learner.press(sheet, "report", typed={}, sentence="I get 0.5.")
    form = re.search(
        rf"{nlp.address}/grading/reports/\d+", nlp.instructor.learner.get(f"{nlp.address}/grading").html
    )
    assert form

    def answer(one: Learner, said: str) -> Page:
        return one.send(form[0], {"said": said}, follow=False)

    meanwhile = Meanwhile(monkeypatch, reports, "answer", lambda: answer(other.learner, "It is right."))
    mine = answer(nlp.instructor.learner, "You are right.")
    said = {mine.status: "You are right.", meanwhile.page().status: "It is right."}
    assert sorted(said) == [303, 404]
    assert f"Answered: {said[303]}" in " ".join(nlp.student.learner.get(sheet.address).text.split())
