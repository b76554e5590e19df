"""Links that work once: to choose a password, or to sign up as the first administrator."""

from dataclasses import dataclass
from typing import assert_never

from app.accounts import credentials
from app.accounts.account import NOT_SIGNED_UP, Entered, Unfit, enter, faults, guest, replace_password
from app.accounts.store import identities, links
from app.accounts.store.links import Link, Purpose
from app.database.connection import Connection
from app.identity.store import people
from app.identity.store.people import EmailTaken, Role
from app.web.context import Context


class NoSuchLink(LookupError):
    """There is no link with this token."""


class DeadLink(LookupError):
    """The link cannot be used any more."""

    def __init__(self, purpose: Purpose) -> None:
        super().__init__(purpose)
        self.purpose = purpose


class UsedLink(DeadLink):
    """The link was used before."""


class OldLink(DeadLink):
    """The link has expired, was replaced by a newer one, or there is an administrator by now."""


@dataclass(frozen=True, slots=True)
class Door:
    """The purpose of an open link, and the e-mail of the account whose password is chosen, if any."""

    purpose: Purpose
    email: str


def door(context: Context, link: str) -> Door:
    """Looks up an open link. Raises NoSuchLink, UsedLink and OldLink."""
    with context.database.read() as connection:
        found = _open(connection, link)
        account = None if found.person is None else people.by_id(connection, found.person)
    return Door(found.purpose, account.email if account else "")


def go_through(context: Context, link: str, email: str, password: str) -> Entered | Unfit:
    """Uses the link, and signs in under a new token; a bad form leaves the link open. Raises as ``door``."""
    found = door(context, link)
    match found.purpose:
        case Purpose.PASSWORD:
            return _choose_password(context, link, found.email, password)
        case Purpose.FIRST_ADMINISTRATOR:
            return _first_administrator(context, link, email, password)
        case Purpose.PLATFORM:
            raise NoSuchLink
        case _:
            assert_never(found.purpose)


def leads_to(context: Context, token: str) -> str:
    """The page to go on to after the link: the courses for a person who is in one, else the account."""
    with context.database.read() as connection:
        person = people.with_token(connection, token).id
        return "/courses" if person and people.is_in_a_course(connection, person) else "/account"


def _choose_password(context: Context, link: str, email: str, password: str) -> Entered | Unfit:
    if fault := credentials.fault_of_password(password, email):
        return Unfit({"password": fault})
    kept = credentials.hashed(password)
    with context.database.write() as connection:
        person = _use(connection, link).person
        assert person is not None
        identities.forget(
            connection, person
        )  # an identity that opened the account under a stranger's e-mail goes
        return replace_password(connection, context.visitor.token, person, email, kept)


def _first_administrator(context: Context, link: str, email: str, password: str) -> Entered | Unfit:
    if problems := faults(email, password):
        return Unfit(problems)
    kept = credentials.hashed(password)
    try:
        with context.database.write() as connection:
            _use(connection, link)
            people.open_account(
                connection, guest(connection, context.visitor.token), email, kept, Role.ADMINISTRATOR
            )
            return enter(connection, context.visitor.token, email)
    except EmailTaken:
        return Unfit({"email": NOT_SIGNED_UP})


def _use(connection: Connection, link: str) -> Link:
    """Uses up the link; of two requests at the same moment one succeeds. Raises NoSuchLink, UsedLink and OldLink."""
    found = _open(connection, link)
    if not links.use(connection, link):
        raise UsedLink(found.purpose)
    return found


def _open(connection: Connection, link: str) -> Link:
    found = links.find(connection, link)
    if found is None or found.purpose is Purpose.PLATFORM:  # that one has a page of its own
        raise NoSuchLink
    if found.used:
        raise UsedLink(found.purpose)
    if found.over or (found.purpose is Purpose.FIRST_ADMINISTRATOR and people.has_administrator(connection)):
        raise OldLink(found.purpose)
    return found
