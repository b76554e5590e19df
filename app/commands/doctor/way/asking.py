"""Requests to an installation as a browser sends them: to its address itself, by no proxy that this machine may use
for its own requests.

It is the standard library's client, because the checks need what others hide: the certificate of the connection, an
answer that comes before the body is sent, and the moments at which the pieces of an answer come.
"""

import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

PATIENCE = 5.0  # seconds for a connection, and for each piece of an answer
MOST = 64 * 1024  # bytes that are read of an answer
LIKE_A_BROWSER = {"Accept": "text/event-stream", "Accept-Encoding": "gzip, deflate, br"}
PIECE = 256 * 1024
Unanswered = (OSError, HTTPException)


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """``expires``: when the certificate of its connection does, None without one."""

    status: int
    text: str
    location: str
    expires: datetime | None


def ask(
    address: str, path: str, headers: Mapping[str, str] | None = None, patience: float = PATIENCE
) -> Answer:
    """Raises OSError and HTTPException."""
    with _connected(address, patience) as connection:
        connection.request("GET", path, headers=_said(headers))
        return _answer(connection)


def send(address: str, path: str, headers: Mapping[str, str], size: int) -> Answer:
    """Sends a body of so many bytes. Raises OSError and HTTPException."""
    with _connected(address, PATIENCE) as connection:
        _announce(connection, path, headers, size)
        try:
            for sent in range(0, size, PIECE):
                connection.send(bytes(min(PIECE, size - sent)))
        except ConnectionError:  # it has answered before, and reads no more
            return _answer(connection)
        return _answer(connection)


def announce(address: str, path: str, headers: Mapping[str, str], size: int, patience: float) -> int | None:
    """Announces a body of so many bytes and sends none of it: the status of whoever refuses it at once, else None.
    Raises OSError and HTTPException."""
    with _connected(address, PATIENCE) as connection:
        _announce(connection, path, headers, size)
        connection.sock.settimeout(patience)
        try:
            return _answer(connection).status
        except TimeoutError:
            return None


def moments(address: str, path: str, headers: Mapping[str, str]) -> list[float]:
    """The seconds at which the pieces of an answer came. Raises OSError and HTTPException."""
    with _connected(address, PATIENCE) as connection:
        connection.request("GET", path, headers=_said({**headers, **LIKE_A_BROWSER}))
        response = connection.getresponse()
        if response.status != 200:
            raise HTTPException(f"status {response.status}")
        found = []
        while response.read1(MOST):
            found.append(time.monotonic())
        return found


@contextmanager
def _connected(address: str, patience: float) -> Iterator[HTTPConnection]:
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=patience)
    try:
        connection.connect()
        yield connection
    finally:
        connection.close()


def _said(headers: Mapping[str, str] | None) -> dict[str, str]:
    return {"User-Agent": "examformer doctor", "Sec-Fetch-Site": "same-origin", **(headers or {})}


def _announce(connection: HTTPConnection, path: str, headers: Mapping[str, str], size: int) -> None:
    connection.putrequest("POST", path)
    for name, value in {**_said(headers), "Content-Length": str(size)}.items():
        connection.putheader(name, value)
    connection.endheaders()


def _answer(connection: HTTPConnection) -> Answer:
    expires = _expires(connection)  # the connection may be gone with the answer
    response: HTTPResponse = connection.getresponse()
    text = response.read(MOST).decode("utf-8", "replace")
    return Answer(
        status=response.status,
        text=text,
        location=response.headers.get("Location", ""),
        expires=expires,
    )


def _expires(connection: HTTPConnection) -> datetime | None:
    if not isinstance(connection.sock, ssl.SSLSocket):
        return None
    shown = connection.sock.getpeercert() or {}
    return (
        datetime.fromtimestamp(ssl.cert_time_to_seconds(str(shown["notAfter"])), UTC)
        if "notAfter" in shown
        else None
    )
