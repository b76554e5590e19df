r"""Splits one typed or pasted vector or matrix into the texts of its cells, which are then read one by one.

What Python, NumPy, MATLAB, LaTeX and spreadsheets write around the cells is blanked first (`array(`, `dtype=`,
`\begin{pmatrix}`), `&` becomes a tab and `\\` a semicolon. Then a row is a bracket, a line, or what stands between
semicolons, and cells stand between tabs, semicolons, commas or spaces.

Where a comma can be both, the number of columns decides: "0,33 0,67" is two cells, "1,2,2" is three. If both ways of
reading fit ("1 -2,5" as two cells), the person is asked.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.answers.notation import usual
from engine.answers.reading import EMPTY, Number, Unreadable, read_number
from engine.answers.refusal import Refusal
from engine.limits import LONGEST_LIST

Span = tuple[int, int]
Table = list[list[Span]]

FRAME = re.compile(
    r"\\(?:begin|end)\{\w+\*?\}|\\left|\\right|\$"
    r"|(?:\b\w{1,9}\.)?(?:array|tensor|matrix)(?=\s*\()"
    r"|,\s*\w+\s*=[^()]{0,99}(?=\)\s*\Z)"
)
BRACKETS = {"(": ")", "[": "]", "{": "}"}

BETWEEN_BRACKETS = re.compile(r"[\s,;]+")
LINE = re.compile(r"\n")
SEMICOLON = re.compile(r";")
TAB_ALONE = re.compile(r"[\t;]")
TAB = re.compile(r"[\t;][ \r\n]*|\n[ \r\n]*")
COMMA = re.compile(r",")
SPACE = re.compile(r"(?<![-+*/^√\s])(?:\s*,\s++|\s++,\s*|\s++(?![*/^%]|[-+]\s))")  # none inside 1 - 2 / 3
TWO_NUMBERS = re.compile(r"[\w.)%]\s+[\d.]")


def split_cells(text: str, rows: int | None, columns: int) -> tuple[str, ...] | Unreadable:
    """The cells of a vector (rows None) or matrix, row by row; an empty cell of a spreadsheet is an empty text.

    What has one row or one column may be typed either way.
    """
    if len(text) > LONGEST_LIST:
        return Unreadable(
            f"This is longer than {LONGEST_LIST} characters. Please shorten it.", LONGEST_LIST, text
        )
    if 1 in (rows, columns):
        columns, rows = (rows or 1) * columns, None
    try:
        table = _fitting(_tables(Layout.of(text), rows, columns), rows, columns)
    except Refusal as refusal:
        return Unreadable.of(refusal, text)
    return tuple(text[start:end] for row in table for start, end in row)


def free_cells(text: str, in_lines: bool) -> list[list[str]] | Unreadable:
    """The cells of a matrix of any shape, or, unless rows may be ``in_lines``, of one row; not all need be numbers.

    Where commas can be both, they stand between numbers if every cell can be read so.
    """
    if len(text) > LONGEST_LIST:
        return Unreadable(
            f"This is longer than {LONGEST_LIST} characters. Please shorten it.", LONGEST_LIST, text
        )
    try:
        tables = _tables(Layout.of(text), 0 if in_lines else None, LONGEST_LIST)
    except Refusal as refusal:
        return Unreadable.of(refusal, text)
    ways = [[[text[start:end] for start, end in row] for row in table] for table in tables]
    for way in ways:
        if all(isinstance(read_number(cell), Number) for row in way for cell in row):
            return way
    return ways[0]


@dataclass(frozen=True, slots=True)
class Layout:
    """A text as long as the typed one, and for each opening bracket in it the place of the closing one."""

    text: str
    closing: Mapping[int, int]

    @classmethod
    def of(cls, typed: str) -> "Layout":
        """Blanks what other notations write around the cells. Raises Refusal for a bracket without its partner."""
        text = FRAME.sub(lambda frame: " " * len(frame[0]), usual(typed))
        text = text.replace(r"\\", "; ").replace("&", "\t")
        closing: dict[int, int] = {}
        opened: list[int] = []
        for column, sign in enumerate(text):
            if sign in BRACKETS:
                opened.append(column)
            elif opened and sign == BRACKETS[text[opened[-1]]]:
                closing[opened.pop()] = column
            elif sign in BRACKETS.values():
                raise Refusal("Please look at this bracket: it closes none that was opened.", column)
        if opened:
            raise Refusal("Please close this bracket.", opened[-1])
        return cls(text, closing)

    def rows(self, in_lines: bool) -> list[Span]:
        """Brackets side by side; else, if rows may be in lines, lines or what semicolons separate; else one row."""
        body = self.inside((0, len(self.text)))
        if self.blank(body):
            raise Refusal(EMPTY, None)
        brackets = self.parts(body, BETWEEN_BRACKETS)
        if len(brackets) > 1 and all(self.closing.get(start) == end - 1 for start, end in brackets):
            return brackets
        for separator in (LINE, SEMICOLON) if in_lines else ():
            if len(rows := self.parts(body, separator)) > 1:
                return rows
        return [body]

    def inside(self, span: Span) -> Span:
        """The span without the brackets around all of it, and without a last comma or semicolon."""
        start, end = self.trimmed(span, end_marks=",;")
        while self.closing.get(start) == end - 1:
            start, end = self.trimmed((start + 1, end - 1), end_marks=",;")
        return start, end

    def parts(self, span: Span, separator: re.Pattern[str]) -> list[Span]:
        """The parts between separators, without the blank ones."""
        return [part for part in self.split(span, separator) if not self.blank(part)]

    def split(self, span: Span, separator: re.Pattern[str]) -> list[Span]:
        """The parts between those separators that are in no bracket."""
        parts = []
        start = at = span[0]
        while at < span[1]:
            if at in self.closing:
                at = self.closing[at] + 1
            elif found := separator.match(self.text, at, span[1]):
                parts.append(self.trimmed((start, at)))
                start = at = found.end()
            else:
                at += 1
        return [*parts, self.trimmed((start, span[1]))]

    def trimmed(self, span: Span, end_marks: str = "") -> Span:
        """The span without spaces at its ends; tabs stay, since an empty cell may lie beside one."""
        text = self.text[slice(*span)].rstrip(" \r\n" + end_marks)
        return span[0] + len(text) - len(text.lstrip(" \r\n")), span[0] + len(text)

    def blank(self, span: Span) -> bool:
        """True if nothing but white space lies there."""
        return not self.text[slice(*span)].strip()


def _tables(layout: Layout, rows: int | None, columns: int) -> list[Table]:
    """The ways in which the text falls into rows of cells; where commas can be both, there are two."""
    spans = [layout.inside(row) for row in layout.rows(in_lines=rows is not None)]
    tabs = any(len(layout.split(row, TAB_ALONE)) > 1 for row in spans)
    tables: list[Table] = []
    for separator in [TAB] if tabs else [COMMA, SPACE]:
        table = [layout.split(row, separator) for row in spans]
        for row in table:
            if len(row) > columns and layout.blank(row[-1]):
                row.pop()
        if separator is COMMA and any(
            TWO_NUMBERS.search(layout.text, *cell) for row in table for cell in row
        ):
            continue
        if rows is None and all(len(row) == 1 for row in table):
            table = [[cell for row in table for cell in row]]
        if table not in tables:
            tables.append(table)
    return tables


def _fitting(tables: list[Table], rows: int | None, columns: int) -> Table:
    wanted = [columns] * (rows or 1)
    fitting = [table for table in tables if [len(row) for row in table] == wanted]
    if not fitting:
        largest = max(tables, key=lambda table: sum(map(len, table)))
        raise _wrong_shape(largest, rows, columns, hint=", with ; between them" if len(tables) > 1 else "")
    if len(fitting) > 1:
        end = min(table[0][0][1] for table in fitting)
        raise Refusal(
            "Please type ; between the numbers: a comma here could be in them or between them.", end
        )
    return fitting[0]


def _wrong_shape(table: Table, rows: int | None, columns: int, hint: str) -> Refusal:
    """Says how many are wanted and found, at the first that is too many or at the end of what is there."""
    numbers = f"{columns} number{'s' * (columns != 1)}"
    height = rows or 1
    if len(table) != height:
        at = table[height][0][0] if len(table) > height else table[-1][-1][1]
        shape = f"{rows} rows of {numbers}, each on its own line" if rows else f"{numbers} in one row"
        return Refusal(f"Please type {shape} (found: {len(table)} row{'s' * (len(table) != 1)}).", at)
    place, row = next((place, row) for place, row in enumerate(table, 1) if len(row) != columns)
    at = row[columns][0] if len(row) > columns else row[-1][1]
    where = f" in row {place}" if rows else hint
    return Refusal(f"Please type {numbers}{where} (found: {len(row)}).", at)
