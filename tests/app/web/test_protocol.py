"""The head of a request has an end; what comes after it is for ``SecurityMiddleware``."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from app.commands.protocol import LONGEST_HEAD, ShortHeads

ASK = b"GET /topics HTTP/1.1\r\nHost: testserver\r\n"
PIECE = 64 * 1024  # bytes


class Line(asyncio.Transport):
    """A connection that keeps what it is answered."""

    def __init__(self) -> None:
        super().__init__()
        self.answered, self.closed = b"", False

    def write(self, data: Any) -> None:
        self.answered += bytes(data)

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        """Whoever sends here waits for the application anyway."""

    resume_reading = pause_reading

    def is_closing(self) -> bool:
        return self.closed


async def page(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


def pieces(data: bytes) -> Iterator[bytes]:
    return (data[start : start + PIECE] for start in range(0, len(data), PIECE))


async def answered(*requests: bytes) -> Line:
    """Sent one after the other on one connection, in pieces."""
    line = Line()
    protocol = ShortHeads(uvicorn.Config(page, http=ShortHeads, log_level="critical"), ServerState(), {})
    protocol.connection_made(line)
    for request in requests:
        for piece in pieces(request):
            if not line.closed:
                protocol.data_received(piece)
                await asyncio.sleep(0)
        await asyncio.sleep(0.01)
    protocol.connection_lost(ConnectionResetError())
    return line


def head(length: int) -> bytes:
    return ASK + b"Cookie: " + b"a=b; " * (length // 5) + b"\r\n\r\n"


@pytest.mark.parametrize(
    "endless", [head(20 * LONGEST_HEAD), ASK + b"A: b\r\n" * LONGEST_HEAD, ASK[:5] * LONGEST_HEAD]
)
def test_a_head_without_an_end_is_refused_and_the_connection_closed(endless: bytes) -> None:
    line = asyncio.run(answered(endless))
    assert line.answered.startswith(b"HTTP/1.1 400 ")
    assert line.closed


def test_long_cookies_long_bodies_and_many_requests_on_one_connection_are_answered() -> None:
    body = b"x" * (5 * LONGEST_HEAD)
    sent = b"POST /topics HTTP/1.1\r\nHost: testserver\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    line = asyncio.run(answered(head(60_000), sent, head(60_000), sent))
    assert line.answered.count(b"HTTP/1.1 200 ") == 4
    assert not line.closed
