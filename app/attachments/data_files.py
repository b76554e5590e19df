"""Data files as they are uploaded: text in UTF-8, which is stored as it came. A spreadsheet's formula is data here."""

import unicodedata

from app.attachments.attachment import EMPTY, Attachment, NotAttachable
from app.web.languages.languages import N_

MOST_BYTES = 64 * 1024
TOO_LARGE = N_("This file is larger than 64 kB. Take fewer lines of it.")
NO_TEXT = N_("This file is no text in UTF-8. Save it as plain text, a table as CSV, in UTF-8.")
CONTROLS = N_("This file has control characters, which no text needs. Save it as plain text.")
LINE_ENDS = "\t\n\r"


class NoDataFile(NotAttachable):
    """The upload is not accepted as a data file."""


def checked(content: bytes) -> Attachment:
    """The upload as a data file, byte by byte as it is. Raises NoDataFile."""
    if not content:
        raise NoDataFile(EMPTY)
    if len(content) > MOST_BYTES:
        raise NoDataFile(TOO_LARGE)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise NoDataFile(NO_TEXT) from error
    if any(unicodedata.category(one) == "Cc" for one in set(text) - set(LINE_ENDS)):
        raise NoDataFile(CONTROLS)
    return Attachment("txt", content)
