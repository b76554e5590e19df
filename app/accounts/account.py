"""Accounts: sign up, sign in, change, sign out. Passwords are hashed before the database is locked."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.accounts import credentials
from app.accounts.store import api_tokens, links
from app.accounts.store.links import Purpose
from app.database.connection import Connection
from app.identity.store import handing_over, people, sessions, tokens
from app.identity.store.people import EmailTaken
from app.identity.store.sessions import Session
from app.outbox import clocks, outbox
from app.outbox.store import readers
from app.outbox.store.mails import MailKind, New
from app.web.context import Context
from app.web.languages.languages import N_

LONGEST_NAME = 80
NO_FIT = N_("This e-mail and this password do not belong together.")
NOT_SIGNED_UP = N_(
    "This sign-up did not work. If you have signed up here before, sign in; if the password is lost, ask an "
    "administrator for a link to a new one."
)


class SignedOut(LookupError):
    """The session of this cookie has ended, perhaps from another browser."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody is signed in; ``token`` is the cookie from now on."""

    token: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """The form cannot be accepted: why, by field. Nothing was stored. ``wrong`` is the e-mail for which a wrong
    password was tried at sign-in."""

    problems: Mapping[str, str]
    wrong: str = ""


def sign_up(context: Context, email: str, password: str) -> Entered | Unfit:
    """Makes the guest's row an account. Signs in where there is one with this password already, as after two clicks.

    One password is hashed, whether the e-mail has an account or not. The outcome still tells which. The only
    protection is the rate at which one address may ask.
    """
    if problems := faults(email, password):
        return Unfit(problems)
    with context.database.read() as connection:
        known = people.account(connection, email) is not None
    if known:
        return _signed_up_before(context, email, password)
    kept = credentials.hashed(password)
    try:
        with context.database.write() as connection:
            person = people.open_account(connection, guest(connection, context.visitor.token), email, kept)
            outbox.queue(connection, New(MailKind.CONFIRMATION, person, email))
            return enter(connection, context.visitor.token, email)
    except EmailTaken:  # at this moment
        return _signed_up_before(context, email, password)


def _signed_up_before(context: Context, email: str, password: str) -> Entered | Unfit:
    entered = sign_in(context, email, password)
    return entered if isinstance(entered, Entered) else Unfit({"email": NOT_SIGNED_UP}, wrong=email)


def faults(email: str, password: str) -> dict[str, str]:
    """Checks the e-mail and the password of a new account; returns the faults by field."""
    found = {
        "email": credentials.fault_of_email(email),
        "password": credentials.fault_of_password(password, email),
    }
    return {field: fault for field, fault in found.items() if fault}


def guest(connection: Connection, token: str) -> int | None:
    """The guest of this browser, held; None for somebody new, and for somebody with an account."""
    here = people.hold(connection, token)
    return None if here.email else here.id


def enter(connection: Connection, token: str, email: str) -> Entered:
    """Begins a session of the account under a new token. The work of the guest in this browser moves to the account."""
    account = people.account(connection, email)
    assert account is not None
    before = guest(connection, token)
    if before is not None:
        handing_over.hand_over(connection, before, account.id)
    sessions.end(connection, token)
    new = tokens.made()
    sessions.add(connection, account.id, new)
    return Entered(new)


def sign_in(context: Context, email: str, password: str) -> Entered | Unfit:
    """Signs in. An unknown e-mail takes as long as a wrong password and gets the same answer."""
    with context.database.read() as connection:
        account = people.account(connection, email)
    kept = account.password if account else None
    if not credentials.fits(password, kept):
        return Unfit({"password": NO_FIT}, wrong=email)
    with context.database.write() as connection:
        now = people.account(connection, email, hold=True)
        if now is None or now.password != kept:  # it was changed at this moment
            return Unfit({"password": NO_FIT})
        return enter(connection, context.visitor.token, email)


def sign_out(context: Context) -> None:
    with context.database.write() as connection:
        sessions.end(connection, context.visitor.token)


def sign_out_elsewhere(context: Context) -> None:
    """Ends every other session, and the tokens for programs."""
    with context.database.write() as connection:
        people.hold(
            connection, context.visitor.token
        )  # a token or session that begins at this moment ends, too
        person = mine(connection, context.visitor.token)
        sessions.end_others(connection, person, context.visitor.token)
        api_tokens.end_all(connection, person)


def change_password(context: Context, old: str, new: str) -> Entered | Unfit:
    """Changes the password and ends every session, every open link and every token for programs of the account; this
    browser goes on under a new cookie."""
    with context.database.read() as connection:
        account = people.by_id(connection, mine(connection, context.visitor.token))
    assert account is not None
    problems = {"new": fault} if (fault := credentials.fault_of_password(new, account.email)) else {}
    if not credentials.fits(old, account.password):
        problems["old"] = N_("This is not your current password.")
    if problems:
        return Unfit(problems)
    kept = credentials.hashed(new)
    with context.database.write() as connection:
        return replace_password(
            connection, context.visitor.token, mine(connection, context.visitor.token), account.email, kept
        )


def replace_password(connection: Connection, token: str, person: int, email: str, kept: str) -> Entered:
    """Sets the password, ends whatever else opens the account, and tells its owner by mail."""
    people.set_password(connection, person, kept)
    for purpose in (Purpose.PASSWORD, Purpose.MAILED_PASSWORD, Purpose.EMAIL):
        links.end(connection, purpose, person)
    outbox.queue(connection, New(MailKind.NEW_PASSWORD, person))
    entered = enter(connection, token, email)
    sessions.end_others(connection, person, entered.token)
    api_tokens.end_all(connection, person)
    return entered


def note_reader(context: Context, token: str, language: str, zone: str) -> None:
    """Notes in which language and by which clock the person of this cookie reads mails, unless they have chosen."""
    if not outbox.is_on():
        return
    with context.database.write() as connection:
        person = people.with_token(connection, token).id
        if person is not None:
            readers.note(connection, person, language, clocks.known(zone))


def rename(context: Context, name: str) -> None:
    with context.database.write() as connection:
        people.rename(connection, mine(connection, context.visitor.token), called(name))


def called(name: str) -> str:
    """Tidies a name for storing."""
    return " ".join(name.replace("\0", "").split())[:LONGEST_NAME]


def mine(connection: Connection, token: str) -> int:
    """The account of this cookie. Raises SignedOut."""
    here = people.with_token(connection, token)
    if here.id is None or not here.email:
        raise SignedOut
    return here.id


def sitting(context: Context) -> str:
    """The exam that the person sits now, by its name; "" for none."""
    if context.person.id is None:
        return ""
    with context.database.read() as connection:
        return people.sitting_of(connection, context.person.id)


def places(context: Context) -> list[Session]:
    """The person's sessions; none for a guest."""
    if context.person.id is None or not context.person.email:
        return []
    with context.database.read() as connection:
        return sessions.of_person(connection, context.person.id, context.visitor.token)
