"""Questions on this machine's disk: a folder of TOML files, such as a git repository; one file; or an archive."""

from dataclasses import replace
from pathlib import Path

from app.authoring.exchange.archive import (
    IMAGES,
    LONG,
    MOST_IMAGES,
    MOST_OF_ONE,
    LeftOut,
    Unpacked,
    name_of_image,
    text_file,
    unpack,
)
from app.authoring.exchange.question_file import QuestionFile
from app.images.cleaning.image import MOST_BYTES as MOST_OF_IMAGE


def read(place: Path) -> Unpacked:
    """Reads a file, an archive, or a folder at any depth, without links and hidden files.
    Raises CannotUnpack, OSError."""
    if place.suffix.lower() == ".zip":
        return unpack([(place.name, place.read_bytes())])
    files = sorted(_files(place)) if place.is_dir() else [place]
    found = [_file(file) for file in files]
    return Unpacked(
        tuple(one for one in found if isinstance(one, QuestionFile)),
        tuple(one for one in found if isinstance(one, LeftOut)),
        images={image.name: image.read_bytes() for image in _images(place)},
    )


def _files(folder: Path) -> list[Path]:
    found = folder.rglob("*.toml")
    inside = (file for file in found if file.is_file() and not file.is_symlink())
    return [
        file for file in inside if not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def _images(place: Path) -> list[Path]:
    """What may be images: in each folder ``images`` of a folder, in the one beside a file."""
    found = place.rglob(f"{IMAGES}/*") if place.is_dir() else place.parent.glob(f"{IMAGES}/*")
    inside = (file for file in sorted(found) if file.is_file() and not file.is_symlink())
    small = (file for file in inside if file.stat().st_size <= MOST_OF_IMAGE)
    return [file for file in small if name_of_image(f"{IMAGES}/{file.name}")][:MOST_IMAGES]


def _file(file: Path) -> QuestionFile | LeftOut:
    if file.stat().st_size > MOST_OF_ONE:
        return LeftOut(str(file), LONG)
    found = text_file(file.name, file.read_bytes())
    return replace(found, file=str(file))
