"""Images as people send them: small ones that are good, and files that mean harm."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="120" height="60" fill="#eee"/>'
    b'<path d="M10 50L60 10L110 50" stroke="black" fill="none"/><text x="10" y="20">loss</text></svg>'
)


def png(width: int = 8, height: int = 6, mode: str = "RGB", **said: Any) -> bytes:
    file = BytesIO()
    Image.new(mode, (width, height), said.pop("color", 0)).save(file, "PNG", **said)
    return file.getvalue()


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_of(width: int, height: int, *chunks: bytes) -> bytes:
    """A PNG that says this size, in black and white, with these chunks behind its head."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + chunk(b"IEND", b"")


def svg(inside: str, root: str = 'viewBox="0 0 10 10"', before: str = "") -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"{before}{head} {root}>{inside}</svg>".encode()
