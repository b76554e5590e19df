"""Files of questions: uploaded within a person's limits, looked up, removed when nothing mentions them."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from time import monotonic
from weakref import WeakKeyDictionary

from app.attachments.attachment import Attachment, NotAttachable
from app.attachments.store import attachments as store
from app.database.connection import Connection, Database
from app.settings import settings
from app.web.languages.languages import N_
from engine import bank

NAME = re.compile(r"[0-9a-f]{64}\.(?:png|svg|txt)")
MOST = 200  # of a person
MOST_BYTES = 50 * 2**20
LASTS = timedelta(days=7)  # for which one stays that nothing mentions
SELDOM = 3600.0  # seconds from one search for such attachments to the next
FULL = N_(
    "You have 200 images and data files here, or 50 MB of them. Those that no question names go after a week."
)
_looked: WeakKeyDictionary[Database, float] = WeakKeyDictionary()


class NoSuchAttachment(LookupError):
    """Nothing is stored under this name."""


def upload(database: Database, person: int, attachment: Attachment) -> None:
    """Stores a checked file. Raises NotAttachable."""
    with database.write() as connection:
        keep(connection, person, attachment)


def keep(connection: Connection, person: int, attachment: Attachment) -> None:
    """Stores a checked file, within the person's limits. Raises NotAttachable."""
    if not store.there(connection, [attachment.name]):
        mine = store.of_person(connection, person)
        if mine.number >= MOST or mine.size + len(attachment.content) > MOST_BYTES:
            raise NotAttachable(FULL)
    store.add(connection, person, attachment, datetime.now(UTC))


def content(database: Database, name: str) -> bytes:
    """The bytes of an attachment. Raises NoSuchAttachment."""
    found = contents(database, [name]).get(name)
    if found is None:
        raise NoSuchAttachment(name)
    return found


def contents(database: Database, names: Collection[str]) -> Mapping[str, bytes]:
    """The bytes of these attachments; those that are not there are left out."""
    wanted = {name for name in names if NAME.fullmatch(name)}
    built_in = bank.attachments(settings().question_bank, wanted)
    if not (others := sorted(wanted - built_in.keys())):
        return built_in
    with database.read() as connection:
        return {**built_in, **store.contents(connection, others)}


def missing(database: Database, names: Collection[str]) -> set[str]:
    """The names among these under which nothing is stored, and nothing lies beside the built-in questions."""
    if not names:
        return set()
    with database.read() as connection:
        return missing_among(connection, names)


def missing_among(connection: Connection, names: Collection[str]) -> set[str]:
    others = set(names) - bank.attachments(settings().question_bank, names).keys()
    return others - store.there(connection, others)


def drop_unused(database: Database) -> None:
    """Removes, once an hour, the attachments that no draft and no version has mentioned for a week."""
    if database in _looked and monotonic() - _looked[database] < SELDOM:
        return
    _looked[database] = monotonic()
    before = datetime.now(UTC) - LASTS
    with database.read() as connection:
        old = _unmentioned(connection, store.uploaded_before(connection, before))
    if old:
        with database.write() as connection:
            store.remove(connection, _unmentioned(connection, old), before)


def leave_behind(connection: Connection, person: int) -> None:
    """Deletes the attachments that a person uploaded and no question names, and takes the name off the others."""
    store.remove(connection, _unmentioned(connection, store.uploaded_by(connection, person)))
    store.leave_behind(connection, person)


def _unmentioned(connection: Connection, names: set[str]) -> set[str]:
    """Those that no draft and no version mentions. All texts are looked at once, however many names there are."""
    left = set(names)
    for text in store.texts_with_attachments(connection) if left else ():
        left -= set(NAME.findall(text))
    return left
