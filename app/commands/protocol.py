"""Uvicorn's HTTP protocol with a limit on the head of a request: the address and all headers.

Without it, tens of megabytes of cookies are read while everybody waits; ``SecurityMiddleware`` limits bodies.
"""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD = 128 * 1024  # bytes after the first piece received; an address may have 64 KiB
TOO_LONG = "The address or the headers of this request are too long."


class ShortHeads(HttpToolsProtocol):
    """Answers 400 to a longer head and closes the connection."""

    _in_head, _came = False, 0

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        super().data_received(data)
        if self._in_head and self._came > LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response(TOO_LONG)

    def on_message_begin(self) -> None:
        self._in_head, self._came = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
