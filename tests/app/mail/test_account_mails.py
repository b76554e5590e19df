"""Mails about an account: its e-mail is confirmed or exchanged, and its password replaced, by links that work once."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import links, mails
from app.identity.store import people
from app.outbox.store.mails import MailKind
from tests.app.accounts.members import (
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    is_anywhere_in,
    is_signed_in,
    sign_in,
    sign_up,
)
from tests.app.courses.taught_course import Lecture
from tests.app.coursework.roster.test_roster import save
from tests.app.learner import Learner, new_learner, on_both
from tests.app.mail.conftest import SITE
from tests.app.mail.server import Got, Server

Send = Callable[[], int]


def link_in(got: Got) -> str:
    """The path of the link in a mail."""
    found = re.search(rf"^{re.escape(SITE)}(/link/\S+)$", got.text, re.M)
    assert found, got.text
    return found[1]


def confirmed(store: Database, email: str) -> bool:
    with store.read() as connection:
        account = people.account(connection, email)
        return account is not None and people.verified_email(connection, account.id) == email


@on_both
def test_whoever_signs_up_confirms_the_address_by_a_link_that_works_once(
    learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(learner)
    assert not confirmed(store, EMAIL)
    assert send() == 1
    (got,) = server.got
    assert (got.to, got.message["Subject"], got.encrypted) == (EMAIL, "Confirm your e-mail address", True)
    path = link_in(got)
    assert EMAIL in learner.get(path).text
    assert not confirmed(store, EMAIL)  # programs open links by themselves
    assert "Your e-mail address is confirmed." in learner.send(path, {}).text
    assert confirmed(store, EMAIL)
    assert learner.send(path, {}).status == 410
    assert send() == 0


def test_a_link_confirms_nothing_for_whoever_is_not_signed_in_to_the_account(
    app: FastAPI, learner: Learner, store: Database, server: Server, send: Send
) -> None:
    """The owner of an address that a stranger has typed at sign-up opens the link, perhaps in an account of their
    own."""
    sign_up(learner)
    send()
    path, owner = link_in(server.got[0]), new_learner(app)
    seen = owner.get(path)
    assert "not signed in in this browser" in seen.text
    assert EMAIL not in seen.text
    assert owner.send(path, {}).status == 403
    sign_up(owner, "owner@school.example")
    assert owner.send(path, {}).status == 403
    assert not confirmed(store, EMAIL)
    learner.send(path, {})
    assert confirmed(store, EMAIL)  # it was not used up


def test_only_the_hash_of_a_token_is_stored_and_only_once_its_mail_leaves(
    learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(learner)
    with store.read() as connection:
        assert connection.execute(select(links.c.id)).first() is None
    send()
    token = link_in(server.got[0]).rpartition("/")[2]
    assert not is_anywhere_in(store, token)


def test_a_link_is_over_after_its_time_and_after_a_newer_one(
    learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(learner)
    send()
    learner.send("/account/email/confirmation", {})
    send()
    first, second = map(link_in, server.got)
    assert learner.get(first).status == 410
    with store.write() as connection:
        connection.execute(update(links).values(ends_at=datetime.now(UTC) - timedelta(seconds=1)))
    page = learner.get(second)
    assert page.status == 410
    assert "On your account you ask for another one." in page.text


@on_both
def test_another_address_takes_the_place_of_the_old_one_which_is_told(
    learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(learner)
    send()
    learner.send("/account/forgotten", {"email": EMAIL})
    send()
    reset = link_in(server.got[-1])
    new = "ada.new@school.example"
    assert learner.send("/account/email", {"new": new, "password": "wrong"}).status == 422
    assert (
        "An e-mail is on its way." in learner.send("/account/email", {"new": new, "password": PASSWORD}).text
    )
    send()
    got = server.got[-1]
    assert got.to == new
    learner.send(link_in(got), {})
    assert confirmed(store, new)
    with store.read() as connection:
        assert people.account(connection, EMAIL) is None
    send()
    told = server.got[-1]
    assert (told.to, told.message["Subject"]) == (EMAIL, "Your account has another e-mail address")
    assert learner.get(reset).status == 410  # whoever reads the old mailbox gets in no more


def test_an_address_that_another_account_has_is_not_told_and_not_taken(
    app: FastAPI, learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(new_learner(app), "bo@school.example")
    sign_up(learner)
    send()
    said = learner.send("/account/email", {"new": "bo@school.example", "password": PASSWORD}).text
    assert "An e-mail is on its way." in said
    send()
    page = learner.send(link_in(server.got[-1]), {})
    assert (page.status, "Another account has this address" in page.text) == (409, True)
    with store.read() as connection:
        assert people.account(connection, EMAIL) is not None


@on_both
def test_a_new_password_by_mail_ends_every_session_and_tells_the_owner(
    app: FastAPI, learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(learner)
    send()
    stranger = new_learner(app)
    stranger.send("/account/forgotten", {"email": EMAIL.upper() + " "})
    send()
    got = server.got[-1]
    assert got.message["Subject"] == "A new password for Examformer"
    path = link_in(got)
    owner = new_learner(app)
    owner.send(path, {"password": OTHER_PASSWORD})
    assert is_signed_in(owner)
    assert not is_signed_in(learner)
    assert confirmed(store, EMAIL)  # whoever has the link reads what is sent to the address
    send()
    assert server.got[-1].message["Subject"] == "Your password was changed"
    assert owner.get(path).status == 410
    assert sign_in(new_learner(app)).status == 422


def test_the_answer_and_what_is_stored_are_the_same_whether_there_is_an_account_or_not(
    app: FastAPI, learner: Learner, store: Database, server: Server, send: Send
) -> None:
    sign_up(learner)
    send()
    before = len(server.got)
    stranger, pages = new_learner(app), []
    for email in (EMAIL, "nobody@school.example"):
        pages.append(stranger.send("/account/forgotten", {"email": email}).text)
    assert pages[0] == pages[1]
    with store.read() as connection:
        waiting = select(mails.c.kind, mails.c.person_id, mails.c.tries).where(mails.c.next_at.is_not(None))
        assert list(connection.execute(waiting)) == [(MailKind.RESET, None, 0)] * 2
    assert send() == 1
    assert [one.to for one in server.got[before:]] == [EMAIL]
    with store.read() as connection:
        addresses = select(mails.c.address).where(mails.c.kind == MailKind.RESET)
        assert list(connection.execute(addresses).scalars()) == [EMAIL]  # nothing is kept of a stranger's


def test_mails_that_somebody_asks_for_are_limited_by_address_whoever_has_it(app: FastAPI) -> None:
    for email in ("nobody@school.example", "somebody@school.example"):
        answers = [new_learner(app).send("/account/forgotten", {"email": email}).status for _ in range(6)]
        assert answers == [200] * 5 + [429]


def test_an_address_that_is_none_is_asked_for_again(learner: Learner, store: Database) -> None:
    for email in ("", "ada", "a@b\r\nBcc: x@y.example", "a@b\nc.example"):
        assert learner.send("/account/forgotten", {"email": email}).status == 422
    with store.read() as connection:
        assert connection.execute(select(mails.c.id)).first() is None


def test_an_address_that_was_only_typed_finds_no_line_of_a_roster_and_one_that_is_confirmed_does(
    app: FastAPI, nlp: Lecture, learner: Learner, server: Server, send: Send
) -> None:
    save(nlp)
    bob = "bob@x.org"
    sign_up(learner, bob)
    assert "Courses that expect you" not in learner.get("/courses").text
    send()
    learner.send(link_in(server.got[-1]), {})
    assert "Courses that expect you NLP in autumn" in learner.get("/courses").text


def test_without_a_server_nothing_is_offered_and_nothing_queued(
    app: FastAPI, learner: Learner, store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.settings import settings

    monkeypatch.delenv("EXAMFORMER_SMTP_HOST")
    settings.cache_clear()
    assert "An administrator can give you a link" in learner.get("/account").text
    assert learner.get("/account/forgotten").status == 404
    assert learner.send("/account/forgotten", {"email": EMAIL}).status == 404
    sign_up(learner)
    assert "/account/mail" not in learner.get("/account").html
    with store.read() as connection:
        assert connection.execute(select(mails.c.id)).first() is None
