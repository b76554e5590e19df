"""Images that come with questions as files, in folders ``images``: cleaned like every other one, whatever wrote them.

A text names an image by its file there. What is cleaned may have another name: that of its content.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.authoring.exchange.archive import IMAGES, LeftOut, Unpacked
from app.authoring.exchange.question_file import QuestionFile
from app.images.cleaning.image import Image, NoImage, cleaned


@dataclass(frozen=True, slots=True)
class WithImages:
    """Questions with the images that they name, by the names under which these are stored."""

    files: tuple[QuestionFile, ...]
    images: Mapping[str, Image]
    left_out: tuple[LeftOut, ...]


def taken(sent: Unpacked) -> WithImages:
    """Cleans the images that a text names, and gives them their names in the texts."""
    found: dict[str, Image] = {}
    left_out = list(sent.left_out)
    for name, content in sent.images.items():
        if not any(name in file.text for file in sent.files):
            continue
        try:
            found[name] = cleaned(content)
        except NoImage as error:
            left_out.append(LeftOut(f"{IMAGES}/{name}", str(error)))
    files = tuple(replace(file, text=_renamed(file.text, found)) for file in sent.files)
    return WithImages(files, {image.name: image for image in found.values()}, tuple(left_out))


def _renamed(text: str, found: Mapping[str, Image]) -> str:
    for name, image in found.items():
        if name != image.name:
            text = re.sub(rf"""(\bfile\s*=\s*)(["']){re.escape(name)}\2""", rf'\1"{image.name}"', text)
    return text
