"""Tokens for programs: made and shown once, listed, revoked, and ended with everything else that lets somebody in."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.accounts.api_tokens import MOST
from app.database.connection import Database
from app.database.schema import api_tokens
from app.identity.store.people import Role
from tests.app.accounts.members import (
    OTHER_PASSWORD,
    PASSWORD,
    Member,
    is_anywhere_in,
    link_to,
    member,
    sign_in,
    sign_up,
)
from tests.app.api.api_client import Program, program, token_of
from tests.app.learner import Learner, Page, new_learner, on_both


@pytest.fixture
def ada(app: FastAPI) -> Member:
    return member(app, name="Ada")


def make(learner: Learner, label: str = "my notebook", days: str = "30") -> Page:
    return learner.send("/account/tokens", {"label": label, "days": days})


def shown(page: Page) -> str:
    """The token on the page."""
    found = re.search(r'id="made" readonly value="([^"]+)"', page.html)
    assert found
    return found[1]


def opens(app: FastAPI, token: str) -> bool:
    status = Program(program(app).client, token).get("/me").status_code
    assert status in (200, 401)
    return status == 200


# Made, and shown once


@on_both
def test_a_token_is_shown_once_and_asks_for_its_person(app: FastAPI, ada: Member) -> None:
    page = make(ada.learner)
    token = shown(page)
    me = Program(program(app).client, token).get("/me").json()
    assert (me["email"], me["name"], me["role"]) == (ada.email, "Ada", "student")
    assert me["token"]["label"] == "my notebook"
    assert page.headers["cache-control"] == "no-store"
    assert page.address == "/account/tokens"
    account = ada.learner.get("/account")
    assert token not in account.html
    assert "my notebook" in account.text


@pytest.mark.parametrize("days", [30, 90, 365])
def test_it_lasts_as_long_as_was_chosen(ada: Member, store: Database, days: int) -> None:
    make(ada.learner, days=str(days))
    with store.read() as connection:
        made, ends = connection.execute(select(api_tokens.c.made_at, api_tokens.c.ends_at)).one()
    assert ends - made == timedelta(days=days)


@pytest.mark.parametrize("days", ["", "0", "31", "-30", "30.0", "99999999999999999999"])
def test_no_other_time_can_be_chosen(ada: Member, store: Database, days: str) -> None:
    assert make(ada.learner, days=days).status == 422
    with store.read() as connection:
        assert connection.execute(select(api_tokens)).all() == []


def test_only_its_hash_is_kept(app: FastAPI, ada: Member, store: Database) -> None:
    token = shown(make(ada.learner))
    assert not is_anywhere_in(store, token)
    assert not is_anywhere_in(store, token.removeprefix("examformer_"))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", "without a label"),
        ("  two\n words ", "two words"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("right\u202eto left\0", "rightto left"),
        ("x" * 200, "x" * 80),
    ],
)
def test_its_label_is_text_on_one_line(ada: Member, typed: str, kept: str) -> None:
    assert make(ada.learner, typed).status == 200
    page = ada.learner.get("/account")
    assert f"{kept} made" in page.text
    assert "<script>alert" not in page.html


def test_a_label_beyond_all_measure_is_refused(ada: Member) -> None:
    assert make(ada.learner, "x" * 201).status == 422


def test_a_double_click_leaves_one_token_the_one_that_is_seen(app: FastAPI, ada: Member) -> None:
    first, second = shown(make(ada.learner)), shown(make(ada.learner))
    assert not opens(app, first)
    assert opens(app, second)
    other = shown(make(ada.learner, "another one"))
    assert opens(app, second)
    assert opens(app, other)


def test_somebody_has_twenty_at_most(app: FastAPI, ada: Member) -> None:
    for n in range(MOST):
        token_of(app, ada.id, label=f"number {n}")
    page = make(ada.learner)
    assert page.status == 409
    assert "as many tokens as one may have" in page.text
    assert make(member(app).learner).status == 200


@on_both
def test_those_whose_time_is_over_open_nothing_are_not_listed_and_go_with_the_next(
    app: FastAPI, ada: Member, store: Database
) -> None:
    old = shown(make(ada.learner, "an old one"))
    with store.write() as connection:
        connection.execute(update(api_tokens).values(ends_at=datetime.now(UTC)))
    assert not opens(app, old)
    assert "an old one" not in ada.learner.get("/account").text
    make(ada.learner, "a new one")
    with store.read() as connection:
        assert connection.execute(select(api_tokens.c.label)).scalars().all() == ["a new one"]


# Revoked


@on_both
def test_a_revoked_token_opens_nothing_any_more(app: FastAPI, ada: Member) -> None:
    token, other = shown(make(ada.learner)), shown(make(ada.learner, "another one"))
    done = ada.learner.send(revoking(ada.learner)[-1], {})  # the list begins with the newest
    assert "The token is revoked." in done.text
    assert not opens(app, token)
    assert opens(app, other)
    assert "my notebook" not in done.text


def revoking(learner: Learner) -> list[str]:
    return re.findall(r'action="(/account/tokens/\d+/revoke)"', learner.get("/account").html)


def test_nobody_revokes_the_token_of_another(app: FastAPI, ada: Member) -> None:
    token = shown(make(ada.learner))
    (address,) = revoking(ada.learner)
    for role in (Role.STUDENT, Role.INSTRUCTOR, Role.ADMINISTRATOR):
        page = member(app, role).learner.send(address, {})
        assert page.status == 404
        assert "no such token" in page.text
    assert opens(app, token)


def test_a_guest_has_none(app: FastAPI) -> None:
    guest = new_learner(app)
    assert make(guest).status == 403
    assert "Tokens for programs" not in guest.get("/account").text


# What ends every other session ends the tokens


@pytest.mark.parametrize("way", ["password", "elsewhere", "link", "administrator"])
def test_what_signs_out_everywhere_else_revokes_the_tokens(app: FastAPI, way: str) -> None:
    learner = new_learner(app)
    sign_up(learner)
    bystander = member(app)
    token, theirs = shown(make(learner)), shown(make(bystander.learner))
    person = int(re.findall(r"id=\"person-(\d+)\"", _people(app))[0])
    if way == "password":
        page = learner.send("/account/password", {"old": PASSWORD, "new": OTHER_PASSWORD})
        assert "your tokens are revoked" in page.text
    elif way == "elsewhere":
        page = learner.send("/account/elsewhere", {})
        assert "your tokens are revoked" in page.text
    elif way == "link":
        learner.send(link_to(app.state.database, person), {"password": OTHER_PASSWORD})
    else:
        member(app, Role.ADMINISTRATOR).learner.send(f"/people/{person}/sessions", {})
    assert not opens(app, token)
    assert opens(app, theirs)


def _people(app: FastAPI) -> str:
    """The administrators' list; Ada is its first."""
    return member(app, Role.ADMINISTRATOR).learner.get("/people?q=ada").html


def test_signing_out_in_this_browser_leaves_programs_alone(app: FastAPI) -> None:
    learner = new_learner(app)
    sign_up(learner)
    token = shown(make(learner))
    learner.send("/account/sign-out", {})
    assert opens(app, token)
    sign_in(learner)
    assert opens(app, token)


@on_both
def test_an_administrator_can_end_the_tokens_of_somebody_who_is_signed_in_nowhere(app: FastAPI) -> None:
    learner = new_learner(app)
    sign_up(learner)
    make(learner)
    learner.send("/account/sign-out", {})
    assert "Sign out everywhere" in _people(app)


# What a token may is what its person may at that moment


def test_whoever_loses_a_role_loses_it_for_programs_too(app: FastAPI, store: Database) -> None:
    lin = member(app, Role.INSTRUCTOR)
    asking = program(app, lin)
    wanted = {"with_key": True}
    assert asking.post("/questions/cosine-of-two-vectors/variants", wanted).status_code == 200
    member(app, Role.ADMINISTRATOR).learner.send(f"/people/{lin.id}/role", {"role": "student"})
    assert asking.post("/questions/cosine-of-two-vectors/variants", wanted).status_code == 403
    assert asking.get("/me").json()["role"] == "student"


def test_a_token_opens_no_page(app: FastAPI, ada: Member) -> None:
    asking = program(app, ada)
    page = asking.client.get("/author", headers={"Authorization": f"Bearer {asking.token}"})
    assert page.status_code == 403
