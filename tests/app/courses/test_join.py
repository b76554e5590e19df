"""A code or a link leads into a course: it asks first, and a guest signs in or up on the way."""

from secrets import token_hex

import pytest
from fastapi import FastAPI

from app.settings import Settings
from tests.app.accounts.members import EMAIL, PASSWORD, cookie, is_signed_in, member, sign_up
from tests.app.courses.taught_course import Lecture, join, lecture, roster
from tests.app.learner import RIGHT, Count, Learner, Make, new_learner, on_both


@on_both
def test_the_link_asks_before_anybody_is_in(app: FastAPI, nlp: Lecture, count: Count) -> None:
    bob = member(app)
    before = count()
    page = bob.learner.get(f"/join/{nlp.code}")
    assert "NLP in autumn" in page.text
    assert "Its instructors, and the assistants and observers whom they add, will see your name" in page.text
    assert count() == before
    assert bob.learner.send(page.action, {"name": "Bob"}).address == nlp.address
    assert bob.email in roster(nlp).text


@on_both
def test_who_has_no_name_gives_one_before_joining(app: FastAPI, nlp: Lecture) -> None:
    bob = member(app)
    for nothing in ({}, {"name": " \0\n "}):
        page = bob.learner.send(f"/join/{nlp.code}", nothing)
        assert page.status == 422
        assert "Type your name" in page.text
        assert bob.learner.get(nlp.address).status == 404
    assert bob.learner.send(page.action, {"name": " Bob\n Okafor "}).address == nlp.address
    assert "Bob Okafor" in roster(nlp).text
    assert bob.learner.get("/account").fields["name"] == "Bob Okafor"


def test_who_has_a_name_is_not_asked_for_one_and_keeps_it(app: FastAPI, nlp: Lecture) -> None:
    eve = member(app, name="Eve")
    page = eve.learner.get(f"/join/{nlp.code}")
    assert "name" not in page.fields
    assert eve.learner.send(page.action, {"name": "Mallory"}).address == nlp.address
    assert "Mallory" not in roster(nlp).text


def test_a_code_is_read_however_it_is_typed(app: FastAPI, nlp: Lecture) -> None:
    bob = member(app)
    for typed in (nlp.code, nlp.code.upper(), f" {nlp.code.replace('-', ' ')} ", nlp.code.replace("-", "")):
        assert "NLP in autumn" in bob.learner.get(f"/join?code={typed}").text, typed
    for wrong in ("-", "%00", "'", "zzzz-zzzz", "../people"):
        page = bob.learner.get(f"/join?code={wrong}")
        assert page.status == 404
        assert "No course has this code" in page.text
        assert page.fields["code"] == ("-" if wrong == "%00" else wrong)
    assert bob.learner.get("/join").address == "/courses"


@on_both
def test_a_second_click_joins_once(nlp: Lecture, count: Count) -> None:
    before = count()
    assert join(nlp.student, nlp.code).address == nlp.address
    assert count() == before


@on_both
def test_a_guest_signs_up_on_the_way_comes_back_and_keeps_what_was_done(
    nlp: Lecture, learner: Learner
) -> None:
    done = learner.press(learner.open(), typed=RIGHT)
    page = learner.get(f"/join/{nlp.code}")
    assert f"/join/{nlp.code}" not in page.action
    code = nlp.code.replace("-", "")
    page = learner.send(f"/join/{code}/sign-up", {"email": EMAIL, "password": PASSWORD})
    assert (page.status, page.address, page.action) == (200, f"/join/{code}", f"/join/{code}")
    assert learner.send(page.action, {"name": "Ada"}).address == nlp.address
    assert learner.get(done.address).status == 200


def test_somebody_with_an_account_signs_in_on_the_way(app: FastAPI, nlp: Lecture) -> None:
    sign_up(new_learner(app))
    browser = new_learner(app)
    browser.get(f"/join/{nlp.code}")
    before = cookie(browser)
    page = browser.send(f"/join/{nlp.code}/sign-in", {"email": EMAIL, "password": PASSWORD})
    assert page.address == f"/join/{nlp.code.replace('-', '')}"
    assert is_signed_in(browser)
    assert cookie(browser) != before


def test_a_wrong_password_brings_the_form_back(nlp: Lecture, learner: Learner) -> None:
    page = learner.send(f"/join/{nlp.code}/sign-in", {"email": EMAIL, "password": "wrong"})
    assert page.status == 422
    assert "do not belong together" in page.text
    assert EMAIL in page.html
    page = learner.send(f"/join/{nlp.code}/sign-up", {"email": EMAIL, "password": "short"})
    assert page.status == 422
    assert not is_signed_in(learner)


def test_signing_in_here_is_counted_as_everywhere(nlp: Lecture, learner: Learner) -> None:
    for _ in range(11):
        learner.send(f"/join/{nlp.code}/sign-in", {"email": EMAIL, "password": "wrong"})
    assert learner.send("/account/sign-in", {"email": EMAIL, "password": "wrong"}).status == 429


@pytest.mark.sweep
def test_a_lecture_of_three_hundred_signs_up_behind_one_address_with_the_code(
    app: FastAPI, nlp: Lecture
) -> None:
    for n in range(300):
        typed = {"email": f"{n}@school.example", "password": PASSWORD}
        page = new_learner(app).send(f"/join/{nlp.code}/sign-up", typed, follow=False)
        assert page.status == 303, n


def test_with_the_code_an_address_opens_so_many_accounts_and_others_are_counted_apart(
    settings: Settings, make: Make
) -> None:
    app = make(
        settings.model_copy(update={"sign_ups_per_course": "3/hour", "sign_ups_per_address": "1/hour"})
    )
    here, other = lecture(app), lecture(app, "Another")

    def signed_up(to: str, address: str = "10.0.0.1") -> int:
        return sign_up_at(new_learner(app, address), to)

    assert [signed_up(f"/join/{here.code}") for _ in range(4)] == [303, 303, 303, 429]
    assert signed_up(f"/join/{here.code.replace('-', '')}") == 429
    assert signed_up(f"/join/{other.code}") == signed_up(f"/join/{here.code}", "10.0.0.2") == 303
    assert [signed_up("/account") for _ in range(2)] == [303, 429]


def sign_up_at(learner: Learner, to: str) -> int:
    typed = {"email": f"{token_hex(4)}@school.example", "password": PASSWORD}
    return learner.send(f"{to}/sign-up", typed, follow=False).status


def test_without_an_account_nobody_is_in(nlp: Lecture, learner: Learner, count: Count) -> None:
    before = count()
    assert learner.send(f"/join/{nlp.code}", {}).status == 403
    assert learner.send("/join/zzzzzzzz/sign-up", {"email": EMAIL, "password": PASSWORD}).status == 404
    assert count() == before
