"""Links that end mails of a kind with one click (RFC 8058): signed with a secret of the person, so nobody can make one
for somebody else; they open nothing, and hold as long as the account."""

import hmac
import re
from dataclasses import dataclass

from app.courses.store import courses
from app.database.connection import Connection
from app.outbox.store import readers
from app.outbox.store.mails import OPTIONAL, MailKind
from app.outbox.store.readers import Reader, Switch
from app.web.context import Context

OFF = "/mail/off"
TOKEN = re.compile(rf"([1-9][0-9]{{0,8}})\.({'|'.join(OPTIONAL)})\.([0-9]{{1,9}})\.([0-9a-f]{{64}})")


class NoSubscription(LookupError):
    """The link is not one of ours, or its account is gone."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """Mails of a kind, from the course with this title, "" for all of them; ``off``: they are switched off."""

    kind: MailKind
    course: str
    off: bool


def path(reader: Reader, kind: MailKind, course: int | None = None) -> str:
    """Returns the path that ends mails of a kind to this person, from one course or from all."""
    said = f"{reader.person}.{kind}.{course or 0}"
    return f"{OFF}?token={said}.{_signature(reader, said)}"


def find(context: Context, token: str) -> Subscription:
    """Returns what the link ends. Raises NoSubscription."""
    with context.database.read() as connection:
        return _found(connection, *_opened(connection, token))


def end(context: Context, token: str) -> Subscription:
    """Switches these mails off; a second time changes nothing. Raises NoSubscription."""
    with context.database.write() as connection:
        reader, switch = _opened(connection, token)
        readers.hold(connection, reader.person)  # of two links at once, neither undoes the other
        off = readers.off(connection, reader.person)
        if switch not in off:
            readers.switch(connection, reader.person, off | {switch})
        return _found(connection, reader, switch)


def _opened(connection: Connection, token: str) -> tuple[Reader, Switch]:
    found = TOKEN.fullmatch(token)
    reader = readers.find(connection, int(found[1])) if found else None
    if found is None or reader is None:
        raise NoSubscription
    said, _, signed = token.rpartition(".")
    if not hmac.compare_digest(_signature(reader, said), signed):
        raise NoSubscription
    return reader, Switch(MailKind(found[2]), int(found[3]) or None)


def _found(connection: Connection, reader: Reader, switch: Switch) -> Subscription:
    off = readers.off(connection, reader.person)
    title = courses.title_of(connection, switch.course) if switch.course else ""
    if switch.course and not title:
        raise NoSubscription
    return Subscription(switch.kind, title, switch in off or Switch(switch.kind, None) in off)


def _signature(reader: Reader, said: str) -> str:
    return hmac.digest(reader.secret.encode(), said.encode(), "sha256").hex()
