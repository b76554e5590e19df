"""One connection of a browser, kept open: it asks, and reads the whole answer. Raw, so that asking costs little.

A server ends connections that were idle for some seconds; what was asked at that moment is asked once more, as browsers
do.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

FORM = "application/x-www-form-urlencoded"
HTMX = "HX-Request: true\r\n"
PARTIAL = "HX-Request-Type: partial\r\n"
PATIENCE = 15.0  # seconds, as the page's own requests have


class Unanswered(OSError):
    """The server is gone, or did not answer in time."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


class Connection:
    """Opened when something is asked, and again after it broke; one question after the other. ``head``: lines that are
    sent with each."""

    def __init__(self, port: int, cookie: str, patience: float = PATIENCE, head: str = HTMX) -> None:
        self._port, self._patience = port, patience
        self._head = (
            f"Host: 127.0.0.1:{port}\r\nCookie: examformer={cookie}\r\nSec-Fetch-Site: same-origin\r\n{head}"
        )
        self._free = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def busy(self) -> bool:
        """True from a question until its answer."""
        return self._free.locked()

    async def get(self, path: str, partial: bool = False) -> Answer:
        return await self.ask("GET", path, PARTIAL if partial else "")

    async def post(self, path: str, body: str, kind: str = FORM, head: str = "") -> Answer:
        return await self.ask("POST", path, f"Content-Type: {kind}\r\n{head}", body.encode())

    async def ask(self, method: str, path: str, head: str = "", body: bytes = b"") -> Answer:
        """``head``: more lines, each with its end. Raises Unanswered."""
        if method == "POST":
            head += f"Content-Length: {len(body)}\r\n"
        asked = f"{method} {path} HTTP/1.1\r\n{self._head}{head}\r\n".encode() + body
        try:
            async with self._free, asyncio.timeout(self._patience):
                if self._streams is not None:
                    with contextlib.suppress(OSError, EOFError):
                        return await self._answer(asked)
                    self.close()
                return await self._answer(asked)
        except (OSError, EOFError) as error:  # TimeoutError is an OSError, IncompleteReadError an EOFError
            self.close()
            raise Unanswered(f"{method} {path[:200]}: {error!r}") from error

    async def _answer(self, asked: bytes) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(asked)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(first.split()[1]), headers, body)

    def close(self) -> None:
        if self._streams is not None:
            with contextlib.suppress(RuntimeError):  # the loop may be gone
                self._streams[1].close()
            self._streams = None
