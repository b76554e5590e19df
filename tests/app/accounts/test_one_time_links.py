"""A link opens once and for a time; it makes the first administrator, or lets somebody choose a password."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from tests.app.accounts.members import (
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    cookie,
    is_anywhere_in,
    is_signed_in,
    link_to,
    member,
    sign_in,
    sign_up,
    with_cookie,
)
from tests.app.courses.taught_course import Lecture
from tests.app.learner import RIGHT, Count, Learner, Page, new_learner, on_both

OVER = timedelta(seconds=-1)


@pytest.fixture
def first(store: Database) -> str:
    return link_to(store, None)


def go_through(learner: Learner, link: str, email: str = EMAIL, password: str = PASSWORD) -> Page:
    return learner.send(link, {"email": email, "password": password})


def who(store: Database, learner: Learner) -> people.Person:
    with store.read() as connection:
        return people.with_token(connection, cookie(learner))


# The first administrator


@on_both
def test_the_first_administrator_signs_up_under_the_link_with_the_work_of_a_guest(
    learner: Learner, store: Database, count: Count, first: str
) -> None:
    sheet = learner.press(learner.open(), typed=RIGHT)
    planted = cookie(learner)
    assert "The first administrator" in learner.get(first).text
    page = go_through(learner, first)
    assert page.address == "/account"
    assert "administrator" in page.text
    assert (who(store, learner).role, who(store, learner).email) == (Role.ADMINISTRATOR, EMAIL)
    assert learner.get("/people").status == 200
    assert learner.get(sheet.action).earned == 3
    assert cookie(learner) != planted
    assert count()["people"] == count()["sessions"] == 1


def test_opening_a_link_uses_nothing_up(learner: Learner, first: str, count: Count) -> None:
    before = count()
    for _ in range(3):
        assert learner.get(first).status == 200
        assert learner.client.head(first).status_code == 200
    assert count() == before
    assert go_through(learner, first).status == 200


@pytest.mark.parametrize(("email", "password"), [("ada", PASSWORD), (EMAIL, "short"), (EMAIL, "password123")])
def test_what_does_not_fit_leaves_the_link_open(
    learner: Learner, first: str, email: str, password: str
) -> None:
    page = go_through(learner, first, email, password)
    assert page.status == 422
    assert page.fields["email"] == email
    assert page.fields["password"] == ""
    assert page.html.count('class="fault"') == 1
    assert go_through(learner, first).status == 200


def test_an_email_that_has_an_account_leaves_the_link_open_and_gets_no_role(
    app: FastAPI, learner: Learner, store: Database, first: str
) -> None:
    sign_up(new_learner(app))
    page = go_through(learner, first, password=PASSWORD)
    assert page.status == 422
    assert "This sign-up did not work." in page.text
    with store.read() as connection:
        assert not people.has_administrator(connection)
    assert go_through(learner, first, "bob@school.example").status == 200


def test_once_there_is_an_administrator_the_first_link_is_dead(
    app: FastAPI, learner: Learner, first: str
) -> None:
    member(app, Role.ADMINISTRATOR)
    for page in (learner.get(first), go_through(learner, first)):
        assert page.status == 410
        assert "This link is no longer valid." in page.text
        assert "a start of the server makes a new one" in page.text


@on_both
def test_of_many_who_come_through_the_first_link_at_once_one_is_administrator(
    app: FastAPI, count: Count, first: str
) -> None:
    together = threading.Barrier(4)

    def ask(n: int) -> int:
        learner = new_learner(app)
        together.wait(10)
        return go_through(learner, first, f"{n}@school.example").status

    with ThreadPoolExecutor(4) as clicks:
        statuses = sorted(clicks.map(ask, range(4)))
    assert statuses == [200, 410, 410, 410]
    assert count()["people"] == 1


# A new password


@on_both
def test_a_link_lets_its_person_choose_a_password_and_ends_all_other_sessions(
    app: FastAPI, learner: Learner, store: Database, count: Count
) -> None:
    ada = member(app, email=EMAIL)
    link = link_to(store, ada.id)
    sheet = learner.press(learner.open(), typed=RIGHT)
    assert learner.get(link).fields["email"] == EMAIL
    assert go_through(learner, link, "somebody@else.example", OTHER_PASSWORD).address == "/account"
    assert who(store, learner).id == ada.id  # whatever e-mail the form names
    assert learner.get(sheet.action).earned == 3
    assert not is_signed_in(ada.learner)
    assert sign_in(new_learner(app), password=OTHER_PASSWORD).status == 200
    assert count()["people"] == 1


def test_who_was_added_to_a_course_comes_to_the_courses(
    app: FastAPI, nlp: Lecture, learner: Learner, store: Database
) -> None:
    kim = member(app, Role.INSTRUCTOR)
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": kim.email, "role": "instructor"})
    page = go_through(learner, link_to(store, kim.id))
    assert page.address == "/courses"
    assert nlp.address in page.links


def test_a_cookie_that_was_planted_before_a_link_opens_nothing_afterwards(
    app: FastAPI, store: Database
) -> None:
    ada = member(app, email=EMAIL)
    planted = "planted-by-somebody-else"
    victim = with_cookie(app, planted)
    victim.press(victim.open(), typed=RIGHT)
    assert go_through(victim, link_to(store, ada.id)).status == 200
    assert not is_signed_in(with_cookie(app, planted))


def test_a_password_that_does_not_fit_leaves_everything_as_it_is(
    app: FastAPI, learner: Learner, store: Database
) -> None:
    ada = member(app, email=EMAIL)
    link = link_to(store, ada.id)
    for password in ("short", EMAIL, "password123"):
        assert go_through(learner, link, password=password).status == 422
    assert is_signed_in(ada.learner)
    assert go_through(learner, link).status == 200


def test_a_used_link_says_so_and_what_to_do_next(app: FastAPI, learner: Learner, store: Database) -> None:
    link = link_to(store, member(app, email=EMAIL).id)
    go_through(learner, link)
    for page in (new_learner(app).get(link), go_through(new_learner(app), link, password=OTHER_PASSWORD)):
        assert page.status == 410
        assert "This link has been used; each works once." in page.text
        assert "Sign in with the password that was chosen then." in page.text
        assert "/account" in page.links
    assert sign_in(new_learner(app), password=OTHER_PASSWORD).status == 422


@pytest.mark.parametrize("whose", ["nobody", "somebody"])
def test_an_old_link_says_so_and_what_to_do_next(
    app: FastAPI, learner: Learner, store: Database, count: Count, whose: str
) -> None:
    link = link_to(store, member(app).id if whose == "somebody" else None, OVER)
    before = count()
    for page in (learner.get(link), go_through(learner, link)):
        assert page.status == 410
        assert "This link is no longer valid. Its time is over" in page.text
    assert count() == before


def test_a_newer_link_takes_the_place_of_an_older_one_of_the_same_person(
    app: FastAPI, learner: Learner, store: Database
) -> None:
    ada, bob = member(app), member(app)
    older, bobs, newer = (link_to(store, person.id) for person in (ada, bob, ada))
    assert [learner.get(link).status for link in (older, bobs, newer)] == [410, 200, 200]


@pytest.mark.parametrize("end", ["nonsense", "a%00b", "x" * 5000, "%F0%9F%99%82"])
def test_a_link_that_was_never_made_is_not_found(learner: Learner, end: str) -> None:
    for page in (learner.get(f"/link/{end}"), go_through(learner, f"/link/{end}")):
        assert page.status == 404
        assert "There is no such link." in page.text


@on_both
def test_of_two_clicks_on_a_link_one_chooses_the_password(
    app: FastAPI, store: Database, count: Count
) -> None:
    link = link_to(store, member(app, email=EMAIL).id)
    together = threading.Barrier(2)

    def choose(password: str) -> int:
        learner = new_learner(app)
        together.wait(10)
        return go_through(learner, link, password=password).status

    passwords = [PASSWORD, OTHER_PASSWORD]
    with ThreadPoolExecutor(2) as clicks:
        statuses = list(clicks.map(choose, passwords))
    assert sorted(statuses) == [200, 410]
    entered = [sign_in(new_learner(app), password=password).status for password in passwords]
    assert entered == [200 if status == 200 else 422 for status in statuses]


def test_the_database_keeps_only_a_hash_of_a_link(app: FastAPI, store: Database, first: str) -> None:
    for link in (first, link_to(store, member(app).id)):
        assert not is_anywhere_in(store, link.removeprefix("/link/"))
