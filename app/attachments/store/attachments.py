"""Attachments as they were checked, by name: the hash of their content."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from app.attachments.attachment import Attachment
from app.database.schema import attachments, questions, versions


@dataclass(frozen=True, slots=True)
class Stored:
    """The number of a person's attachments, and their bytes together."""

    number: int
    size: int


def add(connection: Connection, person: int, attachment: Attachment, at: datetime) -> None:
    """Stores an attachment; one that is there already counts as uploaded now, by this person."""
    renewed = (
        update(attachments)
        .where(attachments.c.name == attachment.name)
        .values(uploaded_at=at, person_id=person)
    )
    if connection.execute(renewed).rowcount:
        return
    said = {"width": attachment.width, "height": attachment.height, "bytes": len(attachment.content)}
    with suppress(IntegrityError), connection.begin_nested():  # another server stored it a moment ago
        connection.execute(
            insert(attachments).values(
                name=attachment.name, content=attachment.content, person_id=person, uploaded_at=at, **said
            )
        )


def content(connection: Connection, name: str) -> bytes | None:
    found: bytes | None = connection.execute(
        select(attachments.c.content).where(attachments.c.name == name)
    ).scalar()
    return found


def contents(connection: Connection, names: Collection[str]) -> dict[str, bytes]:
    """These attachments by name; one that is not there is left out."""
    return {name: found for name in names if (found := content(connection, name)) is not None}


def there(connection: Connection, names: Collection[str]) -> set[str]:
    """The names among these that are stored."""
    known = select(attachments.c.name).where(attachments.c.name.in_(names))
    return set(connection.execute(known).scalars()) if names else set()


def of_person(connection: Connection, person: int) -> Stored:
    counted = select(func.count(), func.coalesce(func.sum(attachments.c.bytes), 0))
    number, size = connection.execute(counted.where(attachments.c.person_id == person)).one()
    return Stored(number, int(size))


def uploaded_before(connection: Connection, moment: datetime) -> set[str]:
    return set(
        connection.execute(select(attachments.c.name).where(attachments.c.uploaded_at < moment)).scalars()
    )


def uploaded_by(connection: Connection, person: int) -> set[str]:
    return set(
        connection.execute(select(attachments.c.name).where(attachments.c.person_id == person)).scalars()
    )


def texts_with_attachments(connection: Connection) -> Iterator[str]:
    """Every draft and every version that may mention an attachment."""
    for text in (questions.c.draft, versions.c.text):
        yield from connection.execute(
            select(text).where(or_(*(text.contains(ending) for ending in (".png", ".svg", ".txt"))))
        ).scalars()


def remove(connection: Connection, names: Collection[str], before: datetime | None = None) -> None:
    """Deletes these attachments; with ``before``, only those that nobody uploaded since, not even a moment ago."""
    these = attachments.c.name.in_(names)
    connection.execute(
        delete(attachments).where(
            these if before is None else and_(these, attachments.c.uploaded_at < before)
        )
    )


def leave_behind(connection: Connection, person: int) -> None:
    """Takes the person's name off what they uploaded."""
    connection.execute(update(attachments).where(attachments.c.person_id == person).values(person_id=None))
