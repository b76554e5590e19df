"""The e-mail of an account: confirmed by a link that is sent to it, exchanged for another one, and used to get a new
password.

Only somebody who is signed in to the account confirms its address: whoever owns an address that a stranger has typed at
sign-up may open the link, and proves nothing by it. Until then the address matches no line of a roster; then it does.
"""

from collections.abc import Sequence
from datetime import timedelta

from app.accounts import credentials
from app.accounts.account import Unfit, mine
from app.accounts.store import links
from app.accounts.store.links import Link, Purpose
from app.database.connection import Connection
from app.identity.store import people
from app.outbox import outbox
from app.outbox.store import readers
from app.outbox.store.mails import MailKind, New
from app.web.context import Context
from app.web.languages.languages import N_
from app.web.room import Confirmation

ASKED_FOR = timedelta(days=1)  # a mail that somebody waits for is not sent later
SAME = N_("This is the e-mail address of your account already.")
NO_FIT = N_("This is not your current password.")


class OtherAccount(PermissionError):
    """The link confirms the e-mail of an account that is not signed in here."""


def is_confirmed(context: Context) -> bool:
    """True if the e-mail of the person's account is known to be theirs."""
    if context.person.id is None:
        return False
    with context.database.read() as connection:
        return bool(people.verified_email(connection, context.person.id))


def ask_confirmation(context: Context) -> None:
    """Sends a link to the e-mail of the account. Raises SignedOut."""
    with context.database.write() as connection:
        _ask(connection, context, mine(connection, context.visitor.token), context.person.email)


def ask_change(context: Context, email: str, password: str) -> Unfit | None:
    """Sends a link to another e-mail, with which it becomes that of the account; None if the form fits. Whether another
    account has it is not told. Raises SignedOut."""
    with context.database.read() as connection:
        account = people.by_id(connection, mine(connection, context.visitor.token))
    assert account is not None
    problems = {"email": fault} if (fault := credentials.fault_of_email(email)) else {}
    if email == account.email:
        problems["email"] = SAME
    if not credentials.fits(password, account.password):
        problems["password"] = NO_FIT
    if problems:
        return Unfit(problems)
    with context.database.write() as connection:
        _ask(connection, context, mine(connection, context.visitor.token), email)
    return None


def confirm(context: Context, connection: Connection, link: Link, then: Sequence[Confirmation]) -> None:
    """Notes that the address of a link, which was just used up, is that of its account, and tells a former address.
    Raises OtherAccount, and EmailTaken."""
    account = people.by_id(connection, link.person or 0, hold=True)
    if account is None or context.person.id != account.id:
        raise OtherAccount
    if link.address != account.email:
        people.change_email(connection, account.id, link.address)
        for purpose in (Purpose.PASSWORD, Purpose.MAILED_PASSWORD):
            links.end(connection, purpose, account.id)
        outbox.queue(connection, New(MailKind.NEW_ADDRESS, account.id, account.email))
    confirmed(context, connection, account.id, then)
    readers.refuse(connection, account.id, None)


def confirmed(context: Context, connection: Connection, person: int, then: Sequence[Confirmation]) -> None:
    """Notes that the e-mail of an account is known to be the person's, and does the first time what follows from it."""
    if people.verify_email(connection, person, context.clock.now()):
        for each in then:
            each(connection, context, person)


def ask_new_password(context: Context, email: str) -> None:
    """Queues a link to a new password for whoever has this e-mail. Whether an account has it is found out when the mail
    is sent: here, the same is done for every e-mail."""
    with context.database.write() as connection:
        until = context.clock.now() + ASKED_FOR
        outbox.queue(connection, New(MailKind.RESET, None, email, until=until))


def _ask(connection: Connection, context: Context, person: int, email: str) -> None:
    until = context.clock.now() + ASKED_FOR
    outbox.queue(connection, New(MailKind.CONFIRMATION, person, email, until=until))
