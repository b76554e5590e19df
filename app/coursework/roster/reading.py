"""Reads a list of students as people have it: CSV, cells copied from a spreadsheet, or e-mail addresses with names.

A line stands by itself, so that a quotation mark left open spoils one line alone. What cannot be read is left out, and
said to be.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.accounts import credentials
from app.courses.store.roster import number_key
from app.coursework.roster import addresses, columns
from app.coursework.roster.columns import EXTRA, Columns
from app.identity.store.people import MOST_EXTRA
from app.web.dependencies import one_line
from app.web.languages.languages import N_

MOST_ROWS = 5000
LONGEST_TEXT = 500_000
LONGEST_ROW = 2000
LONGEST = {"name": 80, "email": credentials.LONGEST_EMAIL, "matriculation": 32, "section": 40}
SEPARATORS = "\t;,"
ADDRESS = Columns({"name": 0, "email": 1})
FIRST = 16  # bytes, which tell what is no text
CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class TooLong(ValueError):
    """A list with more letters or more lines than any course has."""


class NoText(ValueError):
    """A spreadsheet's own file, a PDF or an image."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A student on line ``at`` of the list, "" and None where it says nothing."""

    at: int
    name: str = ""
    email: str = ""
    matriculation: str = ""
    section: str = ""
    extra_time: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """The fault that keeps a line out of the roster, or with ``kept`` a cell of it: a sentence with places for ``text``
    and ``other``. ``who`` is the student whom the line names."""

    at: int
    says: str
    text: str = ""
    other: str = ""
    who: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """The rows that can be taken over, what keeps others out, and which columns were found and not read."""

    rows: tuple[Row, ...]
    findings: tuple[Finding, ...]
    fields: tuple[str, ...]
    unread: tuple[str, ...]


def decoded(content: bytes) -> str:
    """Returns the text of a file: UTF-8 or UTF-16 where its first bytes say so, else as Windows writes it. Raises
    NoText."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if content.startswith(b"%PDF") or CONTROLS.search(content[:FIRST]):
        raise NoText
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read(text: str) -> Read:
    """Reads a list. Raises TooLong."""
    numbered = [(n, line) for n, line in enumerate(re.split(r"\r\n|\r|\n", text), 1) if line.strip()]
    if len(text) > LONGEST_TEXT or len(numbered) > MOST_ROWS:
        raise TooLong
    findings = [Finding(n, N_("This line is too long.")) for n, line in numbered if len(line) > LONGEST_ROW]
    numbered = [(n, line) for n, line in numbered if len(line) <= LONGEST_ROW]
    if numbered and re.fullmatch(r"sep=.", numbered[0][1].strip()):  # a spreadsheet's own
        del numbered[0]
    rows: list[Row] = []
    named = {n: addresses.on(line) for n, line in numbered}
    others = [line for n, line in numbered if not named[n]]
    separator = _separator(others)
    head = columns.from_header(_cells(numbered[0][1], separator)) if numbered else None
    how = head or columns.from_cells([_cells(line, separator) for line in others])
    found: list[tuple[int, list[str], Columns]] = []
    for n, line in numbered[1:] if head else numbered:
        if named[n] and not head:
            found += [(n, cells, ADDRESS) for cells in named[n]]
        else:
            found.append((n, _cells(line, separator), how))
    there = (field for _, cells, places in found for field in places.places if places.of(cells, field))
    fields = head.places if head else dict.fromkeys(there)
    first: dict[str, int] = {}
    for at, cells, places in found:
        one, more = _row(at, cells, places, first)
        if one is not None:
            rows.append(one)
        findings += more
    return Read(tuple(rows), tuple(sorted(findings, key=lambda one: one.at)), tuple(fields), how.unread)


def _separator(lines: Sequence[str]) -> str:
    """Returns the separator that parts the most lines; of equal ones a tab, then a semicolon: commas stand in names."""
    return max(SEPARATORS, key=lambda one: sum(len(_cells(line, one)) > 1 for line in lines[:50]))


def _cells(line: str, separator: str) -> list[str]:
    return [one_line(cell) for cell in next(csv.reader([line], delimiter=separator), [])]


def _row(
    at: int, cells: Sequence[str], how: Columns, first: dict[str, int]
) -> tuple[Row | None, list[Finding]]:
    """Reads one row, and what is to be said of it; ``first`` has the line of each e-mail and number before it."""
    named = how.of(cells, "name") or f"{how.of(cells, 'first')} {how.of(cells, 'last')}".strip()
    typed = {field: how.of(cells, field) for field in ("email", "matriculation", "section")}
    said = {"name": named, **typed, "email": credentials.tidy(typed["email"])}
    if fault := _fault(said):
        return None, [Finding(at, *fault, who=said["name"])]
    keys = {"@" + said["email"]: said["email"], number_key(said["matriculation"]): said["matriculation"]}
    for key, text in keys.items():
        if text and first.setdefault(key, at) != at:
            says = N_("“%(text)s” stands on line %(other)s, too.")
            return None, [Finding(at, says, text, str(first[key]), said["name"])]
    row = Row(
        at=at,
        name=said["name"],
        email=said["email"],
        matriculation=said["matriculation"],
        section=said["section"],
    )
    extra = how.of(cells, "extra_time")
    percent = EXTRA.fullmatch(extra)
    if not extra or (percent and int(percent[1]) <= MOST_EXTRA):
        more = int(percent[1]) if percent else None
        return replace(row, extra_time=more), []
    says = N_("“%(text)s” is no number of percent from 0 to 300: the line is taken over without it.")
    who = said["name"] or said["email"] or said["matriculation"]
    return row, [Finding(at, says, extra, who=who, kept=True)]


def _fault(said: Mapping[str, str]) -> tuple[str, str] | None:
    """Returns the sentence for what keeps a line out, and the text that it is about."""
    for field, longest in LONGEST.items():
        if len(said[field]) > longest:
            return N_("“%(text)s” is too long."), f"{said[field][:longest]}…"
    if said["email"] and credentials.fault_of_email(said["email"]):
        return N_("“%(text)s” is no e-mail address."), said["email"]
    if said["matriculation"] and not number_key(said["matriculation"]):
        return N_("“%(text)s” is no matriculation number."), said["matriculation"]
    if not (said["name"] or said["email"] or said["matriculation"]):
        return N_("Neither a name nor an e-mail nor a number stands here."), ""
    if not (said["email"] or said["matriculation"]):
        return N_("An e-mail or a matriculation number is needed: names are shared."), ""
    return None
