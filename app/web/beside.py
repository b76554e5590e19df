"""Additions of rooms to pages of rooms below them: an exam on a sheet, the lab on a section, a course in the editor."""

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import Request

# By page, and by the name of the addition in its template. Called with the request and the view that the page shows.
Beside = Mapping[str, Mapping[str, Callable[[Request, Any], object]]]


def beside(request: Request, page: str, shown: object) -> dict[str, Any]:
    """Calls the additions of the rooms above to this page."""
    said: dict[str, dict[str, Callable[[Request, Any], object]]] = request.app.state.beside
    return {name: say(request, shown) for name, say in said.get(page, {}).items()}
