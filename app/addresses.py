"""Which addresses can be read: a page that answers a form stands at one that cannot."""

from fastapi import FastAPI
from starlette.routing import Match


def readable(app: FastAPI, path: str) -> str:
    """The path, or the nearest above it, that a GET answers."""
    while path not in ("", "/"):
        asked = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
        if any(route.matches(asked)[0] is Match.FULL for route in app.routes):
            return path
        path = path.rpartition("/")[0]
    return "/"
