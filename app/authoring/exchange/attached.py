"""Images that come as files beside questions: which files may be some, and how many are taken."""

import re
from collections.abc import Collection, Iterable, Mapping

from app.images.images import MOST_BYTES, MOST_IMAGES
from app.web.languages.languages import N_

FOLDER = "images"
ENDINGS = ("png", "svg", "jpg", "jpeg", "gif")  # of the names of images; what they are, their content says
TOO_MANY = N_("It holds more than 200 images, or 50 MB of them. Send them in several parts.")
TWO = N_("Two different images have this name. Rename one of them, and where its question names it.")


def image_name(path: str) -> str:
    """The name of a file in a folder ``images`` that may be an image, "" for any other file."""
    *folders, last = re.split(r"[/\\]", path)
    is_image = last.rpartition(".")[2].lower() in ENDINGS and not last.startswith(".")
    wanted = folders[-1:] == [FOLDER] and is_image
    return last if wanted and last.isprintable() else ""


def too_many(sizes: Collection[int]) -> bool:
    """True for more images, by their bytes, than a person may have."""
    return len(sizes) > MOST_IMAGES or sum(sizes) > MOST_BYTES


def by_name(sent: Iterable[tuple[str, bytes]]) -> tuple[Mapping[str, bytes], set[str]]:
    """The images by name, and the names of which there are two: no text says which it means, so neither is taken."""
    found: dict[str, bytes] = {}
    twice = {name for name, content in sent if found.setdefault(name, content) != content}
    return {name: content for name, content in found.items() if name not in twice}, twice
