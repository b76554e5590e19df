"""Downloads: files, and tables as CSV, all of which are written here."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from fastapi import Response

from engine.marking import grading

RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"  # without it, Excel reads umlauts in another encoding than UTF-8


def file(content: str | bytes, name: str, kind: str) -> Response:
    """A file to download. ``name`` is made of names and titles of ours: letters, digits, dots and dashes."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return Response(content, media_type=kind, headers=headers)


def table(text: str, name: str) -> Response:
    """A table to download, as ``as_csv`` writes it."""
    return file(text, f"{name}.csv", "text/csv; charset=utf-8")


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Writes a table so that Excel reads its umlauts and runs none of its texts; fractions and floats get two
    decimals."""
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    csv.writer(text).writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue()


def defused(cell: str) -> str:
    """Puts an apostrophe before a leading =, +, - or @, which a spreadsheet would run as a formula."""
    return "'" + cell if cell.startswith(RISKY) else cell


def _written(cell: object) -> object:
    match cell:
        case str():
            return defused(cell)
        case Fraction():
            return grading.two_decimals(cell)
        case float():
            return f"{cell:.2f}"
        case _:
            return cell
