"""The command line makes accounts and links, and takes no password; the first start prints a way in."""

import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.cli import main
from app.commands import invitations
from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from app.settings import Settings
from tests.app.accounts.members import EMAIL, PASSWORD, is_signed_in, member, sign_in
from tests.app.learner import new_learner, on_both
from tests.app.server import serving

Ran = tuple[int, str, str]


class Shell:
    """``examformer`` as it is called, on the database of the test."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Ran:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        printed, complained = self._capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, printed, complained


@pytest.fixture
def shell(database_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    chosen = Settings(database_url=database_url, public_address="https://exam.example/")
    monkeypatch.setattr("app.commands.invitations.settings", lambda: chosen)
    return Shell(capsys)


def link_in(printed: str) -> str:
    """The path of the link in what was printed."""
    found = re.search(r"(http\S+?)(/link/\S+)", printed)
    assert found
    return found[2]


@on_both
@pytest.mark.parametrize("role", ["student", "instructor", "administrator"])
def test_an_added_person_chooses_a_password_under_the_printed_link(
    shell: Shell, app: FastAPI, store: Database, role: str
) -> None:
    status, printed, _ = shell("user", "add", f" {EMAIL.upper()}", "--role", role)
    assert status == 0
    assert f"https://exam.example{link_in(printed)}" in printed
    assert sign_in(new_learner(app)).status == 422  # no password yet
    learner = new_learner(app)
    assert learner.send(link_in(printed), {"password": PASSWORD}).address == "/account"
    assert is_signed_in(learner)
    with store.read() as connection:
        account = people.account(connection, EMAIL)
    assert account is not None
    assert account.role == role
    assert sign_in(new_learner(app)).status == 200


def test_a_person_is_a_student_unless_told_otherwise(shell: Shell, store: Database) -> None:
    shell("user", "add", EMAIL)
    with store.read() as connection:
        account = people.account(connection, EMAIL)
    assert account is not None
    assert account.role is Role.STUDENT


def test_who_has_an_account_gets_the_role_and_no_link(shell: Shell, app: FastAPI) -> None:
    ada = member(app, email=EMAIL)
    status, printed, _ = shell("user", "add", EMAIL, "--role", "administrator")
    assert (status, printed) == (0, f"{EMAIL} had an account; its role is administrator now.\n")
    assert ada.learner.get("/people").status == 200


def test_the_last_administrator_stays_one_on_the_command_line_too(shell: Shell, app: FastAPI) -> None:
    head = member(app, Role.ADMINISTRATOR, EMAIL)
    status, _, complained = shell("user", "add", EMAIL, "--role", "student")
    assert status == 2
    assert f"{EMAIL}: is the last administrator" in complained
    assert head.learner.get("/people").status == 200


def test_a_link_to_a_new_password_is_printed(shell: Shell, app: FastAPI) -> None:
    member(app, email=EMAIL)
    status, printed, _ = shell("user", "link", EMAIL.upper())
    assert status == 0
    assert new_learner(app).send(link_in(printed), {"password": PASSWORD}).address == "/account"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("user", "link", "nobody@school.example"), "nobody@school.example: has no account"),
        (("user", "add", "nobody"), "nobody: Type an e-mail address"),
        (("user", "add", EMAIL, "--role", "guest"), "invalid choice: 'guest'"),
        (("user", "add", EMAIL, "--password", PASSWORD), "unrecognized arguments: --password"),
        (("user",), "the following arguments are required"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(
    shell: Shell, store: Database, arguments: tuple[str, ...], said: str
) -> None:
    status, printed, complained = shell(*arguments)
    assert (status, printed) == (2, "")
    assert said in complained
    with store.read() as connection:
        assert people.search(connection, "", 9) == ([], 0)


def test_a_database_without_tables_says_what_makes_them(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    empty = Settings(database_url=f"sqlite:///{tmp_path}/empty.db")
    monkeypatch.setattr("app.commands.invitations.settings", lambda: empty)
    status, _, complained = shell("user", "add", EMAIL)
    assert status == 2
    assert "`examformer migrate` makes one" in complained


# The first start


@pytest.mark.sweep
def test_a_start_without_an_administrator_prints_a_way_in_and_the_next_one_replaces_it(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/examformer.db"
    with serving(url) as server:
        printed = server.end()[1]
        assert f"{server.address}/link/" in printed
        assert "Within an hour" in printed
    with serving(url) as server, server.browser() as browser:
        assert browser.get(link_in(printed)).status_code == 410
        server.running.printed.seek(0)
        link = link_in(server.running.printed.read())
        entered = browser.post(link, data={"email": EMAIL, "password": PASSWORD})
        assert entered.headers["location"] == "/account"
        assert browser.get("/people").status_code == 200
    with serving(url) as server:
        assert "/link/" not in server.end()[1]


def test_a_database_that_can_only_be_read_is_served_without_a_way_in(
    database_url: str, store: Database
) -> None:
    assert "/link/" in invitations.welcome(Settings(database_url=database_url))
    file = store.url.database
    chosen = Settings(database_url=f"sqlite:///file:{file}?mode=ro&uri=true")
    assert invitations.welcome(chosen) == ""


def test_the_printed_address_is_the_public_one_where_one_is_set() -> None:
    assert Settings().address == "http://127.0.0.1:8000"
    assert Settings(public_address="https://exam.example/").address == "https://exam.example"
