"""Uploaded files, unpacked in memory within limits: questions as TOML, or ZIP archives of them.

Of a path only the file's name is used; a path that leads out of its folder is refused all the same.
"""

import re
import stat
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from app.authoring.exchange import attached, question_file
from app.authoring.exchange.attached import in_its_folder, name_in
from app.authoring.exchange.question_file import QuestionFile
from app.web.languages.languages import N_
from engine.bank import LONGEST

MOST_FILES = 200
MOST_ENTRIES = 4000  # of an archive, including those passed over
MOST_BYTES = 8 * 2**20  # of all files together, unpacked
MOST_OF_ONE = 4 * (LONGEST + 200)  # bytes: four for a letter
MOST_TIMES = 200  # as large as its archive
LONGEST_NAME = 120
NOTHING: Mapping[str, bytes] = {}
NO_ARCHIVE = N_("This is no ZIP archive, or it is not whole.")
TOO_MANY = N_("It holds more than 200 questions. Send them in several parts.")
TOO_LARGE = N_("Its files come to more than 8 MiB. Send them in several parts.")
BOMB = N_("Its files are more than 200 times as large as the archive; questions never are.")
ENCRYPTED = N_("This file is locked with a password. Pack it without one.")
PACKED = N_(
    "This file is packed in a way that is not opened here. Pack it as ZIP archives usually are (deflate)."
)
DAMAGED = N_("This file is damaged in its archive.")
OUTSIDE = N_("Its path leads out of the archive.")
LINK = N_("This is a link and no file.")
INSIDE = N_("An archive inside an archive is not opened.")
NO_QUESTION_FILE = N_("This is neither a .toml file nor a .zip archive.")
LONG = N_("It is longer than 60,000 characters.")
NOT_UTF8 = N_("It is not written in UTF-8. Save it as text in UTF-8.")
NUL = N_("It holds a character NUL, so it is no text, or not saved in UTF-8.")
BROKEN = (
    BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, IndexError,
    OverflowError,
)  # fmt: skip


class CannotUnpack(ValueError):
    """Nothing of the upload is accepted; the text says why."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that is not accepted, by its path, and why; or a question of another system's file, by its ``number`` and
    its title. ``what`` fills the place of the same name in ``why``."""

    file: str
    why: str
    what: str = ""
    number: int = 0
    title: str = ""

    def __str__(self) -> str:
        """Returns what a command line says of it."""
        question = f", question {self.number} ({self.title})" if self.number else ""
        return f"{self.file}{question}: {self.why % {'what': self.what} if self.what else self.why}"


@dataclass(frozen=True, slots=True)
class Unpacked:
    """An upload: questions, files that are not accepted, the number of files of other types, which were passed over,
    and attachments as they came, each with its name; two may have the same."""

    files: tuple[QuestionFile, ...]
    left_out: tuple[LeftOut, ...] = ()
    passed_over: int = 0
    attached: tuple[tuple[str, bytes], ...] = ()


def unpack(sent: Sequence[tuple[str, bytes]]) -> Unpacked:
    """Unpacks an upload. Raises CannotUnpack for a broken archive, and for more than may come at once."""
    files: list[QuestionFile] = []
    left_out: list[LeftOut] = []
    beside: list[tuple[str, bytes]] = []
    passed_over = 0
    for name, content in sent:
        if name.lower().endswith(".zip") or content.startswith(b"PK\x03\x04"):
            opened = _opened(content)
            files += opened.files
            left_out += opened.left_out
            passed_over += opened.passed_over
            beside += opened.attached
        elif last := name_in(in_its_folder(name)):
            if why := attached.too_large(last, len(content)):
                left_out.append(LeftOut(in_its_folder(_shown(name)), why))
            else:
                beside.append((last, content))
        elif isinstance(found := _file(name, content), LeftOut):
            left_out.append(found)
        else:
            files.append(found)
        if len(files) > MOST_FILES:
            raise CannotUnpack(TOO_MANY)
        if sum(len(file.text) for file in files) > MOST_BYTES:
            raise CannotUnpack(TOO_LARGE)
        if attached.too_many([len(one) for _, one in beside]):
            raise CannotUnpack(attached.TOO_MANY)
    return Unpacked(tuple(files), tuple(left_out), passed_over, tuple(beside))


def text_file(name: str, content: bytes) -> QuestionFile | LeftOut:
    """Decodes a question's text, or says why it is not accepted."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return LeftOut(_shown(name), NOT_UTF8)
    if "\0" in text:
        return LeftOut(_shown(name), NUL)
    read = question_file.read(re.split(r"[/\\]", name)[-1][: -len(".toml")], text)
    return replace(read, file=_shown(name)) if len(read.text) <= LONGEST else LeftOut(_shown(name), LONG)


def pack(texts: Iterable[tuple[str, str, datetime]], beside: Mapping[str, bytes] = NOTHING) -> bytes:
    """Makes an archive of texts, each with its file's name and when it was changed last, and of the attachments that
    they name."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text, at in texts:
            info = ZipInfo(name, at.timetuple()[:6])
            info.compress_type, info.external_attr = ZIP_DEFLATED, (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, text.encode("utf-8", "replace"))
        for name, content in beside.items():
            info = ZipInfo(in_its_folder(name))
            info.compress_type, info.external_attr = ZIP_STORED, (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return file.getvalue()


def _opened(content: bytes) -> Unpacked:
    try:
        with ZipFile(BytesIO(content)) as archive:
            return _entries(archive, len(content))
    except CannotUnpack:
        raise
    except BROKEN as error:
        raise CannotUnpack(NO_ARCHIVE) from error


def _entries(archive: ZipFile, size: int) -> Unpacked:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    wanted = [entry for entry in entries if _is_wanted(entry.filename)]
    if len(wanted) > MOST_FILES or len(entries) > MOST_ENTRIES:
        raise CannotUnpack(TOO_MANY)
    beside = [entry for entry in entries if name_in(entry.filename)]
    small = [entry for entry in beside if not attached.too_large(entry.filename, entry.file_size)]
    texts, others = ([entry.file_size for entry in some] for some in (wanted, small))
    if sum(texts) + sum(others) > MOST_TIMES * size:
        raise CannotUnpack(BOMB)
    if sum(texts) > MOST_BYTES:
        raise CannotUnpack(TOO_LARGE)
    if attached.too_many(others):
        raise CannotUnpack(attached.TOO_MANY)
    found = [_entry(archive, entry) for entry in wanted]
    taken = [_attached(archive, entry) for entry in beside]
    return Unpacked(
        files=tuple(one for one in found if isinstance(one, QuestionFile)),
        left_out=tuple(one for one in (*found, *taken) if isinstance(one, LeftOut)),
        passed_over=len(entries) - len(wanted) - len(beside),
        attached=tuple(one for one in taken if not isinstance(one, LeftOut)),
    )


def _attached(archive: ZipFile, entry: ZipInfo) -> tuple[str, bytes] | LeftOut:
    """An attachment as it came, with its name."""
    if why := attached.too_large(entry.filename, entry.file_size):
        return LeftOut(_shown(entry.filename), why)
    try:
        return name_in(entry.filename), content_of(archive, entry)
    except CannotUnpack as error:
        return LeftOut(_shown(entry.filename), str(error))


def _is_wanted(name: str) -> bool:
    """True for questions, and for archives, which are then listed as left out;
    files that systems add begin with a dot."""
    last = re.split(r"[/\\]", name)[-1].lower()
    return last.endswith((".toml", ".zip")) and not last.startswith(".")


def _entry(archive: ZipFile, entry: ZipInfo) -> QuestionFile | LeftOut:
    name = entry.orig_filename
    if entry.file_size > MOST_OF_ONE:
        return LeftOut(_shown(name), LONG)
    try:
        return _file(name, content_of(archive, entry))
    except CannotUnpack as error:
        return LeftOut(_shown(name), str(error))


def content_of(archive: ZipFile, entry: ZipInfo) -> bytes:
    """Reads an entry. ``file_size`` is the archive's own claim; never more than that is read, and less means damage.

    Raises CannotUnpack.
    """
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise CannotUnpack(LINK)
    if entry.flag_bits & 0x1:
        raise CannotUnpack(ENCRYPTED)
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others take memory as the file demands
        raise CannotUnpack(PACKED)
    try:
        with archive.open(entry) as opened:
            content = opened.read(entry.file_size + 1)
    except BROKEN as error:
        raise CannotUnpack(DAMAGED) from error
    if len(content) != entry.file_size:
        raise CannotUnpack(DAMAGED)
    return content


def _file(name: str, content: bytes) -> QuestionFile | LeftOut:
    parts = re.split(r"[/\\]", name)
    if ".." in parts or parts[0] == "" or re.match(r"[A-Za-z]:", name) or "\0" in name:
        return LeftOut(_shown(name), OUTSIDE)
    if name.lower().endswith(".zip"):
        return LeftOut(_shown(name), INSIDE)
    if not name.lower().endswith(".toml"):
        return LeftOut(_shown(name), NO_QUESTION_FILE)
    return LeftOut(_shown(name), LONG) if len(content) > MOST_OF_ONE else text_file(name, content)


def _shown(name: str) -> str:
    """A path as it may be shown: without invisible characters and changes of direction."""
    seen = "".join(letter if letter.isprintable() else "·" for letter in name)
    return seen if len(seen) <= LONGEST_NAME else f"{seen[:LONGEST_NAME]}…"
