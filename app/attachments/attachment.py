"""An attachment as it is stored, and what is refused of an upload."""

import hashlib
from dataclasses import dataclass

from app.web.languages.languages import N_

EMPTY = N_("Choose a file first.")


class NotAttachable(ValueError):
    """The upload is not accepted; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A checked file; ``kind`` is "png", "svg" or, of a data file, "txt". ``width`` and ``height`` are an image's, in
    pixels."""

    kind: str
    content: bytes
    width: int = 0
    height: int = 0

    @property
    def name(self) -> str:
        """The name under which it is stored and exported."""
        return f"{hashlib.sha256(self.content).hexdigest()}.{self.kind}"
