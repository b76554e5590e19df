"""Addresses: absolute ones, and the nearest one that a GET answers:
a page that answers a form has one that it does not."""

from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from starlette.routing import Match

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def answers(app: FastAPI, method: str, path: str) -> bool:
    """True if a route answers this method at the path."""
    asked = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    return any(route.matches(asked)[0] is Match.FULL for route in app.routes)


def allowed(app: FastAPI, path: str) -> list[str]:
    """The methods that the path takes, of all its routes: HEAD is answered wherever GET is, and OPTIONS everywhere."""
    taken = [method for method in METHODS if answers(app, method, path)]
    return [*taken, *(["HEAD"] if "GET" in taken else []), "OPTIONS"]


def readable(app: FastAPI, path: str) -> str:
    """The path, or the nearest above it, that a GET answers."""
    while path not in ("", "/"):
        if answers(app, "GET", path):
            return path
        path = path.rpartition("/")[0]
    return "/"


def came_from(request: Request, back: str) -> str:
    """The page named by the Referer header, else ``back``: a path of this site that can be read. An answer may have
    changed the address since the page with ``back`` was loaded."""
    came = urlsplit(request.headers.get("referer", ""))
    if came.netloc != request.url.netloc:
        came = urlsplit(back)
    here = readable(request.app, came.path)
    return f"{here}?{came.query}" if came.query and here == came.path else here


def address_of(request: Request, path: str) -> str:
    """An absolute address on this site, to be handed to somebody."""
    site = request.app.state.settings.public_address or str(request.base_url)
    return f"{site.rstrip('/')}{path}"
