"""Images and data files that come beside questions: which files may be some, and how many are taken."""

import re
from collections.abc import Collection, Iterable, Mapping

from app.attachments import data_files
from app.attachments.attachment import Attachment
from app.attachments.attachments import MOST, MOST_BYTES
from app.attachments.cleaning import image
from app.web.languages.languages import N_
from engine.data_files import KINDS

IMAGES = (
    "png",
    "svg",
    "jpg",
    "jpeg",
    "gif",
)  # endings of the names of images; what they are, their content says
FOLDERS: Mapping[str, Collection[str]] = {"images": IMAGES, "files": KINDS}
TOO_MANY = N_("It holds more than 200 images and data files, or 50 MB of them. Send them in several parts.")
TWO = N_("Two different files have this name. Rename one of them, and where its question names it.")
UNNAMED = N_("No question names this file, so it was not taken. A question names it under [[files]].")


def name_in(path: str) -> str:
    """The name of a file in a folder ``images`` or ``files`` that may be an attachment, "" for any other file."""
    *folders, last = re.split(r"[/\\]", path)
    wanted = folder_of(last) and folder_of(last) in folders[-1:] and not last.startswith(".")
    return last if wanted and last.isprintable() else ""


def folder_of(name: str) -> str:
    """The folder in which a file of this name lies beside questions, "" where it can be no attachment."""
    ending = name.rpartition(".")[2].lower()
    return next((folder for folder, endings in FOLDERS.items() if ending in endings), "")


def in_its_folder(name: str) -> str:
    return f"{folder_of(name)}/{name}"


def too_large(name: str, size: int) -> str:
    """The sentence on a file with more bytes than are taken, "" for any other."""
    of = image if folder_of(name) == "images" else data_files
    return of.TOO_LARGE if size > of.MOST_BYTES else ""


def too_many(sizes: Collection[int]) -> bool:
    """True for more attachments, by their bytes, than a person may have."""
    return len(sizes) > MOST or sum(sizes) > MOST_BYTES


def checked(name: str, content: bytes) -> Attachment:
    """The file as it may be stored. Raises NotAttachable."""
    return image.cleaned(content) if folder_of(name) == "images" else data_files.checked(content)


def by_name(sent: Iterable[tuple[str, bytes]]) -> tuple[Mapping[str, bytes], set[str]]:
    """The files by name, and the names of which there are two: no text says which it means, so neither is taken."""
    found: dict[str, bytes] = {}
    twice = {name for name, content in sent if found.setdefault(name, content) != content}
    return {name: content for name, content in found.items() if name not in twice}, twice
