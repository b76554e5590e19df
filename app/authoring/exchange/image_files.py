"""Images that come with questions as files, in folders ``images``: cleaned like every other one, whatever wrote them.

A text names an image by its file there. What is cleaned may have another name: that of its content.
"""

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from app.authoring.exchange import attached
from app.authoring.exchange.archive import CannotUnpack, LeftOut, Unpacked
from app.authoring.exchange.attached import FOLDER, image_name
from app.authoring.exchange.question_file import QuestionFile
from app.images.cleaning.image import Image, NoImage, cleaned
from app.web.languages.languages import N_

PATIENCE = 20.0  # seconds that cleaning all of them may take
TOO_SLOW = N_("Cleaning these images takes too long. Send fewer at once.")
NAMED = re.compile(r"""\bfile\s{0,9}=\s{0,9}(["'])([^"'\n]{1,255})\1""")


@dataclass(frozen=True, slots=True)
class WithImages:
    """Questions with the images that they name, by the names under which these are stored."""

    files: tuple[QuestionFile, ...]
    images: Mapping[str, Image]
    left_out: tuple[LeftOut, ...]


def taken(sent: Unpacked) -> WithImages:
    """Cleans the images that a text names, and gives them their names in the texts; of others nothing is said. Raises
    CannotUnpack where that takes too long."""
    found: dict[str, Image] = {}
    wanted, (images, twice) = named(sent.files), attached.by_name(sent.images)
    left_out = [one for one in sent.left_out if image_name(one.file) in {"", *wanted}]
    left_out += [LeftOut(f"{FOLDER}/{name}", attached.TWO) for name in sorted(wanted & twice)]
    began = time.monotonic()
    for name in sorted(wanted & images.keys()):
        try:
            found[name] = cleaned(images[name])
        except NoImage as error:
            left_out.append(LeftOut(f"{FOLDER}/{name}", str(error)))
        if time.monotonic() - began > PATIENCE:
            raise CannotUnpack(TOO_SLOW)
    files = tuple(replace(file, text=_renamed(file.text, found)) for file in sent.files)
    return WithImages(files, {image.name: image for image in found.values()}, tuple(left_out))


def named(files: Iterable[QuestionFile]) -> set[str]:
    """The images that the texts name."""
    return {name for file in files for _, name in NAMED.findall(file.text)}


def _renamed(text: str, found: Mapping[str, Image]) -> str:
    def renamed(said: re.Match[str]) -> str:
        image = found.get(said[2])
        return said[0] if image is None else f'{said[0][: said.start(1) - said.start()]}"{image.name}"'

    return NAMED.sub(renamed, text)
