"""What stands before every handler: body limit, forged requests, and the headers of every answer.

Plain ASGI, so that nothing is parsed before it was let in.
"""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

READING = {"GET", "HEAD", "OPTIONS"}
ANSWERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


BESIDE = {
    "HX-Retarget": "#alert",
    "HX-Reswap": "innerHTML",
}  # htmx says it beside the sheet; what is typed stays
LENGTH = re.compile(r"[0-9]{1,15}")


class TooLarge(Exception):
    """More bytes came than were announced or allowed."""


class Guard:
    """Refuses bodies over the limit and requests that another site sent; adds the headers of every answer."""

    def __init__(self, app: App, largest_body: int) -> None:
        self.app = app
        self.largest_body = largest_body

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # the server leaves the body out
        refusal = self.refusal(scope["method"], headers)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        try:
            await self.app(scope, self._limited(receive), _with_headers(send))
        except TooLarge:
            await self.too_large()(scope, receive, _with_headers(send))

    def refusal(self, method: str, headers: Headers) -> PlainTextResponse | None:
        length = headers.get("content-length", "0")
        if not LENGTH.fullmatch(length) or int(length) > self.largest_body:
            return self.too_large()
        if method not in READING and not same_site(headers):
            return PlainTextResponse(
                "This request did not come from a page of Examformer, so it was not carried out. Open the page again "
                "and send the form from there.",
                403,
                BESIDE,
            )
        return None

    def too_large(self) -> PlainTextResponse:
        return PlainTextResponse(
            f"That is more than {self.largest_body // 1024} KiB. Nothing was stored; go back and shorten it.",
            413,
            BESIDE,
        )

    def _limited(self, receive: Receive) -> Receive:
        seen = 0

        async def limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.largest_body:
                raise TooLarge
            return message

        return limited


def same_site(headers: Headers) -> bool:
    """Whether a browser sent this from one of our own pages: by Sec-Fetch-Site, else by Origin; never by neither."""
    fetched = headers.get("sec-fetch-site")
    if fetched is not None:
        return fetched in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == headers.get("host")


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in ANSWERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
