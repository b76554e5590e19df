"""Data files of a question, ``[[files]]``: small texts that learners download, and that lie beside their programs.

What is in a file is not in the question's text, but stored by the hash of its content; ``look`` is what pages show of
it. A cell that a spreadsheet would take for a formula is shown and passed on as it stands.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from pydantic import Field

from engine.validation.schema import FILE_NAME, STORED_TEXT, Fault, Shape

KINDS = {"csv": "CSV", "tsv": "TSV", "txt": "TXT", "json": "JSON", "jsonl": "JSONL"}
MOST = 4  # of a question
SHOWN_ROWS = 5
SHOWN_COLUMNS = 12
LONGEST_CELL = 60  # characters
PRINTED_LINES = 12
LONGEST_LINE = 100  # characters of a printed one
RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)  # names that Windows gives to devices


class DataFile(Shape):
    """A file by its ``name`` on the page and beside a program; ``file`` is the name under which it is stored."""

    name: str = Field(pattern=FILE_NAME.pattern, max_length=48)
    file: str = Field(pattern=STORED_TEXT, max_length=68)


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """What a page shows of a file. ``rows`` are the first ones of a table, with at most ``SHOWN_COLUMNS`` of its
    ``columns``; ``whole`` is all of it where it is short enough to be printed. Without a ``size`` nothing is known of
    it but its name."""

    name: str
    file: str
    size: int = 0  # bytes
    lines: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    columns: int = 0
    whole: str = ""

    @property
    def kind(self) -> str:
        return KINDS[self.name.rpartition(".")[2]]

    @property
    def address(self) -> str:
        """The address from which it is downloaded."""
        return f"/files/{self.file.removesuffix('.txt')}/{self.name}"


def is_name(text: str) -> bool:
    """True for a name that a file may have: letters, digits, - and _, and one of the endings, on every system."""
    return FILE_NAME.fullmatch(text) is not None and not is_reserved(text)


def is_reserved(name: str) -> bool:
    """True for the name of a device, whatever its ending."""
    return RESERVED.fullmatch(name.partition(".")[0]) is not None


def check(files: Sequence[DataFile]) -> None:
    """Raises Fault for a name that is reserved, or that two files have: capitals make no other name everywhere."""
    for n, one in enumerate(files):
        if is_reserved(one.name):
            raise Fault(
                ("files", n, "name"), "some systems keep this name for themselves; choose another one"
            )
        if one.name.lower() in {other.name.lower() for other in files[:n]}:
            raise Fault(("files", n, "name"), f"this stands here twice: {one.name}")


def unmentioned(statement: str, files: Sequence[DataFile]) -> Iterator[tuple[int, str]]:
    """The place of each file that the statement does not name, and what is said of it."""
    for n, one in enumerate(files):
        if one.name not in statement:
            yield n, f"the question does not name {one.name}; say in it what the file is for"


def look(one: DataFile, content: bytes) -> Look:
    """Reads as much of a stored file as a page shows."""
    text = content.decode(
        "utf-8-sig"
    )  # a mark that spreadsheets write before the first cell belongs to no cell
    lines = [line.rstrip("\n") for line in StringIO(text, newline=None)]
    short = len(lines) <= PRINTED_LINES and all(len(line) <= LONGEST_LINE for line in lines)
    rows = _rows(one.name, text)
    return Look(
        name=one.name,
        file=one.file,
        size=len(content),
        lines=len(lines),
        rows=tuple(tuple(map(_short, row[:SHOWN_COLUMNS])) for row in rows),
        columns=max(map(len, rows), default=0),
        whole="\n".join(lines) if short else "",
    )


def _rows(name: str, text: str) -> list[list[str]]:
    """The first rows of a table; none of another file, or of a table that cannot be read."""
    file = StringIO(text, newline="")
    match name.rpartition(".")[2]:
        case "csv":
            rows = csv.reader(file, delimiter=_delimiter(text))
        case "tsv":
            rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        case _:
            return []
    try:
        return list(islice((row for row in rows if row), SHOWN_ROWS))
    except csv.Error:
        return []


def _delimiter(text: str) -> str:
    """The semicolon where it parts the first line into more cells: spreadsheets write it where 0,5 is a number."""
    first = text.lstrip().partition("\n")[0]
    return max(",;", key=first.count)


def _short(cell: str) -> str:
    plain = " ".join(cell.split())
    return plain if len(plain) <= LONGEST_CELL else f"{plain[: LONGEST_CELL - 1]}…"
