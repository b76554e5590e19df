"""Questions on this machine's disk: a folder of TOML files, such as a git repository; one file; or an archive."""

from collections.abc import Container, Iterable
from dataclasses import replace
from pathlib import Path

from app.authoring.exchange import attached, attached_files, foreign
from app.authoring.exchange.archive import (
    LONG,
    MOST_OF_ONE,
    CannotUnpack,
    LeftOut,
    Unpacked,
    text_file,
)
from app.authoring.exchange.attached import FOLDERS, name_in, too_large
from app.authoring.exchange.question_file import QuestionFile


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
    beside = _beside(place, attached_files.named(questions))
    large = {one: why for one in beside if (why := too_large(one.name, one.stat().st_size))}
    small = [one for one in beside if one not in large]
    if attached.too_many([one.stat().st_size for one in small]):
        raise CannotUnpack(attached.TOO_MANY)
    return Unpacked(
        files=questions,
        left_out=(
            *(one for one in found if isinstance(one, LeftOut)),
            *(LeftOut(str(one), why) for one, why in large.items()),
        ),
        attached=tuple((one.name, one.read_bytes()) for one in small),
    )


def _files(folder: Path) -> list[Path]:
    return _seen(folder, folder.rglob("*.toml"))


def _beside(place: Path, named: Container[str]) -> list[Path]:
    """The files that may be attachments of these names: in each folder ``images`` and ``files`` of a folder, in those
    beside a file."""
    folder = place if place.is_dir() else place.parent
    look = folder.rglob if place.is_dir() else folder.glob
    found = (file for name in FOLDERS for file in look(f"{name}/*"))
    return sorted(
        file for file in _seen(folder, found) if name_in(f"{file.parent.name}/{file.name}") in named
    )


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
