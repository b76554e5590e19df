"""Serves static files, and says how long browsers may keep them."""

from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from app.web.static_files.addresses import SERVICE_WORKER, STATIC, is_current, mark, module

FOR_EVER, A_DAY, ASKED_AGAIN = "public, max-age=31536000, immutable", "public, max-age=86400", "no-cache"


class KeptFiles(StaticFiles):
    """Static files, kept for ever where the address carries the hash of the content, fonts for a day, others not at
    all."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        hashed = parse_qs(scope["query_string"].decode("latin-1")).get("v", [""])[0]
        response = await super().get_response(path, scope)
        if response.status_code == 200 and (text := module(path)) is not None:
            response = self._module(path, text, scope)
        kept = A_DAY if path.startswith("fonts/") else ASKED_AGAIN
        if hashed and is_current(path, hashed):
            kept = FOR_EVER
        response.headers["cache-control"] = kept
        if path == SERVICE_WORKER:  # it serves pages, which stand outside of its folder
            response.headers["service-worker-allowed"] = "/"
        return response

    def _module(self, path: str, text: bytes, scope: Scope) -> Response:
        response = Response(text, headers={"etag": f'"{mark(path)}"'}, media_type="text/javascript")
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response
