"""Images as they were cleaned, by name: the hash of their content."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from app.database.schema import images, questions, versions
from app.images.cleaning.image import Image


@dataclass(frozen=True, slots=True)
class Stored:
    """The number of a person's images, and their bytes together."""

    number: int
    size: int


def add(connection: Connection, person: int, image: Image, at: datetime) -> None:
    """Stores an image; one that is there already counts as uploaded now, by this person."""
    renewed = update(images).where(images.c.name == image.name).values(uploaded_at=at, person_id=person)
    if connection.execute(renewed).rowcount:
        return
    said = {"width": image.width, "height": image.height, "bytes": len(image.content)}
    with suppress(IntegrityError), connection.begin_nested():  # another server stored it a moment ago
        connection.execute(
            insert(images).values(
                name=image.name, content=image.content, person_id=person, uploaded_at=at, **said
            )
        )


def content(connection: Connection, name: str) -> bytes | None:
    found: bytes | None = connection.execute(select(images.c.content).where(images.c.name == name)).scalar()
    return found


def contents(connection: Connection, names: Collection[str]) -> dict[str, bytes]:
    """These images by name; one that is not there is left out."""
    return {name: found for name in names if (found := content(connection, name)) is not None}


def there(connection: Connection, names: Collection[str]) -> set[str]:
    """The names among these that are stored."""
    known = select(images.c.name).where(images.c.name.in_(names))
    return set(connection.execute(known).scalars()) if names else set()


def of_person(connection: Connection, person: int) -> Stored:
    counted = select(func.count(), func.coalesce(func.sum(images.c.bytes), 0))
    number, size = connection.execute(counted.where(images.c.person_id == person)).one()
    return Stored(number, int(size))


def uploaded_before(connection: Connection, moment: datetime) -> set[str]:
    return set(connection.execute(select(images.c.name).where(images.c.uploaded_at < moment)).scalars())


def uploaded_by(connection: Connection, person: int) -> set[str]:
    return set(connection.execute(select(images.c.name).where(images.c.person_id == person)).scalars())


def texts_with_images(connection: Connection) -> Iterator[str]:
    """Every draft and every version that may mention an image."""
    for text in (questions.c.draft, versions.c.text):
        yield from connection.execute(
            select(text).where(or_(text.contains(".png"), text.contains(".svg")))
        ).scalars()


def remove(connection: Connection, names: Collection[str], before: datetime | None = None) -> None:
    """Deletes these images; with ``before``, only those that nobody uploaded since, not even a moment ago."""
    these = images.c.name.in_(names)
    connection.execute(
        delete(images).where(these if before is None else and_(these, images.c.uploaded_at < before))
    )


def leave_behind(connection: Connection, person: int) -> None:
    """Takes the person's name off what they uploaded."""
    connection.execute(update(images).where(images.c.person_id == person).values(person_id=None))
