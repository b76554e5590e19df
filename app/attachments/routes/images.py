"""Images as files: whoever has the page that shows one has its address; else one needs the very same picture."""

from fastapi import Response

from app.attachments import attachments
from app.attachments.attachments import NoSuchAttachment
from app.web.context import ContextHere
from app.web.routing import Router

router = Router()
KINDS = {"png": "image/png", "svg": "image/svg+xml; charset=utf-8"}
HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@router.get("/images/{name}")
def show(context: ContextHere, name: str) -> Response:
    """Sends an image, for ever the same under its name; nothing in it runs. Raises NoSuchAttachment."""
    kind = KINDS.get(name[-3:])
    if kind is None:
        raise NoSuchAttachment(name)
    return Response(attachments.content(context.database, name), media_type=kind, headers=HEADERS)
