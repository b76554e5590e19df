"""Administrators find people, give roles, help with a link and sign people out; the last of them stays one."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi import FastAPI

from app.accounts import people as acting
from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from app.settings import Settings
from tests.app.accounts.members import (
    OTHER_PASSWORD,
    Member,
    is_anywhere_in,
    is_signed_in,
    member,
    sign_in,
    sign_up,
)
from tests.app.learner import RIGHT, Learner, Make, Page, new_learner, on_both


@pytest.fixture
def head(app: FastAPI) -> Member:
    return member(app, Role.ADMINISTRATOR, "head@school.example", "The head")


def listed(page: Page) -> list[str]:
    return re.findall(r"<h2>([^<]+)</h2>", page.html)


def made_in(page: Page) -> str:
    """The address of the link that was made."""
    found = re.search(r'id="made" readonly value="([^"]+)"', page.html)
    assert found
    return found[1]


def role_of(store: Database, person: int) -> Role:
    with store.read() as connection:
        account = people.by_id(connection, person)
    assert account is not None
    return account.role


@on_both
def test_people_are_found_by_a_part_of_their_name_or_email(app: FastAPI, head: Member) -> None:
    member(app, email="ada@school.example", name="Ada Lovelace")
    member(app, email="bob_100%@school.example")
    guest = new_learner(app)
    guest.press(guest.open(), typed=RIGHT)  # has no account, and is not listed
    for text, wanted in {
        "": ["Ada Lovelace", "bob_100%@school.example", "The head"],
        "LOVE": ["Ada Lovelace"],
        "ada@": ["Ada Lovelace"],
        "school": ["Ada Lovelace", "bob_100%@school.example", "The head"],
        "100%25": ["bob_100%@school.example"],
        "b_1": ["bob_100%@school.example"],
        "a_a": [],
        "%25%25": [],
        "a%00da": ["Ada Lovelace"],
        "'": [],
    }.items():
        assert listed(head.learner.get(f"/people?q={text}")) == wanted, text
    assert "Nobody with an account has this" in head.learner.get("/people?q=zzz").text


def test_htmx_gets_the_list_alone(head: Member) -> None:
    page = head.learner.get("/people?q=head", htmx=True)
    assert page.html.lstrip().startswith('<div id="found">')
    assert listed(page) == ["The head"]


def test_of_many_people_the_first_fifty_are_shown_and_the_others_counted(app: FastAPI, head: Member) -> None:
    for n in range(52):
        member(app, email=f"student{n:02d}@school.example")
    page = head.learner.get("/people")
    assert len(listed(page)) == 50
    assert "3 more have an account" in page.text
    assert "more have an account" not in head.learner.get("/people?q=student0").text


def test_what_people_call_themselves_is_escaped(app: FastAPI, head: Member) -> None:
    member(app, email="<i>@b", name="<b>Eve</b>")
    page = head.learner.get("/people")
    assert "&lt;b&gt;Eve&lt;/b&gt;" in page.html
    assert "<b>Eve" not in page.html
    assert "<i>" not in page.html


# Roles


@on_both
def test_a_role_is_given_and_holds_at_once(app: FastAPI, head: Member, store: Database) -> None:
    ada = member(app, email="ada@school.example")
    assert ada.learner.get("/people").status == 403
    page = head.learner.send(f"/people/{ada.id}/role", {"role": "administrator", "q": "ada"})
    assert (page.status, page.address) == (200, "/people")
    assert listed(page) == ["ada@school.example"]  # what was searched for still is
    assert page.fields["role"] == "administrator"
    assert "Saved." in page.text
    assert "Saved." not in head.learner.get("/people?q=ada").text
    assert ada.learner.get("/people").status == 200
    head.learner.send(f"/people/{ada.id}/role", {"role": "instructor"})
    assert role_of(store, ada.id) is Role.INSTRUCTOR
    assert ada.learner.get("/people").status == 403


def test_the_last_administrator_cannot_give_up_the_role(app: FastAPI, head: Member, store: Database) -> None:
    for role in ("student", "instructor"):
        page = head.learner.send(f"/people/{head.id}/role", {"role": role})
        assert page.status == 409
        assert "Make somebody else an administrator first" in page.text
        assert role_of(store, head.id) is Role.ADMINISTRATOR
    assert head.learner.send(f"/people/{head.id}/role", {"role": "administrator"}).status == 200
    member(app, Role.ADMINISTRATOR)
    assert head.learner.send(f"/people/{head.id}/role", {"role": "student"}).status == 403  # was carried out
    assert role_of(store, head.id) is Role.STUDENT


@on_both
def test_of_two_administrators_who_give_up_at_once_one_stays(
    app: FastAPI, head: Member, store: Database
) -> None:
    for _ in range(5):
        other = member(app, Role.ADMINISTRATOR)
        together = threading.Barrier(2)

        def give_up(one: Member, together: threading.Barrier = together) -> int:
            together.wait(10)
            return one.learner.send(f"/people/{one.id}/role", {"role": "student"}, follow=False).status

        with ThreadPoolExecutor(2) as clicks:
            assert sorted(clicks.map(give_up, (head, other))) == [303, 409]
        roles = {role_of(store, one.id) for one in (head, other)}
        assert roles == {Role.ADMINISTRATOR, Role.STUDENT}
        with store.write() as connection:
            people.set_role(connection, head.id, Role.ADMINISTRATOR)
            people.set_role(connection, other.id, Role.STUDENT)


@pytest.mark.parametrize("role", ["guest", "", "Administrator", "king"])
def test_a_role_that_cannot_be_given_changes_nothing(
    app: FastAPI, head: Member, store: Database, role: str
) -> None:
    ada = member(app)
    assert head.learner.send(f"/people/{ada.id}/role", {"role": role}).status == 422
    assert role_of(store, ada.id) is Role.STUDENT


# Links and sessions


def test_a_link_to_a_new_password_is_shown_once_and_works_once(
    app: FastAPI, head: Member, store: Database
) -> None:
    sign_up(new_learner(app), "ada@school.example")
    with store.read() as connection:
        ada = people.account(connection, "ada@school.example")
    assert ada is not None
    page = head.learner.send(f"/people/{ada.id}/link", {"q": "ada"})
    assert listed(page) == ["ada@school.example"]
    address = made_in(page)
    assert address.startswith("http://testserver/link/")
    assert not is_anywhere_in(store, address.removeprefix("http://testserver/link/"))
    assert "/link/" not in head.learner.get("/people?q=ada").html
    browser = new_learner(app)
    path = address.removeprefix("http://testserver")
    assert browser.send(path, {"password": OTHER_PASSWORD}).address == "/account"
    assert sign_in(new_learner(app), "ada@school.example", OTHER_PASSWORD).status == 200
    assert new_learner(app).get(path).status == 410


def test_a_link_is_valid_for_a_day(app: FastAPI, head: Member, store: Database) -> None:
    page = head.learner.send(f"/people/{member(app).id}/link", {})
    with store.read() as connection:
        (made, ends), *_ = connection.exec_driver_sql("SELECT made_at, ends_at FROM links").all()
    assert made[:10] != ends[:10]
    assert made[11:] == ends[11:]
    assert "for 24 hours" in page.text


def test_links_begin_with_the_public_address_where_one_is_set(settings: Settings, make: Make) -> None:
    app = make(settings.model_copy(update={"public_address": "https://exam.example/"}))
    head = member(app, Role.ADMINISTRATOR)
    assert made_in(head.learner.send(f"/people/{head.id}/link", {})).startswith("https://exam.example/link/")


def test_all_sessions_of_a_person_are_ended_and_nobody_elses(app: FastAPI, head: Member) -> None:
    ada, bob = member(app, email="ada@school.example"), member(app)
    assert "signed in at 1 browser" in head.learner.get("/people?q=ada").text
    page = head.learner.send(f"/people/{ada.id}/sessions", {"q": "ada"})
    assert "Sign out everywhere" not in page.text
    assert [is_signed_in(one.learner) for one in (ada, bob, head)] == [False, True, True]


def test_who_was_invited_and_has_no_password_yet_is_shown_so(
    head: Member, store: Database, app: FastAPI
) -> None:
    made = acting.invite(store, "ada@school.example", Role.STUDENT)
    assert isinstance(made, acting.Reset)
    ada = new_learner(app)
    for do, said in (
        (lambda: None, "has not chosen a password yet"),
        (lambda: ada.send(f"/link/{made.token}", {"password": OTHER_PASSWORD}), "signed in at 1 browser"),
        (lambda: ada.send("/account/sign-out", {}), "not signed in"),
    ):
        do()
        assert said in head.learner.get("/people?q=ada").text


# Whom it does not concern


@on_both
@pytest.mark.parametrize("do", ["role", "link", "sessions"])
def test_a_guest_and_somebody_who_is_not_there_are_not_found(
    app: FastAPI, head: Member, store: Database, do: str
) -> None:
    guest: Learner = new_learner(app)
    sheet = guest.press(guest.open(), typed=RIGHT)
    with store.read() as connection:
        number = connection.exec_driver_sql("SELECT id FROM people WHERE email IS NULL").scalar_one()
    for person in (number, 10**6):
        assert head.learner.send(f"/people/{person}/{do}", {"role": "student"}).status == 404
    for person in ("0", "-1", "x", str(10**12), "1e3"):
        assert head.learner.send(f"/people/{person}/{do}", {"role": "student"}).status == 422
    assert guest.get(sheet.action).earned == 3


def test_what_is_for_administrators_is_carried_out_for_nobody_else(app: FastAPI, store: Database) -> None:
    ada, bob = member(app, Role.INSTRUCTOR), member(app)
    for do in ("role", "link", "sessions"):
        page = ada.learner.send(f"/people/{bob.id}/{do}", {"role": "administrator"})
        assert page.status == 403
        assert "This page is for administrators." in page.text
    assert role_of(store, bob.id) is Role.STUDENT
    assert is_signed_in(bob.learner)
