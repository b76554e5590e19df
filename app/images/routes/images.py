"""Images as files: whoever has the page that shows one has its address; else one needs the very same picture."""

from fastapi import APIRouter, Response

from app.images import images
from app.web.context import ContextHere

router = APIRouter()
KINDS = {"png": "image/png", "svg": "image/svg+xml; charset=utf-8"}
HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@router.get("/images/{name}")
def show(context: ContextHere, name: str) -> Response:
    """Sends an image, for ever the same under its name; nothing in it runs. Raises NoSuchImage."""
    content = images.content(context.database, name)
    return Response(content, media_type=KINDS[name[-3:]], headers=HEADERS)
