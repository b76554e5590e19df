"""Images of questions: uploaded within a person's limits, looked up, removed when nothing mentions them."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from time import monotonic
from weakref import WeakKeyDictionary

from app.database.connection import Connection, Database
from app.images.cleaning.image import Image, NoImage, cleaned
from app.images.store import images
from app.web.languages.languages import N_

NAME = re.compile(r"[0-9a-f]{64}\.(?:png|svg)")
MOST_IMAGES = 200  # of a person
MOST_BYTES = 50 * 2**20
LASTS = timedelta(days=7)  # for which an image stays that nothing mentions
SELDOM = 3600.0  # seconds from one search for such images to the next
FULL = N_("You have 200 images here, or 50 MB of them. Images that no question shows go after a week.")
_looked: WeakKeyDictionary[Database, float] = WeakKeyDictionary()


class NoSuchImage(LookupError):
    """No image is stored under this name."""


def upload(database: Database, person: int, content: bytes) -> Image:
    """Cleans the image and stores it. Raises NoImage."""
    image = cleaned(content)
    with database.write() as connection:
        keep(connection, person, image)
    return image


def keep(connection: Connection, person: int, image: Image) -> None:
    """Stores a cleaned image, within the person's limits. Raises NoImage."""
    if not images.there(connection, [image.name]):
        mine = images.of_person(connection, person)
        if mine.number >= MOST_IMAGES or mine.size + len(image.content) > MOST_BYTES:
            raise NoImage(FULL)
    images.add(connection, person, image, datetime.now(UTC))


def content(database: Database, name: str) -> bytes:
    """The bytes of an image. Raises NoSuchImage."""
    found = contents(database, [name]).get(name)
    if found is None:
        raise NoSuchImage(name)
    return found


def contents(database: Database, names: Collection[str]) -> Mapping[str, bytes]:
    """The bytes of these images; those that are not there are left out."""
    with database.read() as connection:
        return images.contents(connection, sorted({name for name in names if NAME.fullmatch(name)}))


def missing(database: Database, names: Collection[str]) -> set[str]:
    """The names among these under which no image is stored."""
    if not names:
        return set()
    with database.read() as connection:
        return missing_among(connection, names)


def missing_among(connection: Connection, names: Collection[str]) -> set[str]:
    return set(names) - images.there(connection, names)


def drop_unused(database: Database) -> None:
    """Removes, once an hour, the images that no draft and no version has mentioned for a week."""
    if database in _looked and monotonic() - _looked[database] < SELDOM:
        return
    _looked[database] = monotonic()
    before = datetime.now(UTC) - LASTS
    with database.read() as connection:
        old = _unmentioned(connection, images.uploaded_before(connection, before))
    if old:
        with database.write() as connection:
            images.remove(connection, _unmentioned(connection, old), before)


def leave_behind(connection: Connection, person: int) -> None:
    """Deletes the images that a person uploaded and no question shows, and takes the name off the others."""
    images.remove(connection, _unmentioned(connection, images.uploaded_by(connection, person)))
    images.leave_behind(connection, person)


def _unmentioned(connection: Connection, names: set[str]) -> set[str]:
    """Those that no draft and no version mentions. All texts are looked at once, however many names there are."""
    left = set(names)
    for text in images.texts_with_images(connection) if left else ():
        left -= set(NAME.findall(text))
    return left
