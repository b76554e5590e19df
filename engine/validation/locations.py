"""Locations in a file that is no question: the lines to fix, found again in its text."""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.validation import syntax
from engine.validation.schema import Fault, Way

HEADING = re.compile(r"\s*\[\[?\s*[A-Za-z_][\w-]*\s*(\.[^\n]*)?\]\]?\s*")


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that is no question: where, and what to fix; ``column`` counts from 0, where it is known.

    ``place`` is the way to the key, with the numbers of lists in it.
    """

    file: Path
    line: int
    key: str
    message: str
    column: int | None = None
    place: Way = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key + ': ' if self.key else ''}{self.message}"


def broken_at(text: str, file: Path, place: Way, message: str, spot: str = "") -> Broken:
    """The line to fix. ``spot`` is what stands in the line that is meant, where that lies below the key's."""
    key = ".".join(str(one) for one in place if not isinstance(one, int))
    line = line_of(text, place)
    below = enumerate(text.split("\n")[line - 1 :], line)
    return Broken(file, next((n for n, one in below if spot in one), line), key, message, place=place)


def fault_at(text: str, file: Path, fault: Fault) -> Broken:
    """The line to fix for a fault, with the column in the file where the fault has one in its text."""
    found = broken_at(text, file, fault.place, fault.message, fault.spot)
    column = None if fault.column is None else _inside(text, found.line) + fault.column
    return replace(found, column=column)


def _inside(text: str, line: int) -> int:
    """The column at which the text of a key begins, behind its quotation mark."""
    mark = re.search(r"""=\s*(['"]{3}|['"])""", text.split("\n")[line - 1])
    return mark.end() if mark else 0


def line_of(text: str, location: Way) -> int:
    """The line where a key stands: of a list of tables the one that is meant, in a table the key's own line.

    The heading of its table where the key is missing, and the first line where there is none.
    """
    lines, tables = _laid_out(text)
    head = max((way for way in tables if way == location[: len(way)]), key=len)
    found, end = tables[head]
    wanted = 0
    for n, one in enumerate(rest := location[len(head) :]):
        if isinstance(one, int):
            wanted = one
            continue
        name = rf"""(?:(?<![\w-]){re.escape(one)}|"{re.escape(one)}"|'{re.escape(one)}')\s*[=.]"""
        holds = [at for at in range(found, end) for _ in re.finditer(name, lines[at])]
        begins = [at for at in holds if re.match(rf"\s*{name}", lines[at])] if rest[:n] == () else []
        found = (begins or holds[wanted:] or holds[-1:] or [found])[0]
        wanted = 0
    return found + 1


@lru_cache(4)
def _laid_out(text: str) -> tuple[list[str], dict[Way, tuple[int, int]]]:
    """The lines without what stands in texts of many lines, and where each table begins and ends; () is none."""
    lines = syntax.without_long_texts(text).split("\n")
    heads: list[tuple[Way, int]] = [((), 0)]
    counts: dict[Way, int] = {}
    for n, line in enumerate(lines):
        if HEADING.fullmatch(line):
            heads.append((table(line, counts), n))
    ends = [n for _, n in heads[1:]] + [len(lines)]
    tables: dict[Way, tuple[int, int]] = {}
    for (way, n), end in zip(heads, ends, strict=True):
        tables.setdefault(way, (n, end))
    for way, place in list(tables.items()):  # a parent begins with its first table
        for length in range(len(way)):
            tables.setdefault(way[:length], place)
    return lines, tables


def table(heading: str, counts: dict[Way, int]) -> Way:
    """The way to the table of a heading: of a list of tables to the next one; one inside it is inside the last."""
    values: Any = tomllib.loads(heading)
    way: Way = ()
    while values:
        key, values = next(iter(values.items()))
        way = (*way, key)
        if isinstance(values, list):
            counts[way] = counts.get(way, 0) + 1
            values = values[0]
        if way in counts:
            way = (*way, counts[way] - 1)
    return way
