"""Links that work once: to choose a password, to confirm an e-mail, or to sign up as the first administrator."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from app.accounts import credentials, email
from app.accounts.account import NOT_SIGNED_UP, Entered, Unfit, enter, faults, guest, replace_password
from app.accounts.store import identities, links
from app.accounts.store.links import Link, Purpose
from app.database.connection import Connection
from app.identity.store import people
from app.identity.store.people import EmailTaken, Role
from app.web.context import Context
from app.web.room import Confirmation


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
class Confirmed:
    """The e-mail of the account is known to be theirs now."""


@dataclass(frozen=True, slots=True)
class Door:
    """The purpose of an open link, and the e-mail of the account whose password is chosen, or that is confirmed, if
    any; ``here``: that account is signed in in this browser."""

    purpose: Purpose
    email: str
    here: bool = False


def door(context: Context, link: str) -> Door:
    """Looks up an open link. Raises NoSuchLink, UsedLink and OldLink."""
    with context.database.read() as connection:
        found = _open(connection, link)
        account = None if found.person is None else people.by_id(connection, found.person)
    here = account is not None and account.id == context.person.id
    if found.purpose is Purpose.EMAIL:
        return Door(found.purpose, found.address if here else "", here)
    return Door(found.purpose, account.email if account else "", here)


def go_through(
    context: Context, link: str, typed: str, password: str, then: Sequence[Confirmation]
) -> Entered | Unfit | Confirmed:
    """Uses the link, and signs in under a new token, where it does not confirm an e-mail; a bad form leaves the link
    open. ``then`` follows once an e-mail is confirmed. Raises as ``door``, and OtherAccount and EmailTaken where it
    confirms."""
    found = door(context, link)
    match found.purpose:
        case Purpose.PASSWORD | Purpose.MAILED_PASSWORD:
            return _choose_password(context, link, found.email, password, then)
        case Purpose.FIRST_ADMINISTRATOR:
            return _first_administrator(context, link, typed, password)
        case Purpose.EMAIL:
            return _confirm(context, link, then)
        case Purpose.PLATFORM:
            raise NoSuchLink
        case _:
            assert_never(found.purpose)


def leads_to(context: Context, token: str) -> str:
    """The page to go on to after the link: the courses for a person who is in one, else the account."""
    with context.database.read() as connection:
        person = people.with_token(connection, token).id
        return "/courses" if person and people.is_in_a_course(connection, person) else "/account"


def _choose_password(
    context: Context, link: str, theirs: str, password: str, then: Sequence[Confirmation]
) -> Entered | Unfit:
    if fault := credentials.fault_of_password(password, theirs):
        return Unfit({"password": fault})
    kept = credentials.hashed(password)
    with context.database.write() as connection:
        used = _use(connection, link)
        person = used.person
        assert person is not None
        account = people.by_id(connection, person)
        if used.address and (account is None or account.email != used.address):
            raise OldLink(used.purpose)  # it came to an address that the account had before
        if used.purpose is Purpose.MAILED_PASSWORD:  # whoever has it reads what is sent to this address
            email.confirmed(context, connection, person, then)
        identities.forget(
            connection, person
        )  # an identity that opened the account under a stranger's e-mail goes
        return replace_password(connection, context.visitor.token, person, theirs, kept)


def _confirm(context: Context, link: str, then: Sequence[Confirmation]) -> Confirmed:
    with context.database.write() as connection:
        email.confirm(context, connection, _use(connection, link), then)
        return Confirmed()


def _first_administrator(context: Context, link: str, typed: str, password: str) -> Entered | Unfit:
    if problems := faults(typed, password):
        return Unfit(problems)
    kept = credentials.hashed(password)
    try:
        with context.database.write() as connection:
            _use(connection, link)
            people.open_account(
                connection, guest(connection, context.visitor.token), typed, kept, Role.ADMINISTRATOR
            )
            return enter(connection, context.visitor.token, typed)
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
