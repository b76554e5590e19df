"""Forms of the room."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import UploadFile

from app.web.dependencies import MOST_FIELDS


async def sent_file(request: Request) -> bytes:
    """Reads the file that was sent; empty where none was chosen."""
    async with request.form(max_fields=MOST_FIELDS, max_files=1) as form:
        file = form.get("file")
        return await file.read() if isinstance(file, UploadFile) else b""


SentFile = Annotated[bytes, Depends(sent_file)]
