"""What is refused of an uploaded image, and the cleaning by the kind of file."""

from app.attachments.attachment import EMPTY, Attachment, NotAttachable
from app.web.languages.languages import N_

MOST_BYTES = 2**20  # of an upload, and of what is made of it: an export is an upload again
MOST_PIXELS = 4000  # of either side
TOO_LARGE = N_("This file is larger than 1 MB. Make it smaller, or save it with fewer colours.")
NEITHER = N_("This is no PNG, SVG, JPEG or GIF. Save the picture as one of these.")
GROWN = N_("This picture comes to more than 1 MB when it is written anew. Make it smaller.")


class NoImage(NotAttachable):
    """The upload is not accepted as an image."""


def cleaned(content: bytes) -> Attachment:
    """The upload as an image, by its content and not by its name. Raises NoImage."""
    from app.attachments.cleaning import png, svg

    if not content:
        raise NoImage(EMPTY)
    if len(content) > MOST_BYTES:
        raise NoImage(TOO_LARGE)
    if content.startswith(png.SIGNATURE):
        made = Attachment("png", *png.rewritten(content))
    elif content.startswith(png.CONVERTED):
        made = Attachment("png", *png.converted(content))
    elif svg.looks_like(content):
        made = Attachment("svg", *svg.rewritten(content))
    else:
        raise NoImage(NEITHER)
    if len(made.content) > MOST_BYTES:
        raise NoImage(GROWN)
    return made
