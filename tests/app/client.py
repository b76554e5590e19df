"""Asks an application without a server: as a browser does, or a program."""

import atexit
import sys
from collections.abc import Mapping
from functools import cache

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from httpx2 import Response

# The transport looks for trio at each request; that it is not installed is found out once.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]


class Client(httpx2.Client):
    """Asks an application as Starlette's ``TestClient`` does, in one turn of one loop instead of seven of them, which
    take longer than most requests. Answers come whole; an exception of the application is its page."""

    def __init__(
        self,
        app: FastAPI,
        base: str = "http://testserver",
        headers: Mapping[str, str] | None = None,
        address: str = "testclient",
    ) -> None:
        self.app = app
        super().__init__(
            transport=_Application(app, address), base_url=base, headers=headers, follow_redirects=True
        )


class _Application(httpx2.BaseTransport):
    def __init__(self, app: FastAPI, address: str) -> None:
        self._asked = httpx2.ASGITransport(app=app, raise_app_exceptions=False, client=(address, 50000))

    def handle_request(self, request: httpx2.Request) -> Response:
        request.read()
        return _portal().call(self._answer, request)

    async def _answer(self, request: httpx2.Request) -> Response:
        answered = await self._asked.handle_async_request(request)
        return Response(answered.status_code, headers=answered.headers, content=await answered.aread())


@cache
def _portal() -> BlockingPortal:
    opened = start_blocking_portal()
    atexit.register(opened.__exit__, None, None, None)
    return opened.__enter__()
