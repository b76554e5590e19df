"""Forms of the room."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import UploadFile


async def sent_file(request: Request) -> bytes:
    """Reads the file that was sent; empty where none was chosen."""
    async with request.form(max_fields=10, max_files=1) as form:
        file = form.get("file")
        return await file.read() if isinstance(file, UploadFile) else b""


SentFile = Annotated[bytes, Depends(sent_file)]
