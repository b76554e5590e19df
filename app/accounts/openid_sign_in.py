"""Sign-in at an OpenID provider: to the provider, back, and into the account that it opens.

An account is identified by issuer and subject. By its e-mail it is found once, and is opened only to a person who
proves that it is theirs: the provider has verified the e-mail, and the person is signed in here,
which takes the password.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.accounts import email
from app.accounts.account import Entered, enter
from app.accounts.openid.claims import Claimed
from app.accounts.openid.journey import Journey
from app.accounts.openid.provider import Provider, Returned
from app.accounts.store import identities, links
from app.accounts.store.identities import IdentityTaken
from app.database.connection import Connection
from app.identity.store import people, tokens
from app.identity.store.people import Account, EmailTaken, Person
from app.web.context import Context
from app.web.languages.languages import N_
from app.web.room import Confirmation

LASTS = timedelta(minutes=10)
NO_FIT = N_("This is not the password of this account.")


class NotSetOut(LookupError):
    """The browser did not go to the provider just now, or it has been back since."""


class NoEmail(LookupError):
    """The provider gives no e-mail, without which there is no account here."""


class NotVerified(PermissionError):
    """An account has the e-mail that the provider gives, but has not verified."""


class NoPassword(PermissionError):
    """The account with this e-mail has no password by which its owner could prove that it is theirs."""


class AnotherEmail(PermissionError):
    """The person who is signed in here has another e-mail at the provider."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A departure to the provider: the address to go to, and the journey that the browser keeps until it is back."""

    address: str
    journey: Journey


@dataclass(frozen=True, slots=True)
class Unproved:
    """An account has this e-mail; the person must prove once, by its password, that it is theirs."""

    email: str


@dataclass(frozen=True, slots=True)
class LinkedIdentity:
    """The connection of an account with the provider; ``since`` is None where there is none yet."""

    name: str
    since: datetime | None
    has_password: bool


def set_out(context: Context, provider: Provider, back: str) -> Departure:
    """Begins a journey to the provider. Raises ProviderDown and BadProvider."""
    journey = Journey(tokens.made())
    address = provider.address(journey, back)
    with context.database.write() as connection:
        links.set_out(connection, journey.secret, LASTS)
    return Departure(address, journey)


def come_back(
    context: Context,
    provider: Provider,
    secret: str,
    returned: Returned,
    back: str,
    then: Sequence[Confirmation],
) -> Entered | Unproved:
    """Ends a journey and signs in; ``then`` follows where the provider confirms the e-mail. Raises NotSetOut, what the
    provider raises, and NoEmail, NotVerified, NoPassword or AnotherEmail where no account may be opened."""
    journey = Journey(secret)
    if not secret or not journey.is_of(returned.state):
        raise NotSetOut
    with (
        context.database.write() as connection
    ):  # first of all: of two requests with the same secret, one goes on
        if not links.arrive(connection, secret):
            raise NotSetOut
    claimed = provider.claimed(journey, returned, back)
    try:
        return _open(context, claimed, then)
    except (EmailTaken, IdentityTaken):  # from another browser, at this moment: now it is there
        return _open(context, claimed, then)


def holder(connection: Connection, issuer: str, subject: str) -> int | None:
    """The person of this identity, held. It is read again once held: a link to a new password, which ends identities,
    may have been used meanwhile."""
    person = identities.person(connection, issuer, subject)
    if person is None:
        return None
    people.by_id(connection, person, hold=True)
    return identities.person(connection, issuer, subject)


def _open(context: Context, claimed: Claimed, then: Sequence[Confirmation]) -> Entered | Unproved:
    with context.database.write() as connection:
        # Read before the identity: one transaction writes both, so a reader of the account sees its identity, too.
        named = people.account(connection, claimed.email)
        known = holder(connection, claimed.issuer, claimed.subject)
        if known is None:
            known = _joined(connection, people.hold(connection, context.visitor.token), claimed, named)
            if known is None:
                return Unproved(claimed.email)
            identities.add(connection, claimed.issuer, claimed.subject, known)
        if claimed.instructor:
            people.make_instructor(connection, known)
        account = people.by_id(connection, known)
        assert account is not None
        if claimed.verified and claimed.email == account.email:
            email.confirmed(context, connection, known, then)
        return enter(connection, context.visitor.token, account.email)


def _joined(connection: Connection, here: Person, claimed: Claimed, account: Account | None) -> int | None:
    """The account to connect with the claimed identity: a new one, made of the guest's row, or that of the person who
    is signed in. None where the person must prove first that it is theirs.
    Raises NoEmail, AnotherEmail, NotVerified and NoPassword."""
    if not claimed.email:
        raise NoEmail
    if here.email and (account is None or account.id != here.id):
        raise AnotherEmail
    if account is None:
        person = people.open_account(connection, here.id, claimed.email, None)
        people.rename(connection, person, claimed.name)
        return person
    if not claimed.verified:
        raise NotVerified
    if account.password is None:
        raise NoPassword
    return account.id if here.id == account.id else None


def linked_identity(context: Context, provider: Provider | None) -> LinkedIdentity | None:
    """The person's connection with the provider; None without a provider."""
    if provider is None:
        return None
    if context.person.id is None or not context.person.email:
        return LinkedIdentity(provider.name, None, False)
    with context.database.read() as connection:
        account = people.by_id(connection, context.person.id)
        has_password = account is not None and account.password is not None
        return LinkedIdentity(
            provider.name, identities.since(connection, provider.issuer, context.person.id), has_password
        )
