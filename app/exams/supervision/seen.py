"""The facts of a request that tell where it comes from."""

from dataclasses import dataclass

from fastapi import Request

from app.web.addresses import address_of

CONFIG_HEADER, BROWSER_HEADER = "x-safeexambrowser-configkeyhash", "x-safeexambrowser-requesthash"


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The client's address, as the server believes it (``FORWARDED_ALLOW_IPS``); the request's own absolute address and
    that of the ``site``, as the browser sees them; and what Safe Exam Browser sent. ``filters``: people sign in here
    alone, so the browser needs no other site."""

    address: str
    url: str
    site: str
    config_hash: str
    browser_hash: str
    filters: bool


def seen(request: Request) -> Seen:
    scope, settings = request.scope, request.app.state.settings
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1").partition("?")[0]
    query = scope["query_string"].decode("latin-1")
    return Seen(
        address=request.client.host if request.client else "",
        url=address_of(request, path) + (f"?{query}" if query else ""),
        site=address_of(request, ""),
        config_hash=request.headers.get(CONFIG_HEADER, ""),
        browser_hash=request.headers.get(BROWSER_HEADER, ""),
        filters=not settings.openid_issuer,
    )
