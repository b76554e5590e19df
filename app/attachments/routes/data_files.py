"""Data files as downloads: whoever has the page of a question has the addresses of its files, as with images."""

from fastapi import Response

from app.attachments import attachments
from app.attachments.attachments import NoSuchAttachment
from app.web.context import ContextHere
from app.web.routing import Router
from engine.data_files import is_name

router = Router()
HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@router.get("/files/{content}/{name}")
def download(context: ContextHere, content: str, name: str) -> Response:
    """Sends a data file to be saved under its name in the question, never to be opened by the browser.

    Raises NoSuchAttachment.
    """
    if not is_name(name):
        raise NoSuchAttachment(name)
    found = attachments.content(context.database, f"{content}.txt")
    kind = "text/csv" if name.endswith(".csv") else "text/plain"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', **HEADERS}
    return Response(found, media_type=f"{kind}; charset=utf-8", headers=headers)
