"""Questions on this machine's disk: a folder of TOML files, such as a git repository; one file; or an archive."""

from collections.abc import Container, Iterable
from dataclasses import replace
from pathlib import Path

from app.authoring.exchange import attached, foreign, image_files
from app.authoring.exchange.archive import (
    LONG,
    MOST_OF_ONE,
    CannotUnpack,
    LeftOut,
    Unpacked,
    text_file,
)
from app.authoring.exchange.attached import FOLDER, image_name
from app.authoring.exchange.question_file import QuestionFile
from app.images.cleaning.image import MOST_BYTES as MOST_OF_IMAGE
from app.images.cleaning.image import TOO_LARGE as LARGE_IMAGE


def read(place: Path) -> Unpacked:
    """Reads a file, an archive, or a folder at any depth, without links and hidden files.
    Raises CannotUnpack, OSError."""
    if place.suffix.lower() == ".zip":
        return foreign.unpack([(place.name, place.read_bytes())])
    if place.is_file() and place.suffix.lower() != ".toml":
        return foreign.unpack([(place.name, place.read_bytes())])
    files = sorted(_files(place)) if place.is_dir() else [place]
    found = [_file(file) for file in files]
    questions = tuple(one for one in found if isinstance(one, QuestionFile))
    images = _images(place, image_files.named(questions))
    large = [image for image in images if image.stat().st_size > MOST_OF_IMAGE]
    small = [image for image in images if image not in large]
    if attached.too_many([image.stat().st_size for image in small]):
        raise CannotUnpack(attached.TOO_MANY)
    return Unpacked(
        files=questions,
        left_out=(
            *(one for one in found if isinstance(one, LeftOut)),
            *(LeftOut(str(image), LARGE_IMAGE) for image in large),
        ),
        images=tuple((image.name, image.read_bytes()) for image in small),
    )


def _files(folder: Path) -> list[Path]:
    return _seen(folder, folder.rglob("*.toml"))


def _images(place: Path, named: Container[str]) -> list[Path]:
    """The files that may be images of these names: in each folder ``images`` of a folder, in the one beside a file."""
    folder = place if place.is_dir() else place.parent
    found = folder.rglob(f"{FOLDER}/*") if place.is_dir() else folder.glob(f"{FOLDER}/*")
    return sorted(file for file in _seen(folder, found) if image_name(f"{FOLDER}/{file.name}") in named)


def _seen(folder: Path, found: Iterable[Path]) -> list[Path]:
    """The files among these that are no links, and in no hidden folder."""
    inside = (file for file in found if file.is_file() and not file.is_symlink())
    return [
        file for file in inside if not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def _file(file: Path) -> QuestionFile | LeftOut:
    if file.stat().st_size > MOST_OF_ONE:
        return LeftOut(str(file), LONG)
    found = text_file(file.name, file.read_bytes())
    return replace(found, file=str(file))
