"""Undelivered mails, for administrators: sent again or discarded; and a test of the settings, to oneself."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.outbox import outbox
from app.outbox.store import mails
from app.outbox.store.mails import Counts, Mail, MailKind, New
from app.web.context import Context
from app.web.languages.languages import N_

SHOWN = 100
LATELY = timedelta(days=1)
WORDS = {
    MailKind.CONFIRMATION: N_("confirmation of an address"),
    MailKind.RESET: N_("link to a new password"),
    MailKind.NEW_PASSWORD: N_("notice of a new password"),
    MailKind.NEW_ADDRESS: N_("notice of a new address"),
    MailKind.TEST: N_("test"),
    MailKind.ANNOUNCEMENT: N_("announcement"),
    MailKind.DUE: N_("reminder"),
    MailKind.MARKS: N_("notice of marks"),
}


class NoSuchMail(LookupError):
    """No mail of this number was given up, or not any more."""


@dataclass(frozen=True, slots=True)
class Undelivered:
    """The mails that were given up, each with its address, the newest first; and how the queue stands."""

    mails: tuple[tuple[Mail, str], ...]
    counts: Counts


def listed(context: Context) -> Undelivered:
    """Returns the last hundred that were given up."""
    with context.database.read() as connection:
        found = mails.given_up(connection, SHOWN)
        return Undelivered(tuple(found), mails.counts(connection, datetime.now(UTC) - LATELY))


def send_again(context: Context, number: int | None = None) -> None:
    """Queues one of them again, or all. Raises NoSuchMail."""
    with context.database.write() as connection:
        if not mails.again(connection, datetime.now(UTC), number) and number is not None:
            raise NoSuchMail(number)


def discard(context: Context, number: int) -> None:
    """Deletes one of them. Raises NoSuchMail."""
    with context.database.write() as connection:
        if not mails.discard(connection, number):
            raise NoSuchMail(number)


def test(context: Context) -> None:
    """Queues a mail to the person who asks."""
    with context.database.write() as connection:
        outbox.queue(connection, New(MailKind.TEST, context.account))
