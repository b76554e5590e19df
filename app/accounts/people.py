"""People, as an administrator sees them: found, given a role, helped with a link, signed out everywhere.

The command line does the same for whoever runs the server, who may always add an administrator.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.accounts.store import api_tokens, links
from app.accounts.store.links import Purpose
from app.database.connection import Database, Rows
from app.identity.store import people, sessions
from app.identity.store.people import Account, Listed, Person, Role
from app.web.languages.languages import N_

log = logging.getLogger("examformer")

SHOWN = 50
FIRST = timedelta(hours=1)
LASTS = timedelta(hours=24)
ROLES: Mapping[Role, str] = {
    Role.STUDENT: N_("student"),
    Role.INSTRUCTOR: N_("instructor"),
    Role.ADMINISTRATOR: N_("administrator"),
}


class NoSuchPerson(LookupError):
    """Nobody has an account of this number or e-mail."""


@dataclass(frozen=True, slots=True)
class Directory:
    """Those who were found, and how many more there are."""

    people: tuple[Listed, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Reset:
    """A link just made: the end of its address, which is not kept, and who chooses a password with it."""

    token: str
    email: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The account was there already; it has this role now."""

    email: str
    role: Role


def directory(database: Database, text: str) -> Directory:
    with database.read() as rows:
        found, all_of_them = people.search(rows, text.replace("\0", "").strip(), SHOWN)
    return Directory(tuple(found), all_of_them - len(found))


def give_role(database: Database, person: int, role: Role) -> None:
    """Raises NoSuchPerson, and LastAdministrator."""
    with database.write() as rows:
        people.set_role(rows, _account(rows, person).id, role)


def accommodate(database: Database, by: Person, person: int, extra_time: int, break_minutes: int) -> None:
    """Gives somebody more time and breaks in every exam that they begin from now on; the server's log says who did.

    Raises NoSuchPerson.
    """
    with database.write() as rows:
        _account(rows, person, hold=True)
        before = people.accommodation(rows, person)
        people.accommodate(rows, person, extra_time, break_minutes)
    log_accommodation(by.id, person, "all exams", before, (extra_time, break_minutes))


def log_accommodation(
    by: int | None, person: int, where: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """In the server's log, by numbers: percent of the time and minutes of breaks, before and after."""
    log.info("person %s gave person %s in %s: %s -> %s %% more time, %s -> %s minutes of breaks",
             by, person, where, before[0], after[0], before[1], after[1])  # fmt: skip


def sign_out(database: Database, person: int) -> None:
    """Ends all sessions of a person, and their tokens for programs. Raises NoSuchPerson."""
    with database.write() as rows:
        account = _account(rows, person, hold=True)
        sessions.end_all(rows, account.id)
        api_tokens.end_all(rows, account.id)


def reset(database: Database, person: int) -> Reset:
    """A link to a new password, valid for a day. Raises NoSuchPerson."""
    with database.write() as rows:
        return _reset(rows, _account(rows, person))


def reset_by_email(database: Database, email: str) -> Reset:
    """Raises NoSuchPerson."""
    with database.write() as rows:
        account = people.account(rows, email)
        if account is None:
            raise NoSuchPerson(email)
        return _reset(rows, account)


def invite(database: Database, email: str, role: Role) -> Reset | Changed:
    """An account without a password and the link to choose it with; one that is there gets the role.

    Raises LastAdministrator.
    """
    with database.write() as rows:
        account = people.account(rows, email)
        if account is not None:
            people.set_role(rows, account.id, role)
            return Changed(email, role)
        person = people.open_account(rows, None, email, None, role)
        return _reset(rows, _account(rows, person))


def first_link(database: Database) -> str:
    """The end of the link under which the first administrator signs up; "" where there is one."""
    with database.read() as rows:
        if people.has_administrator(rows):
            return ""
    with database.write() as rows:
        return links.add(rows, Purpose.FIRST_ADMINISTRATOR, None, FIRST)


def _account(rows: Rows, person: int, hold: bool = False) -> Account:
    account = people.numbered(rows, person, hold)
    if account is None:
        raise NoSuchPerson(person)
    return account


def _reset(rows: Rows, account: Account) -> Reset:
    return Reset(links.add(rows, Purpose.PASSWORD, account.id, LASTS), account.email)
