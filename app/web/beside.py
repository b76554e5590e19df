"""What rooms say on pages of other rooms: an exam on a sheet, the lab on a section, a course in the editor."""

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import Request

# By page, and by the name that its template knows it by. Called with the request and what the page shows.
Beside = Mapping[str, Mapping[str, Callable[[Request, Any], object]]]


def beside(request: Request, page: str, shown: object) -> dict[str, Any]:
    """What the rooms above say on this page."""
    said: dict[str, dict[str, Callable[[Request, Any], object]]] = request.app.state.beside
    return {name: say(request, shown) for name, say in said.get(page, {}).items()}
