"""Downloads."""

from fastapi import Response

RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")


def file(content: str | bytes, name: str, kind: str) -> Response:
    """A file to download. ``name`` is made of names and titles of ours: letters, digits, dots and dashes."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return Response(content, media_type=kind, headers=headers)


def table(text: str, name: str) -> Response:
    return file(text, f"{name}.csv", "text/csv; charset=utf-8")


def defused(cell: str) -> str:
    """Puts an apostrophe before a leading =, +, - or @, which a spreadsheet would run as a formula."""
    return "'" + cell if cell.startswith(RISKY) else cell
