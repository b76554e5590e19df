"""Images and data files that come with questions as files: checked like every upload, whatever wrote them.

A text names one by its file, in a folder ``images`` or ``files``. What is stored has another name: that of its content.
"""

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from app.attachments.attachment import Attachment, NotAttachable
from app.authoring.exchange import attached
from app.authoring.exchange.archive import CannotUnpack, LeftOut, Unpacked
from app.authoring.exchange.attached import folder_of, in_its_folder, name_in
from app.authoring.exchange.question_file import QuestionFile
from app.web.languages.languages import N_

PATIENCE = 20.0  # seconds that cleaning all of them may take
TOO_SLOW = N_("Cleaning these images takes too long. Send fewer at once.")
NAMED = re.compile(r"""\bfile\s{0,9}=\s{0,9}(["'])([^"'\n]{1,255})\1""")


@dataclass(frozen=True, slots=True)
class WithAttachments:
    """Questions with the attachments that they name, by the names under which these are stored."""

    files: tuple[QuestionFile, ...]
    attachments: Mapping[str, Attachment]
    left_out: tuple[LeftOut, ...]


def taken(sent: Unpacked) -> WithAttachments:
    """Checks the attachments that a text names, and gives them their names in the texts; of other images nothing is
    said, other data files are told. Raises CannotUnpack where that takes too long."""
    found: dict[str, Attachment] = {}
    wanted, (there, twice) = named(sent.files), attached.by_name(sent.attached)
    left_out = [one for one in sent.left_out if name_in(one.file) in {"", *wanted}]
    left_out += [LeftOut(in_its_folder(name), attached.TWO) for name in sorted(wanted & twice)]
    left_out += [
        LeftOut(in_its_folder(name), attached.UNNAMED)
        for name in sorted(there.keys() - wanted)
        if folder_of(name) == "files"
    ]
    began = time.monotonic()
    for name in sorted(wanted & there.keys()):
        try:
            found[name] = attached.checked(name, there[name])
        except NotAttachable as error:
            left_out.append(LeftOut(in_its_folder(name), str(error)))
        if time.monotonic() - began > PATIENCE:
            raise CannotUnpack(TOO_SLOW)
    files = tuple(replace(file, text=_renamed(file.text, found)) for file in sent.files)
    return WithAttachments(files, {one.name: one for one in found.values()}, tuple(left_out))


def named(files: Iterable[QuestionFile]) -> set[str]:
    """The attachments that the texts name."""
    return {name for file in files for _, name in NAMED.findall(file.text)}


def _renamed(text: str, found: Mapping[str, Attachment]) -> str:
    def renamed(said: re.Match[str]) -> str:
        one = found.get(said[2])
        return said[0] if one is None else f'{said[0][: said.start(1) - said.start()]}"{one.name}"'

    return NAMED.sub(renamed, text)
