"""A cleaned image, what is refused of an upload, and the cleaning by the kind of file."""

import hashlib
from dataclasses import dataclass

from app.web.languages.languages import N_

MOST_BYTES = 2**20  # of an upload, and of what is made of it: an export is an upload again
MOST_PIXELS = 4000  # of either side
EMPTY = N_("Choose a file first.")
TOO_LARGE = N_("This file is larger than 1 MB. Make it smaller, or save it with fewer colours.")
NEITHER = N_("This is no PNG, SVG, JPEG or GIF. Save the picture as one of these.")
GROWN = N_("This picture comes to more than 1 MB when it is written anew. Make it smaller.")


class NoImage(ValueError):
    """The upload is not accepted; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Image:
    """A cleaned image; ``kind`` is "png" or "svg", ``width`` and ``height`` are in pixels."""

    kind: str
    content: bytes
    width: int
    height: int

    @property
    def name(self) -> str:
        """The name under which it is stored, served and exported."""
        return f"{hashlib.sha256(self.content).hexdigest()}.{self.kind}"


def cleaned(content: bytes) -> Image:
    """The upload as an image, by its content and not by its name. Raises NoImage."""
    from app.images.cleaning import png, svg

    if not content:
        raise NoImage(EMPTY)
    if len(content) > MOST_BYTES:
        raise NoImage(TOO_LARGE)
    if content.startswith(png.SIGNATURE):
        made = Image("png", *png.rewritten(content))
    elif content.startswith(png.CONVERTED):
        made = Image("png", *png.converted(content))
    elif svg.looks_like(content):
        made = Image("svg", *svg.rewritten(content))
    else:
        raise NoImage(NEITHER)
    if len(made.content) > MOST_BYTES:
        raise NoImage(GROWN)
    return made
