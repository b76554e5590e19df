"""The addresses of static files, and what is served there.

A module imports others by relative addresses, which carry no hash. It is served with theirs put in, and its own hash
covers them: a browser asks for none of them again until one changes, and never has one of them twice.
"""

import hashlib
import posixpath
import re
from functools import cache

from app.resources import resource

STATIC = resource("static")
SERVICE_WORKER = "web/offline/service_worker.js"
IMPORTED = re.compile(r'(?m)(\bfrom |^import )"(\.{1,2}/[\w./-]+\.js)"')


def static(path: str) -> str:
    """The address of a static file."""
    return f"/static/{path}?v={mark(path)}"


@cache
def mark(path: str) -> str:
    """The hash of a static file. Raises FileNotFoundError."""
    return _hash(module(path) or (STATIC / path).read_bytes())


@cache
def module(path: str) -> bytes | None:
    """A module that imports others, as it is served; None for any other file."""
    if not path.endswith(".js") or path.startswith("vendor/"):
        return None
    folder = posixpath.dirname(path)

    def with_hash(found: re.Match[str]) -> str:
        imported = posixpath.normpath(posixpath.join(folder, found[2]))
        return f'{found[1]}"{found[2]}?v={mark(imported)}"'

    text, imports = IMPORTED.subn(with_hash, (STATIC / path).read_text("utf-8"))
    return text.encode() if imports else None


@cache
def service_worker() -> str:
    """The address of the service worker, with a hash of all static files: any other one makes a new version of it."""
    return f"/static/{SERVICE_WORKER}?v={_of_all()}"


def is_current(path: str, hashed: str) -> bool:
    """True if this hash, of an address that a browser asks for, is that of what is here: during an upgrade another
    server may have made the address, of another release's file."""
    if path == SERVICE_WORKER:
        return hashed == _of_all()
    return (STATIC / path).is_file() and hashed == mark(path)


@cache
def _of_all() -> str:
    every = sorted(STATIC.rglob("*"))
    marks = "".join(mark(file.relative_to(STATIC).as_posix()) for file in every if file.is_file())
    return _hash(marks.encode())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]
