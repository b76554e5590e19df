"""An uploaded file, unpacked in memory within limits and checked against the format; nothing in it is believed yet."""

import re
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZipFile

from pydantic import ValidationError

from app.authoring.exchange.archive import BOMB, BROKEN, MOST_ENTRIES, MOST_TIMES, CannotUnpack, content_of
from app.personal_data.export import JSON
from app.personal_data.file_format import FORMAT, Head, PersonalFile
from app.web.languages.languages import N_

MOST_BYTES = 256 * 2**20  # of the file, unpacked: some 200,000 sheets
NO_FILE = N_("Choose a file first.")
NO_ARCHIVE = N_("This is no file of Examformer: neither its archive nor the examformer.json in it.")
NOT_IN_IT = N_("There is no examformer.json in this archive.")
TOO_LARGE = N_("It is larger than 256 MiB when it is unpacked; no export of Examformer is.")
TOO_NEW = N_(
    "A newer Examformer wrote this file. This one cannot read it; ask for an update here, then import it."
)
TOO_MANY = N_("It holds more than one person can have done.")
NUL = N_("It holds a character NUL, which nobody can type.")
NOT_OURS = N_("It is not as Examformer writes it, so nothing of it is taken.")
ESCAPED_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file is not accepted; ``where`` names the field that it is about, "" for none."""

    why: str
    where: str = ""


def opened(content: bytes) -> PersonalFile | Refusal:
    """Reads the archive, or the JSON by itself."""
    try:
        text = _json(content)
    except CannotUnpack as error:
        return Refusal(str(error))
    if b"\\u0000" in text and ESCAPED_NUL.search(text):
        return Refusal(NUL)
    try:
        head = Head.model_validate_json(text)
        if head.format > FORMAT:
            return Refusal(TOO_NEW)
        if head.holds_too_much:
            return Refusal(TOO_MANY)
        del head
        return PersonalFile.model_validate_json(text)
    except ValidationError as error:
        return _refusal(error)


def _json(content: bytes) -> bytes:
    """Raises CannotUnpack."""
    if not content.startswith(b"PK\x03\x04"):
        if content.lstrip()[:1] != b"{":
            raise CannotUnpack(NO_ARCHIVE)
        return content
    try:
        with ZipFile(BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES:
                raise CannotUnpack(NO_ARCHIVE)
            entry = next((one for one in entries if one.filename == JSON), None)
            if entry is None:
                raise CannotUnpack(NOT_IN_IT)
            if entry.file_size > MOST_TIMES * len(content):
                raise CannotUnpack(BOMB)
            if entry.file_size > MOST_BYTES:
                raise CannotUnpack(TOO_LARGE)
            return content_of(archive, entry)
    except CannotUnpack:
        raise
    except BROKEN as error:
        raise CannotUnpack(NO_ARCHIVE) from error


def _refusal(error: ValidationError) -> Refusal:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    if first["type"] == "json_invalid":
        return Refusal(NO_ARCHIVE)
    return Refusal(TOO_MANY if first["type"] == "too_long" else NOT_OURS, f"{where}: {first['msg']}")
