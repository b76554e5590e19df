"""A PNG, decoded by Pillow and written anew: only pixels and transparency are left, no text, no profile. A JPEG or a
GIF becomes one."""

import struct
from io import BytesIO

import numpy as np
from PIL import Image as pillow
from PIL import ImageOps, UnidentifiedImageError

from app.attachments.cleaning.image import MOST_PIXELS, NoImage
from app.web.languages.languages import N_

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CONVERTED = (b"\xff\xd8\xff", b"GIF87a", b"GIF89a")  # how a JPEG or a GIF begins
KEPT = ("1", "L", "LA", "P", "RGB", "RGBA")  # modes; those of 16 bits become 8
DAMAGED = N_("This picture is damaged, or not whole.")
TOO_MANY = N_("This picture has more than 4,000 pixels on a side. Make it smaller.")
MOVES = N_("This picture is animated. Save one of its pictures by itself.")
BROKEN = (
    UnidentifiedImageError, pillow.DecompressionBombError, OSError, SyntaxError, ValueError, EOFError, IndexError,
    struct.error, OverflowError,
)  # fmt: skip


def rewritten(content: bytes) -> tuple[bytes, int, int]:
    """The PNG written anew, its width and its height. Raises NoImage."""
    _look_at_size(content)  # before anything is unpacked
    try:
        with pillow.open(BytesIO(content), formats=("PNG",)) as whole:
            whole.verify()  # WeasyPrint has Pillow fill up, in the whole process, what is cut off
        with pillow.open(BytesIO(content), formats=("PNG",)) as opened:
            if getattr(opened, "n_frames", 1) > 1:
                raise NoImage(MOVES)
            opened.load()
            plain = _plain(opened)
        file = BytesIO()
        plain.save(file, "PNG", optimize=True)
    except NoImage:
        raise
    except BROKEN as error:
        raise NoImage(DAMAGED) from error
    return file.getvalue(), plain.width, plain.height


def converted(content: bytes) -> tuple[bytes, int, int]:
    """A JPEG or a GIF as a PNG, turned as it is meant to be seen, with its width and its height. Raises NoImage."""
    try:
        with pillow.open(BytesIO(content), formats=("JPEG", "GIF")) as opened:
            if max(opened.size) > MOST_PIXELS:  # before anything is unpacked
                raise NoImage(TOO_MANY)
            if getattr(opened, "n_frames", 1) > 1:
                raise NoImage(MOVES)
            opened.load()
            seen = ImageOps.exif_transpose(opened)
            plain = _plain(seen.convert("RGB") if seen.mode == "CMYK" else seen)
        file = BytesIO()
        plain.save(file, "PNG", optimize=True)
    except NoImage:
        raise
    except BROKEN as error:
        raise NoImage(DAMAGED) from error
    return file.getvalue(), plain.width, plain.height


def _look_at_size(content: bytes) -> None:
    """The first chunk says how large the picture is."""
    if len(content) < 33 or content[12:16] != b"IHDR":
        raise NoImage(DAMAGED)
    width, height = struct.unpack(">II", content[16:24])
    if not (width and height):
        raise NoImage(DAMAGED)
    if max(width, height) > MOST_PIXELS:
        raise NoImage(TOO_MANY)


def _plain(opened: pillow.Image) -> pillow.Image:
    """The pixels in a mode that every browser shows, with their transparency and nothing else."""
    if opened.mode.startswith("I"):
        return pillow.fromarray(np.clip(np.asarray(opened) >> 8, 0, 255).astype(np.uint8))
    found = opened if opened.mode in KEPT else opened.convert("RGBA")
    clear = found.info.get("transparency")
    found.info = {} if clear is None else {"transparency": clear}
    return found
