"""Every mail of a course can be switched off: on a page, and by one click in the mail itself."""

import re
from collections.abc import Callable

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.identity.store.people import Role
from app.outbox.store import readers
from tests.app.accounts.members import Member, member, sign_up
from tests.app.courses.taught_course import Lecture, join, lecture
from tests.app.database.test_races import Meanwhile
from tests.app.learner import Form, Learner, new_learner, on_both
from tests.app.mail.server import Got, Server
from tests.app.mail.test_course_mails import announce
from tests.app.personal_data.test_deletion import forget

Send = Callable[[], int]
Confirm = Callable[[Member], None]
ALL: Form = {"kind": ["due", "marks", "announcement"], "language": "en", "zone": "UTC"}


def link_in(got: Got) -> str:
    """The path of the link that ends mails like this, from the header."""
    found = re.fullmatch(r"<https://exam\.example(/mail/off\?token=\S+)>", got.message["List-Unsubscribe"])
    assert found
    assert f"https://exam.example{found[1]}\n" in got.text
    return found[1]


@on_both
def test_what_is_switched_off_is_not_sent_of_one_course_or_of_all(
    app: FastAPI, nlp: Lecture, server: Server, send: Send, confirm: Confirm
) -> None:
    other, ada = lecture(app, "Logic"), nlp.student
    join(ada, other.code)
    confirm(ada)
    ada.learner.send("/account/mail", ALL | {"course": [nlp.name]})
    for one in (nlp, other):
        announce(one)
    assert send() == 1
    assert server.got[0].message["Subject"].startswith("NLP in autumn")
    ada.learner.send("/account/mail", ALL | {"kind": ["due"], "course": [nlp.name, other.name]})
    announce(nlp)
    assert send() == 0
    page = ada.learner.get("/account/mail")
    assert page.boxes["kind"] == {"due": True, "marks": False, "announcement": False}
    assert page.boxes["course"] == {nlp.name: True, other.name: True}


@on_both
def test_one_click_in_the_mail_ends_the_announcements_of_its_course_whoever_is_signed_in(
    app: FastAPI, nlp: Lecture, server: Server, send: Send, confirm: Confirm
) -> None:
    other, ada = lecture(app, "Logic"), nlp.student
    join(ada, other.code)
    confirm(ada)
    announce(nlp)
    send()
    path, stranger = link_in(server.got[0]), new_learner(app)
    seen = stranger.get(path)
    assert "This is about announcements of “NLP in autumn”." in seen.text
    announce(nlp)
    assert send() == 1  # opening the link ends nothing
    sent = stranger.client.post(path, data={"List-Unsubscribe": "One-Click"})  # as mail programs do
    assert sent.status_code == 200
    assert "set-cookie" not in sent.headers
    for one in (nlp, other):
        announce(one)
    assert send() == 1
    assert server.got[-1].message["Subject"].startswith("Logic")
    assert ada.learner.get("/account/mail").boxes["course"] == {nlp.name: False, other.name: True}


@on_both
def test_of_two_links_at_once_neither_undoes_the_other(
    app: FastAPI,
    nlp: Lecture,
    server: Server,
    send: Send,
    confirm: Confirm,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, ada = lecture(app, "Logic"), nlp.student
    join(ada, other.code)
    confirm(ada)
    for one in (nlp, other):
        announce(one)
    assert send() == 2
    first, second = map(link_in, server.got)
    meanwhile = Meanwhile(monkeypatch, readers, "switch", lambda: new_learner(app).send(second, {}))
    assert new_learner(app).send(first, {}).status == 200
    assert meanwhile.page().status == 200
    assert ada.learner.get("/account/mail").boxes["course"] == {nlp.name: False, other.name: False}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda token: token[:-1] + ("0" if token[-1] != "0" else "1"), id="the signature"),
        pytest.param(lambda token: token.replace("announcement", "marks"), id="the kind"),
        pytest.param(lambda token: re.sub(r"^\d+", "1", token), id="the person"),
        pytest.param(lambda token: re.sub(r"^(\d+\.\w+\.)\d+", r"\g<1>0", token), id="the course"),
        pytest.param(lambda token: "", id="all of it"),
        pytest.param(lambda token: token + "\0", id="its end"),
    ],
)
def test_a_link_that_was_changed_ends_nothing(
    app: FastAPI, nlp: Lecture, server: Server, send: Send, confirm: Confirm, change: Callable[[str], str]
) -> None:
    confirm(nlp.student)
    announce(nlp)
    send()
    path, token = link_in(server.got[0]).split("token=")
    for method in ("get", "post"):
        asked = getattr(new_learner(app).client, method)(path.rstrip("?"), params={"token": change(token)})
        assert asked.status_code == 404
    announce(nlp)
    assert send() == 1


def test_a_mail_about_the_account_has_no_such_link(learner: Learner, server: Server, send: Send) -> None:
    sign_up(learner)
    send()
    (got,) = server.got
    assert got.message["List-Unsubscribe"] is None
    assert "/mail/off" not in got.text


def test_the_language_and_clock_of_a_browser_hold_until_others_are_chosen(
    app: FastAPI, learner: Learner, store: Database
) -> None:
    def noted() -> tuple[str, str]:
        with store.read() as connection:
            found = readers.find(connection, 1)
        assert found
        return found.language, found.zone

    def in_german(zone: str) -> None:
        there = new_learner(app)
        there.send("/language", {"language": "de"})
        there.send(
            "/account/sign-in",
            {"email": "ada@school.example", "password": "a horse, a battery", "zone": zone},
        )

    sign_up(learner)
    assert noted() == ("en", "UTC")
    in_german("Europe/Zurich")
    assert noted() == ("de", "Europe/Zurich")
    in_german("Mars/Olympus")
    assert noted() == ("de", "Europe/Zurich")
    learner.send("/account/mail", ALL | {"language": "bn", "zone": "Asia/Dhaka"})
    in_german("Europe/Zurich")
    assert noted() == ("bn", "Asia/Dhaka")
    learner.send("/account/mail", ALL | {"language": "tlh", "zone": "Mars/Olympus"})
    assert noted() == ("en", "Asia/Dhaka")


def test_a_refused_address_is_said_and_tried_again_when_its_owner_says_so(
    app: FastAPI, nlp: Lecture, server: Server, send: Send, confirm: Confirm
) -> None:
    ada = nlp.student
    confirm(ada)
    server.refuses = {ada.email: "550 5.1.1 no such user"}
    announce(nlp)
    send()
    server.refuses = {}
    announce(nlp)
    assert send() == 0
    assert "does not exist, so nothing is sent there" in ada.learner.get("/account/mail").text
    ada.learner.send("/account/mail/again", {})
    announce(nlp)
    assert send() == 1


def test_all_that_is_known_of_a_reader_goes_with_the_account(
    app: FastAPI, nlp: Lecture, store: Database, server: Server, send: Send, confirm: Confirm
) -> None:
    confirm(nlp.student)
    announce(nlp)
    send()
    nlp.student.learner.send("/account/mail", ALL | {"kind": []})
    path = link_in(server.got[0])
    forget(nlp.student.learner)
    with store.read() as connection:
        assert readers.find(connection, nlp.student.id) is None
        assert readers.off(connection, nlp.student.id) == set()
    assert new_learner(app).get(path).status == 404


PAGES = {
    "GET /account/forgotten": "200 200 200",
    "GET /account/email": "403 200 200",
    "POST /account/email": "403 422 422",
    "POST /account/email/confirmation": "403 303 303",
    "GET /account/mail": "403 200 200",
    "POST /account/mail": "403 303 303",
    "POST /account/mail/again": "403 303 303",
    "GET /mail/undelivered": "403 403 200",
    "POST /mail/undelivered": "403 403 303",
    "POST /mail/undelivered/1": "403 403 404",
}


@pytest.mark.parametrize("route", PAGES)
def test_each_page_about_mail_is_there_for_whom_it_says(app: FastAPI, route: str) -> None:
    method, path = route.split()
    answers = []
    for one in (new_learner(app), member(app).learner, member(app, Role.ADMINISTRATOR).learner):
        page = one.get(path) if method == "GET" else one.send(path, {"do": "again"}, follow=False)
        answers.append(str(page.status))
    assert " ".join(answers) == PAGES[route]
