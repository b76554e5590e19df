"""The middleware before every handler: it limits bodies, refuses forged requests, notes when a request came, limits its
processor time, and sets the headers of every answer.

It is plain ASGI, so that nothing is parsed before it is let in.
"""

import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.web.body_limits import Larger, parting
from app.web.errors.problem_details import is_program, problem
from engine.deadline import within

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

READING = {"GET", "HEAD", "OPTIONS"}
ANSWERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


BESIDE = {
    "HX-Retarget": "#alert",
    "HX-Reswap": "innerHTML",
}  # htmx shows it beside the sheet; typed answers stay
LENGTH = re.compile(r"[0-9]{1,15}")
LONGEST = 60.0  # seconds of processor time for one request: limits are narrower (app/web/concurrency.py)


class TooLarge(Exception):
    """More bytes came than were announced or allowed."""


class InPieces(TooLarge):
    """The body has more fields than any page of ours sends."""


class SecurityMiddleware:
    """Refuses bodies over the limit and requests that another site sent; adds the headers of every answer.

    Requests to the paths in ``from_elsewhere`` may come from another site: no cookie of a session opens anything there.
    """

    def __init__(
        self,
        app: App,
        largest_body: int,
        larger: Sequence[Larger] = (),
        from_elsewhere: Collection[str] = (),
    ) -> None:
        self.app = app
        self.largest_body = largest_body
        self.larger = larger
        self.from_elsewhere = frozenset(from_elsewhere)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(scope["method"], scope["path"], headers)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        state = scope.setdefault("state", {})
        state["arrived"] = scope["app"].state.clock.now()
        largest, parted = self.largest_body, (b"", 0)
        if (more := self._larger(scope["path"])) and self._is_longer(headers):
            if not await more.knows(Request(scope)):
                await strangers(scope["path"])(scope, receive, _with_headers(send))
                return
            largest, parted = more.most, parting(headers.get("content-type", ""))
        try:
            with within(LONGEST):
                limited = self._limited(receive, largest, *parted)
                await self.app(scope, self._stamped(limited, scope), _with_headers(send))
        except InPieces:
            await in_pieces(scope["path"])(scope, receive, _with_headers(send))
        except TooLarge:
            await too_large(scope["path"], largest, more)(scope, receive, _with_headers(send))

    def _larger(self, path: str) -> Larger | None:
        """The limit of this address, if it is larger than the general one."""
        return next((one for one in self.larger if one.path.fullmatch(path)), None)

    def _is_longer(self, headers: Headers) -> bool:
        """True if the body is larger than everybody may send, or its length is not announced."""
        length = headers.get("content-length")
        return int(length) > self.largest_body if length else "transfer-encoding" in headers

    def refusal(self, method: str, path: str, headers: Headers) -> Response | None:
        """The answer to a request that is refused by its head, None for others. Requests of programs need no same-site
        check: no cookie opens anything to them, so there is nothing to forge."""
        more = self._larger(path)
        largest = more.most if more else self.largest_body
        length = headers.get("content-length", "0")
        if not LENGTH.fullmatch(length) or int(length) > largest:
            return too_large(path, largest, more)
        checked = method not in READING and not is_program(path) and path not in self.from_elsewhere
        if checked and not same_site(headers):
            return PlainTextResponse(
                "This request did not come from a page of Examformer, so it was not carried out. Open the page again "
                "and send the form from there.",
                403,
                BESIDE,
            )
        return None

    @staticmethod
    def _stamped(receive: Receive, scope: Message) -> Receive:
        """Notes when the last part of a request came, before it waits for anything in here."""

        async def stamped() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                scope["state"]["arrived"] = scope["app"].state.clock.now()
            return message

        return stamped

    def _limited(self, receive: Receive, largest: int, signs: bytes, most: int) -> Receive:
        seen = pieces = 0

        async def limited() -> Message:
            nonlocal seen, pieces
            message = await receive()
            body = message.get("body", b"")
            seen += len(body)
            pieces += sum(body.count(sign) for sign in signs)
            if seen > largest:
                raise TooLarge
            if pieces > most > 0:
                raise InPieces
            return message

        return limited


def too_large(path: str, largest: int, there: Larger | None = None) -> Response:
    if is_program(path):
        return problem(
            413, f"That is more than {largest // 1024} KiB.", "Nothing was done; send less at once."
        )
    said = f"That is more than {largest // 1024} KiB. Nothing was stored; go back and shorten it."
    return PlainTextResponse(there.said if there and there.said else said, 413, BESIDE)


def in_pieces(path: str) -> Response:
    if is_program(path):
        return problem(
            413, "That has more fields than anything here.", "Nothing was done; send less at once."
        )
    return PlainTextResponse(
        "That has more fields than any page here. Nothing was stored; send less at once.", 413, BESIDE
    )


def strangers(path: str) -> Response:
    if is_program(path):
        told = "Nothing was done; send less at once, or with a token of somebody who may do this."
        return problem(403, "This token may not send that much here.", told)
    return PlainTextResponse(
        "Only who is signed in and at work here may send that much. Sign in in another tab, then send this again: "
        "what you typed stays on this page.",
        403,
        BESIDE,
    )


def same_site(headers: Headers) -> bool:
    """True if a browser sent this from one of our own pages: by Sec-Fetch-Site, else by Origin;
    False without either."""
    fetched = headers.get("sec-fetch-site")
    if fetched is not None:
        return fetched in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == headers.get("host")


def policy(*, frames: Sequence[str] = (), forms: Sequence[str] = ()) -> dict[str, str]:
    """Returns the header by which pages of these origins alone may frame a page, and its forms may go there, too."""
    usual = ANSWERS["content-security-policy"]
    changed = usual.replace("form-action 'self'", " ".join(["form-action 'self'", *forms]))
    if frames:
        changed = changed.replace("frame-ancestors 'none'", " ".join(["frame-ancestors", *frames]))
    return {"content-security-policy": changed}


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in ANSWERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
