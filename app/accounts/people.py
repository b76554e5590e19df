"""People as administrators see them: search, roles, extra time, links to a new password, sign-out everywhere.

The command line does the same for the operator of the server, who may always add an administrator.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.accounts.store import api_tokens, links
from app.accounts.store.links import Purpose
from app.database.connection import Database, Rows
from app.identity.store import people, sessions
from app.identity.store.people import Account, Listed, Role
from app.web.context import Context
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
    """The people who were found, and how many more there are."""

    people: tuple[Listed, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Reset:
    """A link just made: its token, which is not stored,
    and the e-mail of the account whose password is chosen with it."""

    token: str
    email: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The account existed already; it has this role now."""

    email: str
    role: Role


def directory(context: Context, text: str) -> Directory:
    with context.database.read() as rows:
        found, all_of_them = people.search(rows, text.replace("\0", "").strip(), SHOWN)
    return Directory(tuple(found), all_of_them - len(found))


def give_role(context: Context, person: int, role: Role) -> None:
    """Raises NoSuchPerson, and LastAdministrator."""
    with context.database.write() as rows:
        people.set_role(rows, _account(rows, person).id, role)


def accommodate(context: Context, person: int, extra_time: int, break_minutes: int) -> None:
    """Gives a person extra time and breaks in every exam that they begin from now on; the server's log says who did.

    Raises NoSuchPerson.
    """
    with context.database.write() as rows:
        _account(rows, person, hold=True)
        before = people.accommodation(rows, person)
        people.accommodate(rows, person, extra_time, break_minutes)
    log_accommodation(context.person.id, person, "all exams", before, (extra_time, break_minutes))


def log_accommodation(
    by: int | None, person: int, where: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """Writes the percent of extra time and the minutes of breaks, before and after, into the server's log."""
    log.info("person %s gave person %s in %s: %s -> %s %% more time, %s -> %s minutes of breaks",
             by, person, where, before[0], after[0], before[1], after[1])  # fmt: skip


def sign_out(context: Context, person: int) -> None:
    """Ends all sessions of a person, and their tokens for programs. Raises NoSuchPerson."""
    with context.database.write() as rows:
        account = _account(rows, person, hold=True)
        sessions.end_all(rows, account.id)
        api_tokens.end_all(rows, account.id)


def reset(context: Context, person: int) -> Reset:
    """Makes a link to a new password, valid for a day. Raises NoSuchPerson."""
    with context.database.write() as rows:
        return _reset(rows, _account(rows, person))


def reset_by_email(database: Database, email: str) -> Reset:
    """As ``reset``, by e-mail. Raises NoSuchPerson."""
    with database.write() as rows:
        account = people.account(rows, email)
        if account is None:
            raise NoSuchPerson(email)
        return _reset(rows, account)


def invite(database: Database, email: str, role: Role) -> Reset | Changed:
    """Opens an account without a password and makes the link to choose one; an existing account gets the role.

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
    """Makes the link to sign up as the first administrator and returns its token;
    "" where there is an administrator."""
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
